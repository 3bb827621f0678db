import { expect, test } from 'vitest'
import { rectangle } from '../../geometry/mesh.ts'
import { Paper, type TextBox } from '../paper.ts'
import { areaText, drawRoomLabels, type RoomLabel } from './room-labels.ts'

const BOX = { minX: 0, minZ: 0, maxX: 12, maxZ: 9 }
const MARGINS = { top: 10, right: 10, bottom: 10, left: 10 }
const room = (name: string, x: number, z: number, width: number, depth: number): RoomLabel => ({
  name,
  regions: [{ outer: rectangle([x, z], width, depth), holes: [] }],
})

const overlap = (a: TextBox, b: TextBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('a label has the net area to a tenth of a square metre', () => {
  expect(areaText(12.44)).toBe('12.4 m²')
  expect(areaText(3)).toBe('3.0 m²')
})

test('no label is over another, also where rooms are too small for their names', () => {
  const paper = new Paper(400, 300, BOX, MARGINS)
  const small = Array.from({ length: 8 }, (_, k) => room(`Storage ${k}`, 0.5 + k, 0.6, 0.9, 1))
  const taken: TextBox[] = []
  drawRoomLabels(paper, [room('Living room', 6, 5, 10, 6), ...small], [], taken)
  expect(taken.length).toBeGreaterThan(4)
  for (const [i, box] of taken.entries())
    for (const other of taken.slice(i + 1)) expect(overlap(box, other)).toBe(false)
})

test('a label stands next to the table and not on it', () => {
  const paper = new Paper(600, 450, BOX, MARGINS)
  const table = rectangle([6, 4.5], 3, 3)
  const taken: TextBox[] = []
  drawRoomLabels(paper, [room('Dining room', 6, 4.5, 11, 8)], [table], taken)
  const [left, top] = paper.at([4.5, 3])
  const [right, bottom] = paper.at([7.5, 6])
  const drawn = { x: left, y: top, width: right - left, height: bottom - top }
  expect(taken).toHaveLength(2)
  for (const box of taken) expect(overlap(box, drawn)).toBe(false)
})

import { expect, test } from 'vitest'
import { rectangle } from '../../geometry/mesh.ts'
import { FreeSpace } from '../drawing/free-space.ts'
import { boxesMeet, type SheetBox } from '../drawing/sheet.ts'
import { Paper } from '../paper.ts'
import { clearText, drawRoomLabels, type RoomLabel } from './room-labels.ts'

const BOX = { minX: 0, minZ: 0, maxX: 12, maxZ: 9 }
/** A sheet on which a metre is 10 mm, with 15 mm around the plan. */
const PLACING = {
  width: 150,
  height: 120,
  area: { x: 15, y: 15, width: 120, height: 90 },
  scale: 10,
}
const paperAndSpace = () => ({
  paper: new Paper(PLACING, BOX),
  space: new FreeSpace({ x: 0, y: 0, width: PLACING.width, height: PLACING.height }),
})
const room = (name: string, x: number, z: number, width: number, depth: number): RoomLabel => ({
  number: '0.01',
  name,
  regions: [{ outer: rectangle([x, z], width, depth), holes: [] }],
})

test('clear dimensions are those between the walls; of an angled room the greatest', () => {
  expect(clearText(room('A', 3, 2, 4.2, 3.1).regions, 'm')).toBe('4.20 × 3.10')
  const angled = [
    { outer: rectangle([2, 1], 4, 2), holes: [] },
    { outer: rectangle([1, 3], 2, 2), holes: [] },
  ]
  expect(clearText(angled, 'm')).toBe('max. 4.00 × 4.00')
  expect(clearText(room('A', 3, 2, 3.048, 1.524).regions, 'ft')).toBe(`10'-0" × 5'-0"`)
})

test('no label is over another, also where rooms are too small for their names', () => {
  const { paper, space } = paperAndSpace()
  const small = Array.from({ length: 8 }, (_, k) => room(`Storage ${k}`, 0.5 + k, 0.6, 0.9, 1))
  const drawn = drawRoomLabels(paper, [room('Living room', 6, 5, 10, 6), ...small], space, 'm')
  expect(drawn).toHaveLength(9)
  for (const [i, { box }] of drawn.entries())
    for (const other of drawn.slice(i + 1)) expect(boxesMeet(box, other.box)).toBe(false)
})

test('a label stands next to the table and not on it', () => {
  const { paper, space } = paperAndSpace()
  const table = rectangle([6, 4.5], 3, 3)
  space.take([table.map((corner) => paper.at(corner))])
  const [label] = drawRoomLabels(paper, [room('Dining room', 6, 4.5, 11, 8)], space, 'm')
  const [left, top] = paper.at([4.5, 3])
  const drawn: SheetBox = { x: left, y: top, width: 30, height: 30 }
  expect(boxesMeet(label.box, drawn)).toBe(false)
  expect(label.leader).toBeUndefined()
})

test('a label that its room has no floor for stands beside it, with a line to the room', () => {
  const { paper, space } = paperAndSpace()
  const [label] = drawRoomLabels(paper, [room('Shaft', 6, 4.5, 0.3, 0.3)], space, 'm')
  const [x, y] = paper.at([6, 4.5])
  expect(label.leader?.[1]).toEqual([x, y])
  expect(boxesMeet(label.box, { x: x - 1.5, y: y - 1.5, width: 3, height: 3 })).toBe(true)
})

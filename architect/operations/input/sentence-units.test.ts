import { expect, test } from 'vitest'
import { draftedHouse, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { runRead } from '../../reads/run-read.ts'
import { METRES_PER } from '../../scene/units.ts'

type Unit = 'mm' | 'ft'

/** Points, and numbers with decimals, that a sentence states without the unit that they are in. */
const withoutUnit = (sentence: string) =>
  sentence
    .replaceAll(/\[[-\d., ]+\] (m|mm|ft)\b|\d+\.\d+ (m|mm|ft|m²|m³)(?![\w])|\d+\.\d+°/g, '')
    .match(/\[[-\d., ]+\]|\d+\.\d+/g)

/** Two rooms of 4 by 3 m, and calls in a unit that are refused with points or lengths. */
const calls: [what: string, tool: string, (by: (m: number) => number, house: House) => object][] = [
  [
    'a wall in a wall',
    'create_wall',
    (by) => ({ start: [by(1), by(-0.12)], end: [by(3), by(-0.12)] }),
  ],
  ['a crossed outline', 'create_slab', (by) => ({ polygon: crossed(by) })],
  ['a crossed room', 'create_room', (by) => ({ label: 'A', polygon: crossed(by) })],
  [
    'an item in a wall',
    'place_item',
    (by) => ({ items: [{ asset: 'bookshelf', position: [by(4), by(-1)] }] }),
  ],
  ['an opening off the walls', 'add_door', (by) => ({ centre: [by(2), by(-1.5)] })],
  ['a door past its wall', 'add_door', (by, { walls }) => ({ wallId: walls.south, offset: by(9) })],
  [
    'a window that is too high',
    'add_window',
    (by, { walls }) => ({ wallId: walls.south, sill: by(2.5) }),
  ],
  [
    'a width out of range',
    'add_window',
    (by, { walls }) => ({ wallId: walls.south, width: by(13) }),
  ],
  [
    'a room that moves too far',
    'move_room',
    (by, { west }) => ({ zoneId: west.zoneId, by: [by(3.5), 0] }),
  ],
  [
    'a room that is too wide',
    'resize_room',
    (by, { west }) => ({ zoneId: west.zoneId, side: 'east', to: by(9) }),
  ],
]
type House = ReturnType<typeof draftedHouse>
const crossed = (by: (m: number) => number) => [
  [by(20), 0],
  [by(24), by(-3)],
  [by(24), 0],
  [by(20), by(-3)],
]

test.each(calls)(
  '%s: the sentence names the unit of each figure, in mm and in feet',
  (_, tool, call) => {
    for (const unit of ['mm', 'ft'] satisfies Unit[]) {
      const house = draftedHouse()
      const by = (metres: number) => metres / METRES_PER[unit]
      const { message } = refusedFor(house.draft.apply(tool, { ...call(by, house), unit }))
      expect(message).toMatch(/\d/)
      expect(withoutUnit(message), message).toBeNull()
    }
  },
)

test('a measured way states its narrowest place with its unit', () => {
  const { draft, west, east } = draftedHouse()
  draft.apply('add_door', { zoneId: west.zoneId, to: 'East' })
  for (const unit of ['mm', 'ft'] satisfies Unit[]) {
    const given = { mode: 'path', fromId: west.zoneId, toId: east.zoneId, unit }
    const { note } = runRead(draft.scene, 'measure', given) as unknown as { note: string }
    expect(withoutUnit(note), note).toBeNull()
    expect(note).toMatch(/ m, is at \[[-\d., ]+\] m between /)
  }
})

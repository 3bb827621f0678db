import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../../../tests/long-run.ts'
import {
  type Fact,
  isOpenTo,
  isUnchanged,
  leadsTo,
  noWindow,
  offers,
  othersStay,
  refuses,
  replies,
  scene,
  sound,
  windows,
} from '../../../../tests/planner/facts.ts'
import type { HouseView, OpeningView } from '../../../../tests/planner/house-view.ts'
import { type Case, unmet } from '../../../../tests/planner/outcome-of.ts'
import type { SceneNode } from '../../../scene/nodes.ts'

/** One opening of a room, or of the house, has these fields. */
const has = (room: RegExp, fields: Partial<Record<string, unknown>>): Fact =>
  scene(`${room} has ${JSON.stringify(fields)}`, (house) => {
    const nodes = openingsOf(house, room).map(({ id }) => house.scene.nodes[id])
    const isThere = nodes.some((node) =>
      Object.entries(fields).every(([name, value]) => isSame(node, name, value)),
    )
    return isThere ? null : JSON.stringify(nodes)
  })

function isSame(node: SceneNode, name: string, value: unknown): boolean {
  const found = (node as unknown as Record<string, unknown>)[name]
  return typeof value === 'number' ? Math.abs((found as number) - value) < 0.006 : found === value
}

const openingsOf = ({ rooms }: HouseView, room: RegExp): OpeningView[] =>
  rooms.filter(({ label }) => room.test(label)).flatMap(({ openings }) => openings)

/** So many windows or doors in a room. */
const count = (room: RegExp, kind: OpeningView['kind'], target: number): Fact =>
  scene(`${target} of ${kind} in ${room}`, (house) => {
    const found = openingsOf(house, room).filter((each) => each.kind === kind).length
    return found === target ? null : String(found)
  })

/** The window of the bathroom is so far from the west end of its room, in metres. */
const bathroomWindowAt = (target: number): Fact =>
  scene(`its window is at ${target} m`, (house) => {
    const [{ id }] = openingsOf(house, /^Bathroom$/).filter(({ kind }) => kind === 'window')
    const { offset } = house.scene.nodes[id] as { offset: number } & SceneNode
    return Math.abs(offset - target) < 0.03 ? null : String(offset)
  })

const CASES: Case[] = [
  ['Please add a window to the storage', windows('storage', { width: 1.2 })],
  [
    'could you put a window 1.5 m wide and 1.4 m high in the north wall of the storage with a sill of 80 cm?',
    has(/^Storage$/, { kind: 'window', width: 1.5, height: 1.4, sill: 0.8 }),
    windows('storage', { side: 'north' }),
  ],
  [
    'Install a 3 ft x 4 ft window in the east wall of the storage',
    windows('storage', { side: 'east', width: 0.914, height: 1.219 }),
  ],
  ['pop a window in the storage, 80cm wide', windows('storage', { width: 0.8 })],
  ['Window in the storage please', windows('storage', {})],
  ['The storage needs a window', windows('storage', {})],
  ['Two windows for the storage', count(/^Storage$/, 'window', 2)],
  ['I want a window in every bedroom', count(/bedroom/i, 'window', 6)],
  ['Put a floor-to-ceiling window in the storage', has(/^Storage$/, { kind: 'window', sill: 0 })],
  ['Add a round window to the east wall of the storage', has(/^Storage$/, { shape: 'round' })],
  [
    'add a fixed window 2 m wide to the storage',
    has(/^Storage$/, { windowType: 'fixed', width: 2 }),
  ],
  ['Give the storage a sliding window', has(/^Storage$/, { windowType: 'sliding' })],
  ['I want a bigger window in the bathroom', windows('bathroom', { width: 1.75 })],
  ['Make the bathroom window 30 cm wider', windows('bathroom', { width: 1.7 })],
  ['Make the bathroom window 1 ft narrower', windows('bathroom', { width: 1.095 })],
  ['The bathroom window should be 1 m wide', windows('bathroom', { width: 1 })],
  ['set the height of the kitchen window to 1.5 m', windows('kitchen', { height: 1.5 })],
  [
    'Lower the sill of the kitchen window to 70 cm',
    has(/^Kitchen$/, { kind: 'window', sill: 0.7 }),
  ],
  ['make the bathroom window half as wide', windows('bathroom', { width: 0.7 })],
  [
    'Make all windows on the north side 1.6 m wide',
    windows('bathroom', { width: 1.6 }),
    windows(/west bedroom/i, { width: 1.6 }),
    windows('kitchen', { width: 1.4 }),
  ],
  [
    'make every window 20 cm taller',
    windows('kitchen', { height: 1.4 }),
    windows('corridor', { height: 1.4 }),
  ],
  [
    'Make the kitchen window as wide as possible',
    has(/^Kitchen$/, { kind: 'window', width: 2.78 }),
  ],
  ['Move the bathroom window 30 cm to the left', bathroomWindowAt(1.5)],
  ['Shift the window of the bathroom 20 cm to the west', bathroomWindowAt(1.4)],
  ['move the bathroom window to the middle of the wall', bathroomWindowAt(1.2)],
  [
    'Change the windows of the living room to sliding windows',
    has(/^Living room$/, { windowType: 'sliding' }),
  ],
  ['Get rid of the bathroom window', noWindow(/^bathroom$/i), replies(/no window now/)],
  ['Brick up the window in the kitchen', noWindow('kitchen')],
  [
    ['Add a window 1 m wide', '8'],
    offers(0, /kitchen/i, /storage/i),
    windows('storage', { width: 1 }),
  ],
  [
    ['Make the living room window 1.8 m wide', 'south'],
    offers(0, /west wall/, /south wall/),
    windows('living', { side: 'south', width: 1.8 }),
  ],
  [['Add a window to the storage', 'make it 60 cm wide', 'remove it'], noWindow('storage')],
  [
    'Turn the bathroom window into a door',
    has(/^Bathroom$/, { kind: 'door' }),
    noWindow(/^bathroom$/i),
  ],
  ['Add a bay window to the kitchen', refuses(/bay/i), isUnchanged],
  ['Make the bathroom window frosted', refuses(/frosted/i), isUnchanged],
  ['Add a window 5 m wide to the storage', refuses(/storage/i, /3(?:\.\d+)? m/), isUnchanged],
  ['Add a window to the north wall of the kitchen', refuses(/kitchen/i, /south/), isUnchanged],
  ['Make the storage window wider', replies(/storage has no window/i), isUnchanged],
  ['Make the kitchen window 3 m high', refuses(/height of 1\.9 m/), isUnchanged],

  ['Add a 90 cm door from the kitchen to the living room', leadsTo('kitchen', 'living')],
  ['There should be a door between the kitchen and the living room', leadsTo('kitchen', 'living')],
  [
    'Connect the bathroom to the west bedroom with a pocket door',
    has(/^Bathroom$/, { doorType: 'pocket' }),
  ],
  [
    ['Add a door to the kitchen', 'the living room'],
    offers(0, /living room/i, /outside/i),
    leadsTo('kitchen', 'living'),
  ],
  [
    'Put french doors in the south wall of the living room',
    has(/^Living room$/, { doorType: 'double' }),
  ],
  ['Widen the bathroom door to 90cm', has(/^Bathroom$/, { kind: 'door', width: 0.9 })],
  ['Let the bathroom door open outwards', replies(/opens into the Corridor/)],
  ['swap the hinge side of the bathroom door', replies(/hinges on the other side/)],
  ['Make the bathroom door a sliding door', has(/^Bathroom$/, { doorType: 'sliding' })],
  [
    'Change the door between the kitchen and the corridor to a pocket door',
    has(/^Kitchen$/, { doorType: 'pocket' }),
  ],
  ['Replace the kitchen door with an opening', has(/^Kitchen$/, { kind: 'opening' })],
  ['Remove the door between the kitchen and the corridor', refuses(/kitchen/i), isUnchanged],
  ['Make the front door 1.1 m wide', refuses(/1\.08 m/), isUnchanged],
  ['Put a door between the kitchen and the storage', refuses(/borders|border/), isUnchanged],
  ['Add a revolving door to the living room', refuses(/hinged/), isUnchanged],

  [
    'Connect the living room and the kitchen with an opening 2 m wide',
    isOpenTo('kitchen', 'living'),
  ],
  [
    'Cut an archway between the living room and the kitchen',
    has(/^Kitchen$/, { kind: 'opening', shape: 'arch' }),
  ],
  [
    ['Connect the living room and the kitchen', 'an opening'],
    offers(0, /opening/i, /door/i),
    isOpenTo('kitchen', 'living'),
  ],
]

describe('requests for windows, doors and openings', () => {
  test.each(CASES.filter((_, nth) => isLongRun || nth % 2 === 0))('%s', (requests, ...facts) => {
    expect(unmet('bungalow', requests, [...facts, sound, othersStay()])).toEqual([])
  })
})

const OF_TWO_STOREYS: Case[] = [
  ['Close the opening between the kitchen and the dining room', count(/^Kitchen$/, 'opening', 0)],
  [
    'Make the terrace door of the living room 3 m wide',
    has(/^Living room$/, { kind: 'door', width: 3 }),
  ],
  [
    'make the windows upstairs 1.5 m high',
    windows(/^Main bedroom$/, { height: 1.5 }),
    windows('kitchen', { height: 1.1 }),
  ],
  ['Change the window of the toilet to a round one', has(/^Toilet$/, { shape: 'round' })],
]

describe('requests about a house of two storeys', () => {
  test.each(OF_TWO_STOREYS.filter((_, nth) => isLongRun || nth === 2))(
    '%s',
    (requests, ...facts) => {
      expect(unmet('family-house', requests, [...facts, sound, othersStay()])).toEqual([])
    },
  )
})

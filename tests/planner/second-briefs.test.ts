import { describe, expect, test } from 'vitest'
import { nodesOf } from '../../architect/scene/scene.ts'
import { box } from '../houses/drafted-house.ts'
import { BRIEFS } from './briefs/index.ts'
import {
  changed,
  type EditByHand,
  openingOf,
  refuted,
  roomsAt,
  sharedOpening,
} from './edits-by-hand.ts'
import type { Fact } from './facts.ts'
import {
  areas,
  areaTogether,
  doorsAtLeast,
  eachOnSide,
  floorOf,
  isClosedTo,
  isUShaped,
  measures,
  named,
  oneOfArea,
  openingTo,
  openKitchen,
  roomsOn,
  somewhere,
  windowSill,
} from './more-facts.ts'
import { SECOND_BRIEFS } from './second-briefs/index.ts'
import { startOf } from './starts.ts'

test('there are 40 briefs, with the shares of kinds that the score is stated for', () => {
  const shares: Record<string, number> = {}
  for (const { kind } of SECOND_BRIEFS) shares[kind] = (shares[kind] ?? 0) + 1
  expect(shares).toEqual({ building: 14, edit: 15, question: 5, unclear: 3, limit: 3 })
})

test('each brief has its own name and its own requests, in both sets', () => {
  const all = [...BRIEFS, ...SECOND_BRIEFS]
  expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length)
  expect(new Set(all.map(({ requests }) => requests.join('\n'))).size).toBe(all.length)
})

test.each(SECOND_BRIEFS)('$kind $id is not met by an unchanged project and "Done."', (brief) => {
  expect(refuted(brief)).not.toEqual([])
})

/** Edits by hand that meet the briefs: each edit of the set is possible. */
const BY_HAND: Record<string, EditByHand> = {
  'storage-in-feet'(apply) {
    apply('resize_room', { zoneId: 'Storage', side: 'west', by: 2, unit: 'ft' })
  },
  'door-to-opening'(apply, scene) {
    const { id } = sharedOpening(scene, 'corridor', 'living')
    apply('delete_node', { ids: [id] })
    const hole = { doorType: 'opening', width: 6, unit: 'ft' }
    apply('add_door', { zoneId: 'Corridor', to: 'Living room', ...hole })
  },
  'shed-roof'(apply, scene) {
    apply('edit_roof', { id: nodesOf(scene, 'roof')[0].id, roofType: 'shed', pitch: 10 })
  },
  'window-undone'(apply, scene) {
    const isEast = ([x, z]: readonly number[]) => x === 12 && z > -5
    const wall = nodesOf(scene, 'wall').find(({ start, end }) => isEast(start) && isEast(end))!
    apply('add_window', { wallId: wall.id, t: 0.5, width: 1.5 })
  },
  'door-closed-up'(apply, scene) {
    apply('delete_node', { ids: [sharedOpening(scene, 'kitchen', 'utility').id] })
  },
  'tub-for-shower'(apply, scene) {
    const tub = nodesOf(scene, 'item').find(
      ({ asset, position: [, , z] }) => asset === 'bath_tub' && z > 0,
    )!
    apply('delete_node', { ids: [tub.id] })
    apply('furnish_room', { zoneId: 'Ensuite bathroom', require: ['shower'] })
  },
  nursery(apply) {
    apply('edit_room', { id: 'Bedroom south', label: 'Nursery' })
    apply('furnish_room', { zoneId: 'Nursery', require: ['cot'] })
  },
  'bathroom-window'(apply) {
    const size = { width: 0.6, height: 0.6, sill: 1.5 }
    apply('add_window', { zoneId: 'Bathroom', to: 'outside', ...size })
  },
  'storage-absorbed'(apply) {
    apply('delete_room', { zoneId: 'Storage', into: 'East bedroom' })
  },
  'doors-widened'(apply, scene) {
    for (const { id, width } of nodesOf(scene, 'door'))
      if (width < 0.9) apply('edit_opening', { id, width: 0.9 })
  },
  'study-built-on'(apply, scene) {
    const window = openingOf(scene, 'corridor', ({ kind }) => kind === 'window')
    apply('delete_node', { ids: [window.id] })
    apply('create_room', {
      label: 'Study',
      roomType: 'office',
      polygon: box(12, -3.2, 3.5, 4),
      wallThickness: 0.3,
      windows: [{ edge: 1, t: 0.5, width: 1.4 }],
    })
    apply('add_door', { zoneId: 'Study', to: 'Corridor', width: 0.85 })
  },
  'terrace-deeper'(apply, scene) {
    const { id, polygon } = nodesOf(scene, 'zone').find(({ roomType }) => roomType === 'terrace')!
    const south = Math.max(...polygon.map(([, z]) => z))
    apply('edit_room', { id, polygon: polygon.map(([x, z]) => [x, z === south ? z + 1 : z]) })
  },
  'sleep-in-the-south'(apply) {
    apply('swap_rooms', { zoneIds: ['Kitchen', 'East bedroom'] })
  },
  'kitchen-fitted'(apply) {
    apply('resize_room', { zoneId: 'Kitchen', side: 'west', to: 3.5, items: 'shift' })
    apply('furnish_room', { zoneId: 'Kitchen' })
  },
  'three-things'(apply, scene) {
    apply('edit_room', { id: 'West bedroom', label: 'Home office', roomType: 'office' })
    apply('set_finishes', { target: 'Corridor', floor: 'tile_grey' })
    const { id } = openingOf(
      scene,
      'living',
      ({ kind, side }) => kind === 'window' && side === 'south',
    )
    apply('edit_opening', { id, width: 2.4, items: 'shift' })
  },
}

test('there is an edit by hand for each edit of the set', () => {
  const edits = SECOND_BRIEFS.filter(({ kind }) => kind === 'edit')
  expect(edits.map(({ id }) => id).sort()).toEqual(Object.keys(BY_HAND).sort())
})

describe('edits by hand meet the briefs', () => {
  test.each(Object.entries(BY_HAND))('%s', (id, change) => {
    const brief = SECOND_BRIEFS.find((each) => each.kind === 'edit' && each.id === id)!
    expect(refuted(brief, changed(startOf(brief.start), change))).toEqual([])
  })
})

test('the answers to unclear requests can be carried out', () => {
  const meets = (id: string, change: EditByHand) => {
    const brief = SECOND_BRIEFS.find((each) => each.id === id)!
    return refuted(brief, changed(startOf(brief.start), change))
  }
  const lamp = meets('lamp-for-a-bedroom', (apply) =>
    apply('furnish_room', { zoneId: 'Bedroom north', require: ['floor_lamp'] }),
  )
  const window = meets('which-window', (apply, scene) => {
    const { id } = openingOf(scene, 'kitchen', ({ kind }) => kind === 'window')
    apply('edit_opening', { id, width: 2 })
  })
  // Only the question before the answer is missing.
  expect([...lamp, ...window].map((text) => text.slice(0, 22))).toEqual([
    'reply 0 is a question ',
    'reply 0 is a question ',
  ])
})

/** Replies as a person could give them. */
const REPLIES: Record<string, string[]> = {
  'largest-bedroom': ['The main bedroom is the largest, with 20.2 m² (20.15 m²).'],
  'square-feet': ['The bathroom has 39.6 ft².'],
  'doors-of-hall': ['The hall leads to the toilet, the study and the living room, and outside.'],
  'study-in-turns': ['The study has 16.0 m².', 'It has two windows.'],
  'bedrooms-north': ['The west bedroom and the east bedroom.'],
  'more-space': ['Which room should be larger?'],
  permission: ['Applying for planning permission is not something that I can do.'],
  'too-small': ['That does not fit: the rooms need 80 m², and 6 by 5 m is 30 m².'],
}

test.each(Object.entries(REPLIES))('%s is met by a good reply', (id, texts) => {
  const { start, facts } = SECOND_BRIEFS.find((brief) => brief.id === id)!
  const replies = texts.map((text) => ({ text, options: [] }))
  const outcome = { before: startOf(start), after: startOf(start), replies }
  expect(facts.flatMap((fact) => fact.refute(outcome) ?? [])).toEqual([])
})

describe('facts about finished houses', () => {
  const HOUSES = {
    bungalow: () => startOf('bungalow'),
    'family-house': () => startOf('family-house'),
    'U to the south': () => roomsAt([0, 0, 4, 9], [4, -5, 5, 4], [9, 0, 4, 9]),
    'U to the west': () => roomsAt([0, 0, 9, 3], [5, -3, 4, 4], [0, -7, 9, 3]),
    L: () => roomsAt([0, 0, 4, 9], [4, -5, 5, 4]),
    'closed court': () => roomsAt([0, 0, 3, 9], [3, 0, 5, 2], [3, -7, 5, 2], [8, 0, 3, 9]),
  }
  const cases: [keyof typeof HOUSES, boolean, Fact][] = [
    ['bungalow', true, areas('bedroom', [11, 14, 11])],
    ['bungalow', false, areas('bedroom', [11, 14])],
    ['bungalow', false, areas('bedroom', [14, 14, 11])],
    ['bungalow', true, oneOfArea('bedroom', 14)],
    ['bungalow', false, oneOfArea('bedroom', 17)],
    ['family-house', true, areaTogether(/kitchen|dining/i, 27)],
    ['family-house', false, areaTogether(/kitchen/i, 27)],
    ['bungalow', true, named(/bedroom/i, 3)],
    ['bungalow', false, named(/bedroom/i, 2)],
    ['family-house', true, roomsOn(1, { bedroom: 4, bathroom: 2, kitchen: 0 })],
    ['family-house', false, roomsOn(0, { bedroom: 4 })],
    ['bungalow', true, eachOnSide(/^(east|west) bedroom/i, 'north')],
    ['bungalow', false, eachOnSide('bedroom', 'north')],
    ['bungalow', false, eachOnSide('garage', 'north')],
    ['bungalow', true, measures('kitchen', { x: 2.88, z: 4.19 })],
    ['bungalow', false, measures('kitchen', { x: 4.19 })],
    ['bungalow', true, doorsAtLeast(0.85)],
    ['bungalow', false, doorsAtLeast(0.9)],
    ['bungalow', true, isClosedTo('kitchen', 'living')],
    ['bungalow', false, isClosedTo('kitchen', 'corridor')],
    ['bungalow', false, isClosedTo('kitchen', 'garage')],
    ['family-house', true, openingTo('kitchen', 'dining', 2.4)],
    ['family-house', false, openingTo('kitchen', 'dining', 2)],
    ['family-house', false, openingTo('hall', 'living', 0.9)],
    ['bungalow', true, windowSill('kitchen', 0.9)],
    ['bungalow', false, windowSill('kitchen', 0.4)],
    ['bungalow', false, floorOf('corridor', /tile/)],
    ['family-house', true, somewhere(/^dining_table_6/)],
    ['family-house', false, somewhere(/^bed_king/)],
    ['family-house', false, openKitchen],
    ['U to the south', true, isUShaped],
    ['U to the west', true, isUShaped],
    ['L', false, isUShaped],
    ['closed court', false, isUShaped],
    ['bungalow', false, isUShaped],
    ['family-house', false, isUShaped],
  ]
  test.each(cases.map(([house, holds, fact]) => ({ house, holds, fact })))(
    '$house: $fact.text: $holds',
    ({ house, holds, fact }) => {
      const outcome = { before: startOf('empty'), after: HOUSES[house](), replies: [] }
      expect(fact.refute(outcome) === null).toBe(holds)
    },
  )

  test.each([
    ['a kitchen that is open to a living room', { id: 'Dining room', roomType: 'living' }],
    ['one room by its name', { id: 'Living room', label: 'Sitting room with kitchenette' }],
  ])('%s is an open kitchen', (_, given) => {
    const before = startOf('family-house')
    const after = changed(before, (apply) => apply('edit_room', given))
    expect(openKitchen.refute({ before, after, replies: [] })).toBe(null)
  })
})

import { describe, expect, test } from 'vitest'
import { contains } from '../../architect/geometry/polygon.ts'
import { Draft } from '../../architect/operations/draft.ts'
import { isRefused } from '../../architect/operations/draft-answer.ts'
import { nodeOf, nodesOf } from '../../architect/scene/scene.ts'
import { BRIEFS } from './briefs/index.ts'
import { changed, type EditByHand, openingOf, refuted, roomsAt } from './edits-by-hand.ts'
import { type Fact, roomsIn } from './facts.ts'
import { houseView } from './house-view.ts'
import { SECOND_BRIEFS } from './second-briefs/index.ts'
import { startOf } from './starts.ts'
import { THIRD_BRIEFS } from './third-briefs/index.ts'
import { groundFloorHeight, isTShaped, outerDoor } from './third-facts.ts'

test('there are 40 briefs, with the shares of kinds that the score is stated for', () => {
  const shares: Record<string, number> = {}
  for (const { kind } of THIRD_BRIEFS) shares[kind] = (shares[kind] ?? 0) + 1
  expect(shares).toEqual({ building: 14, edit: 15, question: 5, unclear: 3, limit: 3 })
})

test('each brief has its own name and its own requests, in all sets', () => {
  const all = [...BRIEFS, ...SECOND_BRIEFS, ...THIRD_BRIEFS]
  expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length)
  expect(new Set(all.map(({ requests }) => requests.join('\n'))).size).toBe(all.length)
})

test.each(THIRD_BRIEFS)('$kind $id is not met by an unchanged project and "Done."', (brief) => {
  expect(refuted(brief)).not.toEqual([])
})

/** Edits by hand that meet the briefs: each edit of the set is possible. */
const BY_HAND: Record<string, EditByHand> = {
  'bedroom-in-inches'(apply) {
    const by = { by: 16, unit: 'in' }
    apply('resize_room', { zoneId: 'Main bedroom', side: 'west', items: 'shift', ...by })
  },
  'bedroom-by-area'(apply) {
    apply('resize_room', { zoneId: 'East bedroom', side: 'east', to: 3.92 })
  },
  'another-window'(apply, scene) {
    const wall = nodesOf(scene, 'window').find(
      ({ id }) => id === openingOf(scene, /^main bedroom$/i, ({ side }) => side === 'west').id,
    )!.parent
    apply('add_window', { wallId: wall, offset: 0.8, width: 1 })
  },
  'utility-to-kitchen'(apply) {
    apply('merge_rooms', { zoneIds: ['Kitchen', 'Utility room'], items: 'shift' })
  },
  'garden-door'(apply, scene) {
    const { id } = openingOf(scene, 'living', ({ side }) => side === 'south')
    const wallId = scene.nodes[id].parent
    apply('add_door', { wallId, offset: 4.5, width: 0.9, items: 'shift' })
  },
  'kitchen-for-bedroom'(apply) {
    apply('swap_rooms', { zoneIds: ['Kitchen', 'Main bedroom'], items: 'refurnish' })
  },
  'two-rooms-furnished'(apply) {
    apply('furnish_room', { zoneId: 'Kitchen' })
    apply('furnish_room', { zoneId: 'Bathroom' })
  },
  'storage-divided'(apply) {
    const names = { labels: ['Pantry', 'Laundry room'], roomTypes: ['storage', 'laundry'] }
    apply('split_room', { zoneId: 'Storage', axis: 'z', share: 0.5, door: {}, ...names })
  },
  'deeper-to-the-south'(apply, scene) {
    const { id } = openingOf(scene, 'living', ({ side }) => side === 'south')
    apply('move_wall', { wallId: scene.nodes[id].parent, by: [0, 5], unit: 'ft', items: 'shift' })
  },
  'guest-bedroom'(apply) {
    apply('edit_room', { id: 'Study', label: 'Guest bedroom', roomType: 'bedroom' })
  },
  'south-windows'(apply, scene) {
    for (const which of [/^living room$/i, /^kitchen$/i, /^main bedroom$/i]) {
      const { id } = openingOf(scene, which, ({ side }) => side === 'south')
      apply('edit_opening', { id, width: 1.7, items: 'shift' })
    }
  },
  'roof-undone'(apply, scene) {
    const { id } = nodesOf(scene, 'roof')[0]
    apply('edit_roof', { id, roofType: 'flat' })
    apply('edit_roof', { id, roofType: 'gable' })
  },
  'numbered-changes'(apply, scene) {
    apply('resize_room', { zoneId: 'Storage', side: 'west', to: 2.6 })
    const isEast = ([x, z]: readonly number[]) => x === 12 && z < -5.5
    const wall = nodesOf(scene, 'wall').find(({ start, end }) => isEast(start) && isEast(end))!
    apply('add_window', { wallId: wall.id, t: 0.5, width: 1 })
    apply('edit_roof', { id: nodesOf(scene, 'roof')[0].id, pitch: 28 })
  },
  parquet(apply) {
    apply('set_finishes', { target: 'West bedroom', floor: 'parquet_oak' })
    apply('set_finishes', { target: 'East bedroom', floor: 'parquet_oak' })
  },
  'baby-room'(apply) {
    const require = ['cot', 'wardrobe', 'chest_of_drawers']
    apply('furnish_room', { zoneId: 'East bedroom', require })
  },
}

test('there is an edit by hand for each edit of the set', () => {
  const edits = THIRD_BRIEFS.filter(({ kind }) => kind === 'edit')
  expect(edits.map(({ id }) => id).sort()).toEqual(Object.keys(BY_HAND).sort())
})

/** The facts that a brief of the set does not meet after this edit, with replies of "Done.". */
function refutedAfter(id: string, change: EditByHand): string[] {
  const brief = THIRD_BRIEFS.find((each) => each.id === id)!
  return refuted(brief, changed(startOf(brief.start), change))
}

describe('edits by hand meet the briefs', () => {
  test.each(Object.entries(BY_HAND))('%s', (id, change) => {
    // An undone edit has only a reply to show for it.
    const unmet = id === 'roof-undone' ? [expect.stringMatching(/^the reply has /)] : []
    expect(refutedAfter(id, change)).toEqual(unmet)
  })
})

test('the answers to unclear requests can be carried out', () => {
  const window = refutedAfter('bedroom-window', (apply, scene) => {
    const { id } = openingOf(scene, /west bedroom/i, ({ kind }) => kind === 'window')
    apply('edit_opening', { id, width: 1 })
  })
  const wardrobe = refutedAfter('which-wardrobe', (apply, scene) => {
    const { polygon } = nodeOf(scene, roomsIn(houseView(scene), /bedroom north/i)[0].id, 'zone')!
    const [item] = nodesOf(scene, 'item').filter(
      ({ asset, position: [x, , z] }) => asset === 'wardrobe' && contains(polygon, [x, z]),
    )
    apply('delete_node', { ids: [item.id] })
  })
  // Only the question before the answer is missing.
  expect([...window, ...wardrobe].map((text) => text.slice(0, 22))).toEqual([
    'reply 0 is a question ',
    'reply 0 is a question ',
  ])
})

/** Replies as a person could give them. */
const REPLIES: Record<string, string> = {
  'dining-size': 'The dining room has 17.5 m².',
  'window-count': 'The house has 8 windows.',
  'bathroom-downstairs': 'No: on the ground floor there is a toilet only.',
  'bunk-bed-fits': 'Yes, a bunk bed fits in the east bedroom.',
  'roof-type': 'It has a gable roof with a pitch of 35 degrees.',
  'roof-undone': 'The last change is undone.',
  nicer: 'What should be changed: the rooms, the windows or the furniture?',
  'construction-cost': 'I cannot estimate construction costs.',
  'bed-in-the-toilet': 'A double bed does not fit in the toilet.',
}

test.each(Object.entries(REPLIES))('%s is met by a good reply', (id, text) => {
  const { start, facts } = THIRD_BRIEFS.find((brief) => brief.id === id)!
  const replies = [{ text, options: [] }]
  const outcome = { before: startOf(start), after: startOf(start), replies }
  expect(facts.flatMap((fact) => fact.refute(outcome) ?? [])).toEqual([])
})

test('answers that the briefs expect are true', () => {
  const bungalow = houseView(startOf('bungalow'))
  expect(nodesOf(bungalow.scene, 'window')).toHaveLength(8)
  expect(nodesOf(bungalow.scene, 'roof')).toMatchObject([{ roofType: 'gable', pitch: 35 }])
  const family = houseView(startOf('family-house'))
  expect(roomsIn(family, 'bathroom').map(({ level }) => level)).toEqual([1, 1])
})

describe('furniture that the briefs name', () => {
  const furnishes = (start: 'bungalow' | 'family-house', zoneId: string, asset: string) =>
    !isRefused(new Draft(startOf(start)).apply('furnish_room', { zoneId, require: [asset] }))

  test('a bunk bed fits in the east bedroom', () => {
    expect(furnishes('bungalow', 'East bedroom', 'bunk_bed')).toBe(true)
  })

  test('a double bed does not fit in the toilet', () => {
    expect(furnishes('family-house', 'Toilet', 'bed_double')).toBe(false)
  })
})

describe('facts about finished houses', () => {
  const HOUSES = {
    bungalow: () => startOf('bungalow'),
    'family-house': () => startOf('family-house'),
    empty: () => startOf('empty'),
    'T to the south': () => roomsAt([0, -6, 6, 4], [6, -6, 6, 4], [4, 0, 4, 6]),
    'T to the west': () => roomsAt([8, 0, 4, 12], [0, -4, 8, 4]),
    L: () => roomsAt([0, -6, 12, 4], [0, 0, 4, 6]),
    U: () => roomsAt([0, 0, 4, 9], [4, -5, 5, 4], [9, 0, 4, 9]),
  }
  const cases: [keyof typeof HOUSES, boolean, Fact][] = [
    ['T to the south', true, isTShaped],
    ['T to the west', true, isTShaped],
    ['L', false, isTShaped],
    ['U', false, isTShaped],
    ['bungalow', false, isTShaped],
    ['empty', false, isTShaped],
    ['bungalow', true, outerDoor('corridor', 'west', 1)],
    ['bungalow', false, outerDoor('corridor', 'west', 0.9)],
    ['bungalow', false, outerDoor('corridor', 'east', 1)],
    ['bungalow', false, outerDoor('living', 'north', 0.85)],
    ['bungalow', true, groundFloorHeight(2.6)],
    ['bungalow', false, groundFloorHeight(3)],
    ['bungalow', false, groundFloorHeight(2.2)],
    ['empty', false, groundFloorHeight(2.6)],
  ]
  test.each(cases.map(([house, holds, fact]) => ({ house, holds, fact })))(
    '$house: $fact.text: $holds',
    ({ house, holds, fact }) => {
      const outcome = { before: startOf('empty'), after: HOUSES[house](), replies: [] }
      expect(fact.refute(outcome) === null).toBe(holds)
    },
  )
})

import { describe, expect, test } from 'vitest'
import { Draft } from '../../architect/operations/draft.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { made } from '../houses/drafted-house.ts'
import type { Brief } from './briefs/brief.ts'
import { BRIEFS } from './briefs/index.ts'
import {
  area,
  daylight,
  type Fact,
  footprint,
  frontDoor,
  furnished,
  houseArea,
  isOpenTo,
  leadsTo,
  nextTo,
  onLevel,
  onSide,
  type Reply,
  reachable,
  rooms,
  sound,
  stairs,
  storeys,
  windows,
} from './facts.ts'
import { startOf } from './starts.ts'

/** The facts that do not hold when a brief has left this project and these replies. */
function refuted({ start, requests, facts }: Brief, after?: Scene, replies?: Reply[]): string[] {
  const before = startOf(start)
  const silent = requests.map(() => ({ text: 'Done.', options: [] }))
  const outcome = { before, after: after ?? before, replies: replies ?? silent }
  return facts.filter((fact) => fact.refute(outcome) !== null).map(({ text }) => text)
}

const editNamed = (id: string): Brief =>
  BRIEFS.find((brief) => brief.kind === 'edit' && brief.id === id)!

test('there are more than 80 briefs, each with its own name', () => {
  expect(BRIEFS.length).toBeGreaterThanOrEqual(80)
  expect(new Set(BRIEFS.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(BRIEFS.length)
})

test.each(BRIEFS)('$kind $id is not met by an unchanged project and "Done."', (brief) => {
  expect(refuted(brief)).not.toEqual([])
})

/** Edits by hand that meet the briefs: the facts can be met. */
const BY_HAND: Record<string, [tool: string, given: Record<string, unknown>][]> = {
  'bath-wider': [['resize_room', { zoneId: 'Bathroom', side: 'east', by: 0.5 }]],
  'window-in-wall': [['add_window', { wallId: '$west', t: 0.5, width: 1.2 }]],
  'hip-roof': [['edit_roof', { id: '$roof', roofType: 'hip', pitch: 30 }]],
  'swap-rooms': [['swap_rooms', { zoneIds: ['Bathroom', 'Storage'] }]],
  renamed: [['set_zone', { zoneId: 'Storage', label: 'Pantry' }]],
}

describe('briefs are met by edits by hand', () => {
  test.each(Object.entries(BY_HAND))('%s', (id, calls) => {
    const brief = editNamed(id)
    const draft = new Draft(startOf(brief.start))
    for (const [tool, given] of calls) made(draft.apply(tool, withIds(draft.scene, given)))
    expect(refuted(brief, draft.scene)).toEqual([])
  })
})

/** Ids in place of names. */
function withIds(scene: Scene, given: Record<string, unknown>) {
  const nodes = Object.values(scene.nodes)
  const idOf = (value: unknown) => {
    if (value === '$roof') return nodes.find(({ kind }) => kind === 'roof')!.id
    if (value !== '$west') return value
    const isWest = ([x, z]: readonly number[]) => x === 0 && z < -5.5
    return nodes.find((node) => node.kind === 'wall' && isWest(node.start) && isWest(node.end))!.id
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, idOf(value)]))
}

describe('facts about finished houses', () => {
  const holds = (start: 'bungalow' | 'family-house', fact: Fact) =>
    fact.refute({ before: startOf('empty'), after: startOf(start), replies: [] }) === null

  const TRUE: ['bungalow' | 'family-house', Fact][] = [
    ['bungalow', rooms({ bedroom: 3, kitchen: 1, garage: 0 })],
    ['bungalow', area('kitchen', 12)],
    ['bungalow', houseArea(100)],
    ['bungalow', footprint(12.3, 9.4)],
    ['bungalow', storeys(1)],
    ['bungalow', nextTo('kitchen', 'living')],
    ['bungalow', leadsTo('kitchen', 'corridor')],
    ['bungalow', onSide('living', 'west')],
    ['bungalow', onSide(/^east bedroom$/i, 'north')],
    ['bungalow', frontDoor('west')],
    ['bungalow', windows('living', { side: 'south', width: 1.4 })],
    ['bungalow', furnished('living', /^sofa/)],
    ['bungalow', daylight],
    ['bungalow', reachable],
    ['bungalow', sound],
    ['family-house', onLevel('kitchen', 0)],
    ['family-house', isOpenTo('kitchen', 'dining')],
    ['family-house', stairs(1)],
    ['family-house', reachable],
    ['family-house', leadsTo('living', 'terrace')],
  ]
  test.each(TRUE)('%s: $text', (start, fact) => {
    expect(holds(start, fact)).toBe(true)
  })

  const FALSE: ['bungalow' | 'family-house', Fact][] = [
    ['bungalow', rooms({ bedroom: 2 })],
    ['bungalow', area('kitchen', 14)],
    ['bungalow', houseArea(130)],
    ['bungalow', footprint(9.4, 12.3)],
    ['bungalow', storeys(2)],
    ['bungalow', nextTo('kitchen', 'bathroom')],
    ['bungalow', leadsTo('kitchen', 'living')],
    ['bungalow', onSide('living', 'north')],
    ['bungalow', onSide('storage', 'south')],
    ['bungalow', frontDoor('east')],
    ['bungalow', windows('living', { side: 'north' })],
    ['bungalow', furnished('kitchen', /^kitchen_/)],
    ['family-house', onLevel('bedroom', 0)],
    ['family-house', isOpenTo('kitchen', 'living')],
    ['family-house', stairs(2)],
  ]
  test.each(FALSE)('not %s: $text', (start, fact) => {
    expect(holds(start, fact)).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { verifyScene } from '../checks/verify.ts'
import { newScene, nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'

const ROOMS = [
  { label: 'Living room', roomType: 'living', sides: ['south'] },
  { label: 'Kitchen', roomType: 'kitchen', openTo: ['Living room'] },
  { label: 'Bedroom', roomType: 'bedroom', area: 14 },
  { label: 'Bathroom', roomType: 'bathroom' },
]
const draft = () => new Draft(newScene('A house', 'k3x9'))
const errorsIn = ({ scene }: Draft) => verifyScene(scene, { minSeverity: 'error' }).issues

interface Layout {
  plan: number
  score: number
  rooms: { label: string; area: number; wantedArea: number }[]
  unmet: string[]
}

test('a building is drawn in one step of undo, without an error of the check', () => {
  const house = draft()
  const answer = made(house.apply('plan_layout', { rooms: ROOMS })) as unknown as {
    applied: number
    plans: Layout[]
    rooms: { label: string; zoneId: string }[]
    omitted: string[]
  }
  expect(answer).toMatchObject({ applied: 1, omitted: [], issues: [] })
  expect(answer.rooms.map(({ label }) => label).sort()).toEqual([
    'Bathroom',
    'Bedroom',
    'Hall',
    'Kitchen',
    'Living room',
  ])
  for (const { label, zoneId } of answer.rooms)
    expect(house.scene.nodes[zoneId]).toMatchObject({ kind: 'zone', label })
  const [best] = answer.plans
  const bedroom = best.rooms.find(({ label }) => label === 'Bedroom')!
  expect(Math.abs(bedroom.area - 14)).toBeLessThan(1.4)
  expect(errorsIn(house)).toEqual([])
  expect(nodesOf(house.scene, 'roof')).toHaveLength(1)
  made(house.undo())
  expect(nodesOf(house.scene, 'zone')).toEqual([])
})

test('a dry run answers layouts with falling scores, and changes nothing', () => {
  const house = draft()
  const { plans, applied } = made(
    house.apply('plan_layout', { rooms: ROOMS, dryRun: true }),
  ) as unknown as { plans: Layout[]; applied: null }
  expect(applied).toBeNull()
  expect(house.version).toBe(0)
  const scores = plans.map(({ score }) => score)
  expect(scores.length).toBeGreaterThan(1)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

test('the same program and seed draw the same building, and another layout another one', () => {
  const hashOf = (given: object) => {
    const house = draft()
    made(house.apply('plan_layout', { rooms: ROOMS, ...given }))
    return sceneHash(house.scene)
  }
  expect(hashOf({})).toBe(hashOf({ seed: 1 }))
  expect(hashOf({ plan: 2 })).not.toBe(hashOf({}))
})

test('furniture, a flat roof, a footprint in feet and assets that a room must have', () => {
  const house = draft()
  const rooms = ROOMS.map((room) =>
    room.label === 'Bedroom' ? { ...room, area: undefined, require: ['bed_king'] } : room,
  )
  const given = { rooms, width: 30, depth: 30, unit: 'ft', roofType: 'flat', furnish: true }
  made(house.apply('plan_layout', given))
  const items = nodesOf(house.scene, 'item').map(({ asset }) => asset)
  expect(items).toEqual(expect.arrayContaining(['bed_king', 'kitchen_sink', 'toilet']))
  expect(nodesOf(house.scene, 'roof')[0]).toMatchObject({ roofType: 'flat' })
  const [{ polygon }] = nodesOf(house.scene, 'slab')
  const xs = polygon.map(([x]) => x)
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(30 * 0.3048, 0)
  expect(errorsIn(house)).toEqual([])
})

test.each([
  [{ rooms: [...ROOMS, ROOMS[0]] }, 'invalid_input', /Two rooms are named Living room/],
  [
    { rooms: [{ label: 'A', roomType: 'kitchen', nextTo: ['B'] }] },
    'invalid_input',
    /No room of the program is named B, only A/,
  ],
  [{ rooms: ROOMS, width: 10 }, 'invalid_input', /width and depth, or neither/],
  [{ rooms: [] }, 'invalid_input', /rooms/],
  [
    { rooms: [{ label: 'A', roomType: 'kitchen', nextTo: ['A'] }] },
    'invalid_input',
    /A has nextTo itself/,
  ],
  [{ rooms: ROOMS, width: 3, depth: 30 }, 'no_space', /too narrow.* more space/],
  [{ rooms: ROOMS, width: 3, depth: 3 }, 'no_space', /No way leads from the hall/],
  [{ rooms: [{ ...ROOMS[0], require: ['spaceship'] }] }, 'asset_not_found', /spaceship/],
])('%j is refused', (given, code, message) => {
  const refusal = refusedFor(draft().apply('plan_layout', given as Record<string, unknown>))
  expect(refusal.code).toBe(code)
  expect(refusal.message).toMatch(message)
})

test('levels with something on them are not drawn on', () => {
  const house = draft()
  made(house.apply('plan_layout', { rooms: ROOMS }))
  const refusal = refusedFor(house.apply('plan_layout', { rooms: ROOMS }))
  expect(refusal.code).toBe('level_not_empty')
  expect(refusal.message).toMatch(/Ground floor has something on it/)
})

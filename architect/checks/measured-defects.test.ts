import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '../../random/seeded-random.ts'
import { box, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { withNodes } from '../../tests/houses/scene-of.ts'
import { changeScene, createScene, openScene } from '../commands/scene-on-disk.ts'
import { area } from '../geometry/polygon.ts'
import { difference, regionArea, ringsOf } from '../geometry/regions.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { Draft } from '../operations/draft.ts'
import { OPERATIONS } from '../operations/index.ts'
import { newScene, nodesOf } from '../scene/scene.ts'
import { measure } from './measure.ts'
import { validateScene } from './validate.ts'
import { verifyScene } from './verify.ts'

/**
 * Measured defects of the reference editor, row by row, with the result of this one.
 * These rows are about a server of tools and sessions, which this room does not have:
 *
 * - tools/list without annotations
 * - an unknown session id answers HTTP 400 and not 404
 * - a foreign loopback Origin is accepted
 * - the conformance suite: a terminated session, DNS rebinding, no 2026-07-28 era
 */

const draftOf = () => new Draft(newScene('A house', 'k3x9'))

/** A room of 6 by 4 m with one door in its south wall, at its middle. */
function roomWithDoor() {
  const draft = draftOf()
  const room = made(draft.apply('create_room', { label: 'Room', polygon: box(0, 0, 6, 4) }))
  const [wallId] = room.wallIds
  const door = made(draft.apply('add_door', { wallId, offset: 3 }))
  return { draft, room, wallId, doorId: `${door.doorId}` }
}

test('two rooms that share an edge have seven walls, and the shared one belongs to both', () => {
  const draft = draftOf()
  const west = made(draft.apply('create_room', { label: 'West', polygon: box(0, 0, 4, 3) }))
  const east = made(draft.apply('create_room', { label: 'East', polygon: box(4, 0, 4, 3) }))
  expect(nodesOf(draft.scene, 'wall')).toHaveLength(7)
  expect(west.wallIds.filter((id) => east.wallIds.includes(id))).toHaveLength(1)
  expect(verifyScene(draft.scene, { checks: ['wall'] }).issues).toEqual([])
})

test('a second door at the place of the first is refused, and never silently stored', () => {
  const { draft, wallId, doorId } = roomWithDoor()
  const before = draft.scene
  const refusal = refusedFor(draft.apply('add_door', { wallId, offset: 3.2 }))
  expect(refusal).toMatchObject({ code: 'opening_overlap', mutationApplied: false })
  expect(refusal.nodeIds).toContain(doorId)
  expect(draft.scene).toBe(before)
  // The place that is offered instead is one.
  made(draft.apply(refusal.fix!.tool, refusal.fix!.arguments))
  const forced = refusedFor(draft.apply('add_door', { wallId, offset: 3.2, force: true }))
  expect(forced.code).toBe('opening_overlap')
})

test('a file with two doors at one place is reported', () => {
  const { draft, wallId } = roomWithDoor()
  const twice = withNodes(draft.scene, {
    ...(nodesOf(draft.scene, 'door')[0] as object),
    kind: 'door',
    id: 'door_99',
    parent: wallId,
  })
  expect(validateScene(twice).errors).toMatchObject([{ code: 'opening.overlap' }])
  expect(verifyScene(twice)).toMatchObject({ ok: false, issues: [{ code: 'opening.overlap' }] })
})

test('a window that would reach over the top of its wall is refused before it is there', () => {
  const { draft, wallId } = roomWithDoor()
  const { scene } = draft
  const refusal = refusedFor(
    draft.apply('add_window', { wallId, offset: 5, width: 1, height: 1.5, sill: 2 }),
  )
  expect(refusal.code).toBe('opening_too_high')
  expect(draft.scene).toBe(scene)
})

test('a bow tie is not a room, for the edit and for a file that has one', () => {
  const draft = draftOf()
  const bowTie = [
    [0, 0],
    [4, -4],
    [4, 0],
    [0, -4],
  ]
  const refusal = refusedFor(draft.apply('create_room', { label: 'Tie', polygon: bowTie }))
  expect(refusal).toMatchObject({ code: 'invalid_polygon', param: 'polygon' })
  const zone = { kind: 'zone' as const, id: 'zone_3', polygon: bowTie, color: '#ffffff' }
  const { valid, errors } = validateScene(withNodes(draft.scene, zone))
  expect(valid).toBe(false)
  expect(errors).toMatchObject([{ code: 'room.self_intersection', nodeId: 'zone_3' }])
})

test('furniture of an L-shaped room is inside of it, in the room and not in its box', () => {
  const random = seededRandom(31)
  for (let round = 0; round < 6; round++) {
    const draft = draftOf()
    const width = 5 + Math.round(random() * 30) / 10
    const depth = 5 + Math.round(random() * 30) / 10
    const [notchWidth, notchDepth] = [width * 0.45, depth * 0.45].map(
      (m) => Math.round(m * 10) / 10,
    )
    const polygon = [
      [0, 0],
      [width, 0],
      [width, -(depth - notchDepth)],
      [width - notchWidth, -(depth - notchDepth)],
      [width - notchWidth, -depth],
      [0, -depth],
    ]
    const doors = [{ edge: 0, t: 0.2 + random() * 0.6 }]
    const name = 'Living room'
    const call = { label: name, roomType: 'living', polygon, doors }
    const { zoneId } = made(draft.apply('create_room', call))
    made(draft.apply('furnish_room', { zoneId }))
    const items = nodesOf(draft.scene, 'item')
    expect(items.some(({ asset }) => asset.startsWith('sofa'))).toBe(true)
    const inside = ringsOf(zoneRegions(draft.scene, zoneId))
    for (const { id, asset } of items) {
      const { outline } = itemShape(draft.scene, id)!.prism
      const outside = regionArea(difference([outline], inside))
      expect({ asset, outside: outside < area(outline) * 0.001 }).toEqual({ asset, outside: true })
    }
    const issues = verifyScene(draft.scene, { checks: ['item', 'door', 'circulation'] }).issues
    expect(issues.map(({ message }) => message)).toEqual([])
  }
})

test('from a door to a room is measured in the frame of the world, wherever the wall begins', () => {
  for (const east of [0, 10]) {
    const draft = draftOf()
    const polygon = box(east, 0, 6, 4)
    const { wallIds, zoneId } = made(draft.apply('create_room', { label: 'Room', polygon }))
    // The east wall, of which 1 m from its start is at [6, -1]; the middle of the room is [3, -2].
    const { doorId } = made(draft.apply('add_door', { wallId: wallIds[1], offset: 1 }))
    expect(nodesOf(draft.scene, 'door')[0].offset).toBe(1)
    const answer = measure(draft.scene, { mode: 'centre', fromId: `${doorId}`, toId: zoneId })
    expect('value' in answer && answer.value).toBeCloseTo(Math.hypot(3, 1), 3)
  }
})

test('verify returns ok only where it found no error', () => {
  const { draft } = roomWithDoor()
  expect(verifyScene(draft.scene).ok).toBe(true)
  // A second room without a door.
  made(draft.apply('create_room', { label: 'Cell', polygon: box(6, 0, 3, 4) }))
  const { ok, counts, issues } = verifyScene(draft.scene)
  expect(ok).toBe(false)
  expect(counts.error).toBe(1)
  // The repair that a finding offers removes the finding.
  const { fix } = issues[0]
  made(draft.apply(fix!.tool, fix!.arguments))
  expect(verifyScene(draft.scene).ok).toBe(true)
})

test('a draft of one client is not seen in that of another', () => {
  const start = newScene('A house', 'k3x9')
  const [mine, yours] = [new Draft(start), new Draft(start)]
  made(mine.apply('create_room', { label: 'Mine', polygon: box(0, 0, 4, 3) }))
  expect(nodesOf(yours.scene, 'wall')).toEqual([])
  expect(nodesOf(start, 'wall')).toEqual([])
  made(yours.apply('create_wall', { start: [0, 0], end: [4, 0] }))
  expect(nodesOf(mine.scene, 'wall')).toHaveLength(4)
  expect(nodesOf(yours.scene, 'wall')).toHaveLength(1)
})

test('two who edit one file at once lose nothing of each other, and others’ files stay theirs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-architect-'))
  try {
    const [house, studio] = [join(folder, 'house.json'), join(folder, 'studio.json')]
    await createScene(house, 'House')
    await createScene(studio, 'Studio')
    const untouched = await readFile(studio, 'utf8')
    const build = (name: string, x: number) =>
      changeScene(house, 'apply', (draft) =>
        made(draft.apply('create_room', { label: name, polygon: box(x, 0, 3, 3) })),
      )
    await Promise.all(['A', 'B', 'C', 'D'].map((name, index) => build(name, index * 4)))
    const names = nodesOf(await openScene(house, 'show'), 'zone').map(({ label }) => label)
    expect(names.sort()).toEqual(['A', 'B', 'C', 'D'])
    expect(await readFile(studio, 'utf8')).toBe(untouched)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

describe('no client of tools stumbles over a schema', () => {
  const schemas = OPERATIONS.map(({ name, input }) => ({
    name,
    schema: z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>,
  }))

  test('the lint finds what it looks for', () => {
    const planted = z.toJSONSchema(
      z.strictObject({ place: z.tuple([z.number()]), any: z.unknown() }),
      { io: 'input' },
    )
    const lists = { type: ['number', 'string'] }
    expect(schemaFaults(planted)).toEqual(['place: a tuple', 'any: states nothing'])
    expect(schemaFaults({ type: 'object', properties: { width: lists } })).toEqual([
      ': takes any further field',
      'width: a list of types',
    ])
  })

  test.each(schemas)('$name', ({ schema }) => {
    expect(schema.type).toBe('object')
    expect(schemaFaults(schema)).toEqual([])
  })
})

type Schema = Record<string, unknown>

/**
 * Array-valued types, schemas that state nothing, tuples, unions on top, objects that take any
 * field.
 */
function schemaFaults(schema: Schema, path = ''): string[] {
  const faults: string[] = []
  const names = Object.keys(schema).filter((name) => name !== 'description' && name !== 'default')
  if (names.length === 0) faults.push(`${path}: states nothing`)
  if (Array.isArray(schema.type)) faults.push(`${path}: a list of types`)
  if (schema.prefixItems !== undefined || Array.isArray(schema.items))
    faults.push(`${path}: a tuple`)
  if (path === '' && (schema.anyOf || schema.oneOf || schema.allOf))
    faults.push(`${path}: a union on top`)
  const isOpen = schema.additionalProperties === undefined || schema.additionalProperties === true
  if (schema.type === 'object' && isOpen) faults.push(`${path}: takes any further field`)
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    faults.push(...schemaFaults(inner, path ? `${path}.${name}` : name))
  for (const place of ['items', 'additionalProperties', 'propertyNames'] as const) {
    const inner = schema[place]
    if (inner !== null && typeof inner === 'object' && !Array.isArray(inner))
      faults.push(...schemaFaults(inner as Schema, `${path}.${place}`))
  }
  for (const union of ['anyOf', 'oneOf', 'allOf'] as const)
    for (const inner of (schema[union] ?? []) as Schema[])
      faults.push(...schemaFaults(inner, `${path}.${union}`))
  return faults
}

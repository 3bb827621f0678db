import { expect, test } from 'vitest'
import type { z } from 'zod'
import { seededRandom } from '../../random/seeded-random.ts'
import { made } from '../../tests/houses/drafted-house.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { largeBuilding } from '../../tests/houses/large-building.ts'
import { verifyScene } from '../checks/verify.ts'
import { Draft } from '../operations/draft.ts'
import { newScene, type Scene } from '../scene/scene.ts'
import { METRES_PER, quantize, UNITS } from '../scene/units.ts'
import { answerIn, inUnit } from './answer-units.ts'
import { READS } from './index.ts'
import { isFailure, type ReadSuccess, runRead } from './run-read.ts'

const house = exampleScene('family-house')

/** A call of every read, and of every form of answer that it has. */
const CALLS: [name: string, given: Record<string, unknown>][] = [
  ['get_scene', {}],
  ['get_scene', { detail: 'tree' }],
  ['get_scene', { detail: 'nodes' }],
  ['list_levels', {}],
  ['get_level_summary', {}],
  ['get_zones', {}],
  ['get_walls', {}],
  ['find_nodes', {}],
  ['find_nodes', { near: [0, 0] }],
  ['get_node', { id: 'wall_4' }],
  ['get_node', { id: 'stair_114' }],
  ['measure', { mode: 'path', fromId: 'Kitchen', toId: 'Bathroom' }],
  ['measure', { mode: 'area', fromId: 'Hall' }],
  ['quantities', {}],
  ['quantities', { by: 'room' }],
  ['quantities', { by: 'material' }],
  ['check_collisions', { candidate: { asset: 'armchair', position: [-6, 0, 2] } }],
  ['check_collisions', { minimumClearance: 0.5 }],
  ['search_assets', {}],
  ['validate_scene', {}],
  ['verify_scene', {}],
]

function answer(scene: Scene, name: string, given: Record<string, unknown>): ReadSuccess {
  const answer = runRead(scene, name, given)
  if (isFailure(answer)) throw new Error(`${name}: ${answer.error.message}`)
  return answer
}

/** The only list of an answer that `total` counts, by its name. */
function listOf(name: string, page: ReadSuccess): [string, unknown[]] {
  const result = READS.find((read) => read.name === name)!.result.shape
  const lists = Object.keys(result).filter((field) => Array.isArray(page[field]))
  const field = lists.at(-1)!
  return [field, page[field] as unknown[]]
}

test('get_walls states the widest flat opening of an arc, which fits and no wider one does', () => {
  const draft = new Draft(newScene('An arc', 'k3x9'))
  const arc = { start: [0, 0], end: [6, 0], sagitta: 1 }
  const [wallId] = made(draft.apply('create_wall', arc)).wallIds
  made(draft.apply('create_wall', { start: [0, 3], end: [6, 3] }))
  const { walls } = answer(draft.scene, 'get_walls', {}) as unknown as {
    walls: { freeSpans: number[][]; widestFlat?: number }[]
  }
  const [{ freeSpans, widestFlat }, straight] = walls
  expect(straight).not.toHaveProperty('widestFlat')
  expect(freeSpans[0][1] - freeSpans[0][0]).toBeGreaterThan(2 * widestFlat!)
  const add = (width: number) => draft.apply('add_window', { wallId, t: 0.5, width })
  expect(add(widestFlat! + 0.001)).toMatchObject({ error: { widestOnArc: widestFlat } })
  made(add(widestFlat!))
})

test('an opening fits in a free span with the pier that the description states, and no wider one', () => {
  const draft = new Draft(newScene('A wall', 'k3x9'))
  const [wallId] = made(draft.apply('create_wall', { start: [0, 0], end: [6, 0] })).wallIds
  made(draft.apply('add_window', { wallId, offset: 3, width: 1 }))
  const { walls } = answer(draft.scene, 'get_walls', {}) as unknown as {
    walls: { freeSpans: number[][] }[]
  }
  expect(walls[0].freeSpans).toEqual([
    [0, 2.5],
    [3.5, 6],
  ])
  const { description } = READS.find(({ name }) => name === 'get_walls')!.result.shape.walls.element
    .shape.freeSpans
  expect(description).toContain('with 0.05 m of wall left at each end')
  // 2.5 m less two piers.
  const add = (width: number) => draft.apply('add_window', { wallId, offset: 1.25, width })
  expect(add(2.41)).toHaveProperty('error')
  made(add(2.4))
})

test('the calls of these tests include every read', () => {
  expect(new Set(CALLS.map(([name]) => name))).toEqual(new Set(READS.map(({ name }) => name)))
})

test.each(CALLS)('%s %j has an answer of the published shape', (name, given) => {
  const { unit, total, nextCursor, ...fields } = answer(house, name, given)
  const { result } = READS.find((read) => read.name === name)!
  expect(unit).toBe('m')
  expect(result.safeParse(fields).error?.issues).toBeUndefined()
})

test('the pages of every list, with any limit, are the list in one piece', () => {
  const random = seededRandom(11)
  for (const [name, given] of CALLS) {
    const whole = runRead(house, name, given, { isWhole: true })
    if (isFailure(whole) || whole.total === undefined) continue
    const [field, list] = listOf(name, whole)
    expect(list).toHaveLength(whole.total)
    const limits = [undefined, 1 + Math.floor(random() * 40), 1 + Math.floor(random() * 300)]
    for (const limit of list.length > 60 ? limits : [...limits, 1]) {
      const read: unknown[] = []
      let cursor: string | undefined
      do {
        const page = answer(house, name, {
          ...given,
          ...(limit && { limit }),
          ...(cursor && { cursor }),
        })
        expect(page.total).toBe(whole.total)
        read.push(...(page[field] as unknown[]))
        cursor = page.nextCursor
      } while (cursor)
      expect(read, `${name} limit ${limit}`).toEqual(list)
    }
  }
})

test('an answer without a limit is about 4 KB', () => {
  const building = largeBuilding({ storeys: 1, roomsPerSide: 6 })
  for (const [name, given] of CALLS) {
    if (name === 'get_node' || name === 'measure') continue
    // One level has a row of 22 figures, and one room its own list of neighbours.
    expect(JSON.stringify(answer(building, name, given)).length, name).toBeLessThan(6000)
  }
})

test('a page is short enough for an answer of some length, whatever its limit is', () => {
  const charactersMax = 1_500
  const walls: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const given = { limit: 300, ...(cursor && { cursor }) }
    const page = runRead(house, 'get_walls', given, { charactersMax })
    if (isFailure(page)) throw new Error(page.error.message)
    const { nextCursor, ...shown } = page
    const found = shown.walls as unknown[]
    if (found.length > 1) expect(JSON.stringify(found).length).toBeLessThanOrEqual(charactersMax)
    walls.push(...found)
    if (!nextCursor) break
    cursor = nextCursor
  }
  const whole = runRead(house, 'get_walls', {}, { isWhole: true })
  expect(walls).toEqual((whole as unknown as { walls: unknown[] }).walls)
})

test('a cursor of another version of the scene, or of another call, is an error', () => {
  const { nextCursor } = answer(house, 'get_walls', { limit: 3 })
  const { wall_4, ...nodes } = house.nodes
  const changed = { ...house, nodes: { ...nodes, wall_4: { ...wall_4, label: 'East' } } } as Scene
  const stale = runRead(changed, 'get_walls', { limit: 3, cursor: nextCursor })
  expect(stale).toMatchObject({ error: { code: 'stale_cursor', param: 'cursor' } })
  for (const given of [{ levelId: 'level_2', cursor: nextCursor }, { cursor: 'none' }])
    expect(runRead(house, 'get_walls', given)).toMatchObject({ error: { code: 'invalid_cursor' } })
  expect(runRead(house, 'get_zones', { cursor: nextCursor })).toMatchObject({
    error: { code: 'invalid_cursor' },
  })
  expect(runRead(house, 'get_walls', { limit: 5, cursor: nextCursor })).toHaveProperty('walls')
})

test.each([
  [['dor'], 'There is no check dor; did you mean door?', 'checks.0'],
  [['door.blocked', 'Room'], 'There is no check Room; did you mean room?', 'checks.1'],
  [['door.blockd'], 'There is no check door.blockd; did you mean door.blocked?', 'checks.0'],
  [['nonsense'], 'There is no check nonsense. There are valid, wall, room, space,', 'checks.0'],
  [[], 'checks is empty; leave it out for all checks.', 'checks'],
])('verify_scene with the checks %j has no answer', (checks, message, param) => {
  const error = { code: 'invalid_input', message: expect.stringContaining(message), param }
  expect(runRead(house, 'verify_scene', { checks })).toMatchObject({ error })
  expect(() => verifyScene(house, { checks })).toThrow('checks must be names of checks')
})

test('what verify_scene checked can be checked again by its names', () => {
  const { checksRun } = answer(house, 'verify_scene', {})
  expect(answer(house, 'verify_scene', { checks: checksRun })).toMatchObject({ checksRun })
})

/** Strings of an answer that look like ids, without texts and names of files. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[a-z]+_[0-9a-z]+$/.test(value) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  const fields = Object.entries(value).filter(
    ([name]) =>
      !['asset', 'roomType', 'by', 'color', 'texture', 'name', 'attach', 'finishes'].includes(name),
  )
  return fields.flatMap(([, field]) => idsIn(field))
}

test('every id in an answer is of a node of the scene', () => {
  let count = 0
  for (const [name, given] of CALLS) {
    if (name === 'search_assets') continue
    for (const id of idsIn(runRead(house, name, given, { isWhole: true }))) {
      count++
      if (!/^[a-z]+_\d+$/.test(id) && !Object.hasOwn(house.nodes, id)) continue
      expect(house.nodes, `${name}: ${id}`).toHaveProperty([id])
    }
  }
  expect(count).toBeGreaterThan(1000)
})

test('equal scenes have equal answers, in whatever order their nodes are', () => {
  const reversed = Object.fromEntries(Object.entries(house.nodes).reverse())
  const other: Scene = { ...house, lastId: 9999, nodes: structuredClone(reversed) }
  for (const [name, given] of CALLS)
    expect(JSON.stringify(runRead(other, name, given)), name).toBe(
      JSON.stringify(runRead(house, name, given)),
    )
})

test('figures of every unit convert back to the same metres', () => {
  const random = seededRandom(5)
  for (const unit of UNITS) {
    for (const dimension of [1, 2, 3] as const) {
      for (let i = 0; i < 500; i++) {
        const value = quantize((random() - 0.5) * 10 ** Math.floor(random() * 4))
        const back = inUnit(value, dimension, unit) * METRES_PER[unit] ** dimension
        expect(quantize(back), `${value} m^${dimension} in ${unit}`).toBe(value)
      }
    }
  }
})

/** Numbers of an answer with their paths, without those of texts. */
function numbersIn(value: unknown, path = ''): [string, number][] {
  if (typeof value === 'number') return [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, field]) => numbersIn(field, `${path}.${name}`))
}

test('an answer in feet has the numbers of the answer in metres, each converted or a count', () => {
  for (const [name, given] of CALLS) {
    const metric = numbersIn(runRead(house, name, given, { isWhole: true }))
    const lengths = JSON.parse(JSON.stringify(given), (_, value) =>
      typeof value === 'number' ? value / METRES_PER.ft : value,
    )
    const feet = new Map(
      numbersIn(runRead(house, name, { ...lengths, unit: 'ft' }, { isWhole: true })),
    )
    expect(feet.size, name).toBe(metric.length)
    for (const [path, value] of metric) {
      const other = feet.get(path)!
      const isSame = [0, 1, 2, 3].some(
        (dimension) => quantize(other * METRES_PER.ft ** dimension) === value,
      )
      expect(isSame, `${name} ${path}: ${value} m is ${other} ft`).toBe(true)
    }
  }
})

test('a label names one node, or the error lists the candidates', () => {
  const { wall_3, wall_4, ...nodes } = house.nodes
  const twice = {
    ...house,
    nodes: {
      ...nodes,
      wall_3: { ...wall_3, label: 'South' },
      wall_4: { ...wall_4, label: 'South' },
    },
  } as Scene
  expect(runRead(twice, 'get_node', { id: 'south' })).toMatchObject({
    error: {
      code: 'ambiguous_name',
      param: 'id',
      candidates: [{ id: 'wall_3', label: 'South' }, { id: 'wall_4' }],
    },
  })
  expect(runRead(house, 'get_zones', { zoneId: 'wall_4' })).toMatchObject({
    error: { code: 'wrong_kind', param: 'zoneId' },
  })
  expect(runRead(house, 'get_wals', {})).toMatchObject({
    error: { code: 'unknown_read', candidates: [{ id: 'get_walls' }] },
  })
  expect(runRead(house, 'get_walls', { unit: 'yd' })).toMatchObject({
    error: { code: 'invalid_input', param: 'unit' },
  })
})

test('walls that lie over one another by the hundred have no figures, and validate still answers', () => {
  const { wall_4, ...nodes } = house.nodes
  const walls = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      `wall_${10_000 + index}`,
      { ...wall_4, id: `wall_${10_000 + index}` },
    ]),
  )
  const tangled = { ...house, nodes: { ...nodes, ...walls } } as Scene
  expect(runRead(tangled, 'get_walls', {})).toMatchObject({ error: { code: 'unavailable' } })
  expect(runRead(tangled, 'validate_scene', {})).toMatchObject({ valid: false })
})

/** Numbers of answers that no unit converts: counts, indexes, degrees. */
const PLAIN_NUMBERS = new Set(
  'index depth rooms walls openings items nodeCount counts doors windows error warning info stairRisers checked rotation lightRatio'.split(
    ' ',
  ),
)

/** Names of the fields whose numbers stay as they are in millimetres. */
function plainNumbers(schema: z.core.$ZodType, name: string): string[] {
  const def = schema._zod.def as {
    type: string
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
    innerType?: z.core.$ZodType
    valueType?: z.core.$ZodType
  }
  if (def.type === 'number') return answerIn(schema, 1, 'mm') === 1 ? [name] : []
  const fields = Object.entries(def.shape ?? {}).flatMap(([field, each]) =>
    plainNumbers(each, field),
  )
  const inner = def.element ?? def.innerType ?? def.valueType
  return inner ? [...fields, ...plainNumbers(inner, name)] : fields
}

test('every number of an answer is marked for units, or a known count', () => {
  const plain = READS.flatMap(({ name, result }) =>
    plainNumbers(result, '').map((field) => `${name} ${field}`),
  )
  expect(plain.filter((each) => !PLAIN_NUMBERS.has(each.split(' ')[1]))).toEqual([])
  const seen = new Set(plain.map((each) => each.split(' ')[1]))
  expect([...PLAIN_NUMBERS].filter((name) => !seen.has(name))).toEqual([])
})

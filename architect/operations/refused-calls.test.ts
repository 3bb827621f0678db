import { expect, test } from 'vitest'
import { EXAMPLE_NAMES, exampleScene } from '../../tests/houses/example-scenes.ts'
import { assetNamed } from '../assets/catalog.ts'
import { area, boxOf, counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { intersection, regionArea } from '../geometry/regions.ts'
import { exposuresOf } from '../kernel/exposure.ts'
import { levelFrames } from '../kernel/levels.ts'
import { wallPath } from '../kernel/walls/wall-path.ts'
import { isOpening } from '../scene/nodes.ts'
import { childrenOf, nodesOf, openingsOf, type Scene } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import { isRefused, type Refused } from './draft-answer.ts'
import { usualSizes } from './openings/usual-sizes.ts'

interface Call {
  example: string
  scene: Scene
  tool: string
  given: Record<string, unknown>
}

const EXAMPLES = EXAMPLE_NAMES.map((folder) => ({ folder, scene: exampleScene(folder) }))

/** A sunroom of 3 m before each side of the ground floor, drawn over the house by 0.2 to 0.55 m. */
const overlaps: Call[] = EXAMPLES.flatMap(({ folder, scene }) => {
  const [level] = [...levelFrames(scene).values()].filter(({ index }) => index === 0)
  const rooms = childrenOf(scene, level.id, 'zone').filter(
    ({ id }) => exposuresOf(scene, level.id).get(id) === 'inside',
  )
  const { minX, minZ, maxX } = boxOf(rooms.flatMap(({ polygon }) => polygon))
  return [0.2, 0.35, 0.45, 0.55].flatMap((over, k) => {
    const along = 0.3 + 0.6 * k
    return [
      [minX + along, minZ - 3 + over, 3.6, 3],
      [minX - 3 + over, minZ + along / 2, 3, 3.4],
      [maxX - over, minZ + along / 2, 3, 3.4],
    ].map(([x, z, width, depth]) => ({
      example: folder,
      scene,
      tool: 'create_room',
      given: {
        label: 'Sunroom',
        levelId: level.id,
        polygon: [
          [x, z + depth],
          [x + width, z + depth],
          [x + width, z],
          [x, z],
        ],
      },
    }))
  })
})

/** Doors and windows on others, and wider or higher than their walls. */
const openings: Call[] = EXAMPLES.flatMap(({ folder, scene }) => {
  const walls = nodesOf(scene, 'wall').filter(({ id }) => openingsOf(scene, id).length > 0)
  return walls.slice(0, 5).flatMap((wall, index): Call[] => {
    const [first] = openingsOf(scene, wall.id)
    const call = (tool: string, given: object): Call => ({
      example: folder,
      scene,
      tool,
      given: { wallId: wall.id, ...given },
    })
    return [
      index % 2 === 0
        ? call('add_window', { offset: first.offset, width: 1.4 })
        : call('add_door', { offset: first.offset }),
      index % 2 === 0
        ? call('add_door', { width: Math.min(12, wallPath(wall).length + 0.5) })
        : call('add_window', { offset: first.offset, width: 1, height: 2.9, sill: 1 }),
    ]
  })
})

/** Stairs through other storeys' ends, and things in walls and in one another. */
const rest: Call[] = EXAMPLES.flatMap(({ folder, scene }) => {
  const items = nodesOf(scene, 'item')
    .filter(({ asset }) => assetNamed(asset)?.attach === 'floor')
    .slice(0, 6)
  const placed = items.map(({ position, parent }) => ({
    example: folder,
    scene,
    tool: 'place_item',
    given: {
      levelId: parent,
      items: [{ catalogItemId: 'sideboard', position: [position[0], position[2]] }],
    },
  }))
  const [level] = levelFrames(scene).keys()
  const stair = {
    example: folder,
    scene,
    tool: 'create_stair_between_levels',
    given: { fromLevelId: level, position: [0.3, -0.3] },
  }
  return [...placed, stair].slice(0, 7)
})

const CALLS = [...overlaps, ...openings, ...rest]

function refusalOf({ scene, tool, given }: Call): Refused['error'] | null {
  const answer = new Draft(scene).apply(tool, given)
  return isRefused(answer) ? answer.error : null
}
const REFUSED = CALLS.flatMap((call) => {
  const error = refusalOf(call)
  return error ? [{ ...call, error }] : []
})

test('the corpus has at least 65 refused calls, over all three examples', () => {
  expect(REFUSED.length).toBeGreaterThanOrEqual(65)
  expect(new Set(REFUSED.map(({ example }) => example)).size).toBe(3)
})

test('fixes of rooms that overlap keep at least 80 % of them in place, for 19 of 20 calls', () => {
  const wanted = REFUSED.filter(({ error }) => error.code === 'overlaps_room')
  const shares = wanted.map(({ given, error }) => {
    const fixed = error.fix?.arguments.polygon as Polygon | undefined
    if (!fixed) return 0
    const [before, after] = [given.polygon as Polygon, fixed].map(counterClockwise)
    return regionArea(intersection([before], [after])) / area(before)
  })
  expect(wanted.length).toBeGreaterThanOrEqual(30)
  const high = shares.filter((share) => share >= 0.8).length / wanted.length
  expect(high).toBeGreaterThanOrEqual(0.95)
})

test('every fix works, and no opening that it makes is larger than usual', () => {
  const beyond: string[] = []
  let fixes = 0
  for (const { scene, tool, given, error } of REFUSED) {
    if (!error.fix) continue
    fixes++
    const draft = new Draft(scene)
    const answer = draft.apply(error.fix.tool, error.fix.arguments)
    expect(isRefused(answer), JSON.stringify([tool, given, error.fix])).toBe(false)
    for (const node of Object.values(draft.scene.nodes)) {
      if (!isOpening(node) || scene.nodes[node.id]) continue
      const { width, height } = usualSizes(node.kind, node as object)
      if (node.width > width[1] || node.height > height[1])
        beyond.push(`${tool} ${node.width} by ${node.height}`)
    }
  }
  expect(beyond).toEqual([])
  expect(fixes / REFUSED.length).toBeGreaterThan(0.7)
})

test('a refusal for collisions names all that is in the way', () => {
  const scene = exampleScene('studio')
  const [a, b, c] = nodesOf(scene, 'item').filter(
    ({ asset }) => assetNamed(asset)?.attach === 'floor' && asset !== 'rug',
  )
  const draft = new Draft(scene)
  const answer = draft.apply('apply_patch', {
    ops: [
      { op: 'change', id: b.id, set: { position: [...a.position] } },
      { op: 'change', id: c.id, set: { position: [...a.position] } },
    ],
  }) as Refused
  expect(answer.error.nodeIds).toEqual(expect.arrayContaining([a.id, b.id, c.id]))
  expect((answer.error.blockers as unknown[]).length).toBeGreaterThanOrEqual(2)
})

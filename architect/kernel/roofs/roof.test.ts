import Module from 'manifold-3d'
import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { solidVolume } from '../../../tests/oracles/solid-referee.ts'
import { rectangle } from '../../geometry/mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import { add, type Point, rotate } from '../../geometry/point.ts'
import { area, type Polygon } from '../../geometry/polygon.ts'
import { union } from '../../geometry/regions.ts'
import { type NodeOf, ROOF_TYPES } from '../../scene/nodes.ts'
import { fullNode, newScene, type Scene } from '../../scene/scene.ts'
import { bodyOf } from '../bodies.ts'
import { type RoofShape, roofShape } from './roof-shape.ts'

let referee: Awaited<ReturnType<typeof Module>>
beforeAll(async () => {
  referee = await Module()
  referee.setup()
})

/** A roof on a ground floor of 2.8 m without walls. */
function under(fields: Partial<NodeOf<'roof'>>): Scene {
  const scene = newScene('A house', 'k3x9')
  const roof = fullNode({ ...fields, id: 'roof_3', kind: 'roof', parent: 'level_2' })
  return { ...scene, nodes: { ...scene.nodes, roof_3: roof } }
}
const shapeOf = (fields: Partial<NodeOf<'roof'>>) => roofShape(under(fields), 'roof_3') as RoofShape
const at = (points: Polygon) => points as [number, number][]
const PLAN = at(rectangle([5, -3], 10, 6))
const TILT = Math.SQRT2

test('the ridge of a gable of 10 by 6 m at 45 degrees is 3 m and the roof’s depth above the walls', () => {
  const roof = shapeOf({ polygon: PLAN, pitch: 45, overhang: 0.5, thickness: 0.2 })
  expect(roof.eavesHeight).toBe(2.8)
  expect(roof.depth).toBeCloseTo(0.2 * TILT, 9)
  expect(roof.ridgeHeight).toBeCloseTo(2.8 + 3 + 0.2 * TILT, 9)
  expect(roof.planes).toHaveLength(2)
  expect(roof.coveredArea).toBeCloseTo(11 * 7, 9)
  expect(roof.surfaceArea).toBeCloseTo(11 * 7 * TILT, 6)
  expect(roof.gables).toEqual([1, 3])
})

test('a gable is as thick as the walls under it, also where the front is of several', () => {
  const front = [
    [0, -2],
    [-2, -4],
    [-4, -6],
  ]
  const walls = front.map(([start, end], i) => ({
    kind: 'wall' as const,
    id: `wall_${4 + i}`,
    start: [10, start],
    end: [10, end],
    thickness: 0.3,
  }))
  const scene = sceneOf(
    { kind: 'roof', id: 'roof_3', polygon: PLAN, pitch: 45, overhang: 0.5 },
    ...walls,
  )
  const { mesh } = bodyOf(scene, 'roof_3')!.parts.find(({ name }) => name === 'gable')!
  const east = mesh.positions.filter((x, i) => i % 3 === 0 && x > 5)
  expect(Math.min(...east)).toBeCloseTo(9.85, 6)
  expect(Math.max(...east)).toBeCloseTo(10.15, 6)
})

test('the gables of that roof are two triangles, as thick as a wall', () => {
  const scene = under({ polygon: PLAN, pitch: 45, overhang: 0.5 })
  const gable = bodyOf(scene, 'roof_3')!.parts.find(({ name }) => name === 'gable')!
  // Each a triangle of 6 by 3 m, whole: over the eaves' walls there is nothing to share.
  expect(volumeOf(gable.mesh)).toBeCloseTo(2 * ((6 * 3 * 0.15) / 2), 6)
})

test('a hip over the same plan has the same slope, four planes and a ridge of 4 m', () => {
  const roof = shapeOf({ polygon: PLAN, roofType: 'hip', pitch: 45, overhang: 0, thickness: 0.2 })
  expect(roof.planes.map(({ outline }) => outline.length)).toEqual([4, 3, 4, 3])
  expect(roof.ridgeHeight).toBeCloseTo(2.8 + 3 + 0.2 * TILT, 9)
  expect(roof.surfaceArea).toBeCloseTo(60 * TILT, 6)
  expect(roof.gables).toEqual([])
})

test('a shed rises over the whole depth, a flat roof not at all', () => {
  const shed = shapeOf({ polygon: PLAN, roofType: 'shed', pitch: 45, overhang: 0, thickness: 0.1 })
  expect(shed.ridgeHeight).toBeCloseTo(2.8 + 6 + 0.1 * TILT, 9)
  expect(shed.gables).toHaveLength(3)
  const flat = shapeOf({ polygon: PLAN, roofType: 'flat', pitch: 45, overhang: 0, thickness: 0.3 })
  expect(flat.ridgeHeight).toBeCloseTo(3.1, 9)
  expect(flat.planes).toHaveLength(1)
})

test('a shed goes up to the left of the direction of its ridge', () => {
  const high = (ridge: number) => {
    const { planes } = shapeOf({ polygon: PLAN, roofType: 'shed', ridge, overhang: 0 })
    const [top] = [...planes[0].outline].sort((a, b) => b[1] - a[1])
    return top[2]
  }
  expect([high(0), high(180)]).toEqual([-6, 0])
})

test.each(['gambrel', 'mansard'] as const)(
  'a %s breaks its pitch and has the ridge of a plain roof',
  (roofType) => {
    const roof = shapeOf({ polygon: PLAN, roofType, pitch: 45, overhang: 0, thickness: 0.2 })
    expect(roof.ridgeHeight - roof.depth).toBeCloseTo(5.8, 9)
    const pitches = [...new Set(roof.planes.map(({ pitch }) => Math.round(pitch)))].sort()
    expect(pitches).toEqual(roofType === 'gambrel' ? [30, 58] : [22, 70])
  },
)

test.each([
  // Two thirds of the height at two fifths of the way, 30 degrees above: 0.2 m across is 0.2315
  // plumb.
  ['gambrel', 1.2, 1.95, 0.231541],
  // Most of the height at a quarter of the way, 22 degrees above.
  ['mansard', 0.75, 2.1, 0.215407],
] as const)(
  'a %s of 45 degrees breaks %f m in from its eaves, %f m up, and is as deep as its upper planes are thick',
  (roofType, way, height, depth) => {
    const roof = shapeOf({ polygon: PLAN, roofType, pitch: 45, overhang: 0, thickness: 0.2 })
    expect(roof.depth).toBeCloseTo(depth, 6)
    // The plan of 6 m runs from z = 0 to -6: the break over its southern half.
    const knees = roof.planes
      .flatMap(({ outline }) => outline)
      .filter(([, , z]) => Math.abs(z + way) < 1e-6)
    expect(knees.length).toBeGreaterThan(0)
    for (const [, y] of knees) expect(y - roof.depth).toBeCloseTo(2.8 + height, 6)
  },
)

test('over an L the wings end in gables and meet in one valley', () => {
  const polygon = at([
    [0, 0],
    [10, 0],
    [10, -4],
    [4, -4],
    [4, -9],
    [0, -9],
  ])
  const roof = shapeOf({ polygon, pitch: 45, overhang: 0 })
  expect(roof.gables.toSorted()).toEqual([1, 4])
  expect(roof.planes).toHaveLength(4)
  expect(roof.ridgeHeight - roof.depth).toBeCloseTo(4.8, 6)
})

test('a polygon that crosses itself and an overhang that closes a notch are reported, not drawn', () => {
  const bow = at([
    [0, 0],
    [4, -4],
    [4, 0],
    [0, -4],
  ])
  expect(shapeOf({ polygon: bow })).toMatchObject({
    fault: expect.stringContaining('[2, -2] m'),
  })
  expect(bodyOf(under({ polygon: bow }), 'roof_3')!.parts).toEqual([])
  const notch = at([
    [0, 0],
    [9, 0],
    [9, -6],
    [5, -6],
    [5, -2],
    [4, -2],
    [4, -6],
    [0, -6],
  ])
  expect(shapeOf({ polygon: notch, overhang: 0.6 })).toHaveProperty('fault')
  expect(shapeOf({ polygon: notch, overhang: 0.4 })).not.toHaveProperty('fault')
})

test('any roof over any plan is of closed solids that hold their volume, the same twice', () => {
  const random = seededRandom(FUZZ_SEED + 21)
  const plan = (index: number): Polygon => {
    if (index % 3 === 0) return rectangle([0, 0], 4 + random() * 10, 4 + random() * 10)
    if (index % 3 === 1) {
      const wing = () => rectangle([Math.round(random() * 8), Math.round(random() * 8)], 8, 6)
      return union([wing(), wing()]).sort((a, b) => area(b.outer) - area(a.outer))[0].outer
    }
    const count = 3 + Math.floor(random() * 5)
    return Array.from({ length: count }, (_, k) =>
      rotate([4 + random() * 5, 0], ((k + random() * 0.5) * 360) / count),
    )
  }
  for (let i = 0; i < 90; i++) {
    const degrees = [0, 90, 37][i % 3]
    const polygon = plan(Math.floor(i / 2)).map(
      (corner): Point => add(rotate(corner, degrees), [3, 2]),
    )
    const roofType = ROOF_TYPES[i % ROOF_TYPES.length]
    const scene = under({
      polygon: at(polygon),
      roofType,
      pitch: 10 + random() * 40,
      overhang: i % 4 ? 0.4 : 0,
    })
    const shape = roofShape(scene, 'roof_3')!
    if ('fault' in shape) {
      expect(shape.fault).toContain('overhang')
      continue
    }
    const { parts } = bodyOf(scene, 'roof_3')!
    const subject = JSON.stringify(scene.nodes.roof_3)
    for (const { name, mesh } of parts) {
      expect(closedMeshFaults(mesh), `${name} of ${subject}`).toEqual([])
      expect(solidVolume(referee, mesh), `${name} of ${subject}`).toBeCloseTo(volumeOf(mesh), 3)
    }
    const [cover, underside] = parts.map(({ mesh }) => volumeOf(mesh))
    expect((cover + underside) / shape.depth, subject).toBeCloseTo(shape.coveredArea, 4)
    const again = { ...scene, nodes: { ...scene.nodes } }
    expect(bodyOf(again, 'roof_3')).toEqual(bodyOf(scene, 'roof_3'))
  }
})

test('a roof stands on the walls that are under it, not on their neighbours', () => {
  const scene = under({ polygon: PLAN })
  const wall = (id: string, z: number, height: number) =>
    fullNode({ id, kind: 'wall', parent: 'level_2', start: [0, z], end: [30, z], height })
  const nodes = [wall('wall_5', -20, 5), wall('wall_6', -21, 5)]
  const low = fullNode({
    id: 'wall_7',
    kind: 'wall',
    parent: 'level_2',
    start: [0, 0],
    end: [10, 0],
    height: 2.3,
  })
  const added = Object.fromEntries([...nodes, low].map((node) => [node.id, node]))
  const built = { ...scene, nodes: { ...scene.nodes, ...added } } as Scene
  expect(roofShape(built, 'roof_3')).toMatchObject({ eavesHeight: 2.3 })
})

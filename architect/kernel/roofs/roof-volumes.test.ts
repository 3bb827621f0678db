import { expect, test } from 'vitest'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { rectangle } from '../../geometry/mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import { edges, type Polygon } from '../../geometry/polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { bodyOf } from '../bodies.ts'
import { quantities } from '../quantities.ts'

type RoofFields = Partial<Omit<NodeOf<'roof'>, 'parent'>>

/** A house of 8 by 6 m, walls of 0.3 m drawn along their middle, and a roof over `polygon`. */
function house(polygon: Polygon, roof: RoofFields, thickness = [0.3]): Scene {
  const walls = edges(rectangle([4, -3], 8, 6)).map(([start, end], index) => ({
    kind: 'wall' as const,
    id: `wall_${10 + index}`,
    start,
    end,
    thickness: thickness[index % thickness.length],
  }))
  return sceneOf(...walls, { ...roof, kind: 'roof', id: 'roof_3', polygon })
}
/** To the outer faces of the walls, as `create_roof` lays it. */
const OUTER = rectangle([4, -3], 8.3, 6.3)
const MIDDLES = rectangle([4, -3], 8, 6)
const T35 = Math.tan((35 * Math.PI) / 180)

function volumesOf(scene: Scene): Record<string, number> {
  const parts = bodyOf(scene, 'roof_3')!.parts.map(({ name, mesh }) => {
    expect(closedMeshFaults(mesh), name).toEqual([])
    return [name, volumeOf(mesh)] as const
  })
  return Object.fromEntries(parts)
}

test('the two gables over 8 by 6 m at 35 degrees are whole triangles as thick as the walls', () => {
  const { gable } = volumesOf(house(OUTER, { pitch: 35, overhang: 0.4 }))
  // 6.3 m wide, 3.15 tan 35 high, 0.3 m thick: 2.084 m3 each.
  expect(gable).toBeCloseTo(2 * 0.3 * ((6.3 * 3.15 * T35) / 2), 6)
  const inner = volumesOf(house(MIDDLES, { pitch: 35, overhang: 0.4 }))
  expect(inner.gable).toBeCloseTo(2 * 0.3 * ((6 * 3 * T35) / 2), 6)
})

test('a gambrel’s gables are pentagons: its knee is 0.4 of the way in and 0.65 of the height up', () => {
  const { gable } = volumesOf(house(OUTER, { roofType: 'gambrel', pitch: 35, overhang: 0.4 }))
  const [way, rise] = [3.15, 3.15 * T35]
  const [knee, height] = [0.4 * way, 0.65 * rise]
  const half = (knee * height) / 2 + ((way - knee) * (height + rise)) / 2
  expect(gable).toBeCloseTo(2 * 0.3 * 2 * half, 6)
})

test('a shed is closed by two triangles and a high wall, which share their corners once', () => {
  const { gable } = volumesOf(house(OUTER, { roofType: 'shed', pitch: 35, overhang: 0.4 }))
  const [deep, high] = [6.3, 6.3 * T35]
  const triangle = 0.3 * ((deep * high) / 2)
  // The back wall follows the slope over its 0.3 m; 0.3 m of it at each end are in the triangles.
  const back = (8.3 - 2 * 0.3) * 0.3 * ((high + (deep - 0.3) * T35) / 2)
  expect(gable).toBeCloseTo(2 * triangle + back, 6)
})

test('neighbouring gables of unequal walls leave no gap and share nothing', () => {
  // Of the shed, the sides are 0.2 m thick and the back 0.4 m; drawn along their middle.
  const { gable } = volumesOf(
    house(MIDDLES, { roofType: 'shed', pitch: 35, overhang: 0.4 }, [0.4, 0.2]),
  )
  const over = (from: number, to: number) => ((from + to) / 2) * T35 * (to - from)
  // By depth from the low edge: the sides from 0 to 6.2 m, the back from 5.8 m between them.
  const sides = 2 * 0.2 * over(0, 6.2)
  const back = (8 - 0.2) * over(5.8, 6.2)
  expect(gable).toBeCloseTo(sides + back, 6)
})

test.each([
  // Plan with 0.4 m overhang, times the plumb depth of the planes: 0.2 m across them at the pitch.
  ['gable', 9.1 * 7.1, 0.2 / Math.cos((35 * Math.PI) / 180)],
  ['hip', 9.1 * 7.1, 0.2 / Math.cos((35 * Math.PI) / 180)],
  ['shed', 9.1 * 7.1, 0.2 / Math.cos((35 * Math.PI) / 180)],
  ['flat', 9.1 * 7.1, 0.2],
  // Across the upper planes, which rise 0.35 of the height over 0.6 of the way.
  ['gambrel', 9.1 * 7.1, 0.2 * Math.hypot(1, (T35 * 0.35) / 0.6)],
  // 0.3 of the height over 0.75 of the way.
  ['mansard', 9.1 * 7.1, 0.2 * Math.hypot(1, (T35 * 0.3) / 0.75)],
] as const)('a %s has the volume of its plan times its plumb depth', (roofType, plan, depth) => {
  const scene = house(OUTER, { roofType, pitch: 35, overhang: 0.4, thickness: 0.2 })
  const { cover, underside } = volumesOf(scene)
  expect(cover + underside).toBeCloseTo(plan * depth, 6)
  const { roofVolume, roofCoveredArea } = quantities(scene).figures
  expect(roofVolume).toEqual({ value: expect.closeTo(plan * depth, 6) })
  expect(roofCoveredArea).toEqual({ value: expect.closeTo(plan, 6) })
})

/** Cubic metres between the tops of the walls and the underside of a roof without overhang. */
function attic(roofType: NodeOf<'roof'>['roofType']): number {
  const body = bodyOf(house(OUTER, { roofType, pitch: 35, overhang: 0 }), 'roof_3')!
  const { positions, indices } = body.parts.find(({ name }) => name === 'underside')!.mesh
  let volume = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = indices[i + k] * 3
      return [positions[at], positions[at + 1] - 2.8, positions[at + 2]]
    })
    const plan = ((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])) / 2
    // The lower side looks down: its triangles go clockwise from above.
    if (plan < -1e-9 && isLower(a, b, c)) volume -= (plan * (a[1] + b[1] + c[1])) / 3
  }
  return volume
}
const isLower = (...corners: number[][]) => corners.every(([, y]) => y >= -1e-9)

test.each([
  // Half of the width times the height, along 8.3 m.
  ['gable', ((6.3 * 3.15 * T35) / 2) * 8.3],
  // Prismatoid: a wedge of which the ridge is 2 m long.
  ['hip', ((6.3 * 3.15 * T35) / 6) * (2 * 8.3 + 2)],
  ['shed', ((6.3 * 6.3 * T35) / 2) * 8.3],
] as const)('the room under a %s is that of the formula', (roofType, volume) => {
  expect(attic(roofType)).toBeCloseTo(volume, 6)
})

test('the room under a mansard is a frustum with a wedge on it', () => {
  // The knee is a quarter of 3.15 m in, 0.7 of the height up: 6.725 by 4.725 m.
  const rise = 3.15 * T35
  const [low, knee] = [8.3 * 6.3, 6.725 * 4.725]
  const middle = ((8.3 + 6.725) / 2) * ((6.3 + 4.725) / 2)
  const frustum = ((0.7 * rise) / 6) * (low + 4 * middle + knee)
  const wedge = ((4.725 * 0.3 * rise) / 6) * (2 * 6.725 + 2)
  expect(attic('mansard')).toBeCloseTo(frustum + wedge, 6)
})

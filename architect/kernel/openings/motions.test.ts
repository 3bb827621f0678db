import { describe, expect, test } from 'vitest'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import { overlapDepth } from '../../geometry/convex.ts'
import {
  add,
  distance,
  leftOf,
  mix,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { contains, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, offset, regionArea, ringsOf, union } from '../../geometry/regions.ts'
import type { Point3 } from '../../geometry/vector.ts'
import { DOOR_TYPES, type DoorType, WINDOW_TYPES } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { bodyOf } from '../bodies.ts'
import { wallPath } from '../walls/wall-path.ts'
import { doorSwing } from './door-swing.ts'
import { motionsOf, movedPoint } from './motions.ts'
import { openingPlace } from './opening-outline.ts'

/** Walls of 0.2 m: to the east, back to the west, at an angle, and two arcs of 6.5 m of radius. */
const WALLS = {
  east: { start: [0, 0], end: [5, 0] },
  west: { start: [5, 0], end: [0, 0] },
  oblique: { start: [0, 0], end: [3, 4] },
  'an arc to the left': { start: [0, 0], end: [5, 0], sagitta: 0.5 },
  'an arc to the right': { start: [5, 0], end: [0, 0], sagitta: -0.5 },
} as const
type WallName = keyof typeof WALLS
const THICKNESS = 0.2
const STEPS = 16
/**
 * What bodies without play rub on: sqrt(0.8^2 + 0.04^2) - 0.8 = 1 mm for one leaf, and for four
 * panels of 0.42 m 4 (sqrt(0.42^2 + 0.04^2) - 0.42) = 7.6 mm, less their joint.
 */
const RUBS_M = 0.006
/** Depth in the frame of a closed leaf, 40 mm thick and 5 mm behind the face, and its rounding. */
const LEAVES_M = 0.05

function withDoor(wall: WallName, fields: object): Scene {
  const path = wallPath({ sagitta: 0, ...WALLS[wall] } as never)
  return sceneOf(
    { kind: 'wall', id: 'wall_3', thickness: THICKNESS, height: 2.8, ...WALLS[wall] },
    {
      kind: 'door',
      id: 'door_4',
      parent: 'wall_3',
      offset: path.length / 2,
      width: 0.9,
      height: 2.1,
      sill: 0,
      ...fields,
    },
  )
}

/** Corners of a group's leaf, when the node is open by a share. */
function cornersAt(scene: Scene, id: string, group: string, share: number): Point3[] {
  const { motions, corners } = leavesOf(scene, id)
  return corners[group].map((corner) => movedPoint(motions, group, share, corner))
}

const known = new WeakMap<Scene, ReturnType<typeof findLeaves>>()
function leavesOf(scene: Scene, id: string) {
  const found = known.get(scene) ?? findLeaves(scene, id)
  known.set(scene, found)
  return found
}

/** The motions of a node, and the distinct corners of each of its closed leaves. */
function findLeaves(scene: Scene, id: string) {
  const corners: Record<string, Point3[]> = {}
  for (const { name, mesh } of bodyOf(scene, id)!.parts) {
    const distinct = new Map<string, Point3>()
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const corner = [...mesh.positions.slice(i, i + 3)] as unknown as Point3
      distinct.set(`${corner}`, corner)
    }
    corners[name] = [...distinct.values()]
  }
  return { motions: motionsOf(scene, id), corners }
}

/** Counter-clockwise hull of the corners in plan, by gift wrapping. */
function hullOf(corners: readonly Point3[]): Polygon {
  const points = corners.map(([x, , z]): Point => [x, z])
  const turn = (o: Point, a: Point, b: Point) =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (list: Point[]) => {
    const ring: Point[] = []
    for (const point of list) {
      while (ring.length > 1 && turn(ring.at(-2)!, ring.at(-1)!, point) <= 1e-12) ring.pop()
      ring.push(point)
    }
    return ring.slice(0, -1)
  }
  return counterClockwise([...half(sorted), ...half([...sorted].reverse())])
}

/** Frame of the opening in plan: its middle, its way, and rectangles by `s` and `t`. */
function planOf(scene: Scene, width: number) {
  const path = wallPath(scene.nodes.wall_3 as never)
  const [a, b] = [-1, 1].map((side) => path.at(path.length / 2 + (side * width) / 2))
  const along = unit(subtract(b, a))
  // A flat door in a curved wall stands somewhere between the chord and the arc.
  const origin = mix(a, b, 0.5)
  const bulge = distance(origin, path.at(path.length / 2))
  const at = (s: number, t: number): Point =>
    add(origin, add(scale(along, s), scale(leftOf(along), t)))
  const box = (s0: number, s1: number, t0: number, t1: number) =>
    counterClockwise([at(s0, t0), at(s1, t0), at(s1, t1), at(s0, t1)])
  // In a curved wall the jambs stand along its radii, and the frame is as wide as they are apart.
  const half = openingPlace(scene, nodeOf(scene, 'door_4', 'door')!)!.width / 2
  return { box, bulge, half }
}

/** A wall at an angle and an arc in `npm test`. */
const PLAYED_WALLS = isLongRun
  ? (Object.keys(WALLS) as WallName[])
  : (['oblique', 'an arc to the left'] as const)

const cases = DOOR_TYPES.flatMap((doorType) =>
  (['start', 'end'] as const).flatMap((hinge) =>
    (['left', 'right'] as const).flatMap((swing) =>
      PLAYED_WALLS.map((wall) => ({ doorType, hinge, swing, wall })),
    ),
  ),
)
const WIDTHS: Record<DoorType, number[]> = {
  hinged: [0.9],
  double: [1.4],
  sliding: [0.9, 1.8],
  pocket: [0.9],
  folding: [0.9, 1.8],
  garage: [2.4],
}

describe.each(cases)('a $doorType door, hinges at the $hinge, to the $swing, $wall', (given) => {
  const { wall, ...fields } = given
  const side = given.swing === 'left' ? 1 : -1
  const scenes = WIDTHS[given.doorType].map((width) => ({
    width,
    scene: withDoor(wall, { ...fields, width }),
  }))

  test('it is closed at rest, and its parts are those of its body', () => {
    for (const { scene } of scenes) {
      const motions = motionsOf(scene, 'door_4')
      const names = bodyOf(scene, 'door_4')!.parts.map(({ name }) => name)
      expect(motions.length).toBeGreaterThan(0)
      for (const { group, parts } of motions) {
        expect(parts).toContain(group)
        for (const name of parts) expect(names).toContain(name)
        const point: Point3 = [1, 2, 3]
        const still = movedPoint(motions, group, 0, point)
        for (let k = 0; k < 3; k++) expect(still[k]).toBeCloseTo(point[k], 6)
      }
    }
  })

  test('in plan its leaves sweep what checks leave free', () => {
    for (const { scene, width } of scenes) {
      const { box, bulge, half } = planOf(scene, width)
      const far = 10
      const edge = THICKNESS / 2 + bulge + 0.06
      const outside = side > 0 ? box(-far, far, -far, edge) : box(-far, far, -edge, far)
      const poses = motionsOf(scene, 'door_4').flatMap(({ group }) =>
        Array.from({ length: 17 }, (_, step) =>
          // What is over the door is over people's heads.
          cornersAt(scene, 'door_4', group, step / 16).filter(([, y]) => y < 2.04),
        ),
      )
      const hulls = poses.filter((pose) => pose.length > 2).map(hullOf)
      const swept = difference(ringsOf(union(hulls.filter((ring) => ring.length > 2))), [outside])
      const swing = doorSwing(scene, 'door_4')!.leaf
      const checked = difference(swing, [outside])
      // The leaf is between the frame's jambs, 50 mm from the wall on both sides, and in a curved
      // wall its chord is as much as the bulge from its arc. Of a folding door checks take the
      // convex hull, which is at most 40 mm more.
      const near = 0.14 + bulge + (given.doorType === 'folding' ? 0.04 : 0)
      const grown = (rings: Polygon[]) => (rings.length > 0 ? ringsOf(offset(rings, near)) : [])
      const area = (rings: Polygon[], less: Polygon[]) =>
        difference(rings, less).reduce((sum, region) => sum + regionArea([region]), 0)
      expect(area(ringsOf(swept), grown(swing))).toBeLessThan(1e-4)
      expect(area(ringsOf(checked), grown(ringsOf(swept)))).toBeLessThan(1e-4)
      expect(swing.length > 0).toBe(ringsOf(swept).length > 0)
      expect(half).toBeGreaterThan(0)
    }
  })

  test('its leaves come neither into the frame nor into the wall', () => {
    // A pocket door goes into the wall, and in a curved one there is no way along it.
    const isCurved = wall.startsWith('an arc')
    const isExempt = { pocket: true, sliding: isCurved, garage: isCurved }
    expect(motionsOf(scenes[0].scene, 'door_4')).not.toEqual([])
    if (isExempt[given.doorType as keyof typeof isExempt]) return
    for (const { scene, width } of scenes) {
      const { box, half } = planOf(scene, width)
      const frame = THICKNESS / 2 + (isCurved ? 0 : 0.012)
      const fixed = [
        box(-half, -half + 0.05, -frame, frame),
        box(half - 0.05, half, -frame, frame),
        box(-half - 1, -half, -THICKNESS / 2, THICKNESS / 2),
        box(half, half + 1, -THICKNESS / 2, THICKNESS / 2),
      ]
      // In a curved wall the flat frame stands at another depth than on the chord.
      if (isCurved) fixed.splice(2)
      const motions = motionsOf(scene, 'door_4')
      for (const { group } of motions)
        for (let step = 0; step <= STEPS; step++) {
          const corners = cornersAt(scene, 'door_4', group, step / STEPS)
          const ring = hullOf(corners.filter(([, y]) => y < 2.2))
          if (ring.length < 3) continue
          for (const [index, solid] of fixed.entries())
            expect(overlapDepth(ring, solid), `${group} at ${step}, ${index}`).toBeLessThan(RUBS_M)
        }
      // Nor do they come into each other.
      for (let step = 0; step <= STEPS; step++) {
        if (given.doorType === 'garage') break
        const rings = bodyOf(scene, 'door_4')!
          .parts.filter(({ name }) => name.startsWith('leaf'))
          .map(({ name }) => hullOf(cornersAt(scene, 'door_4', name, step / STEPS)))
        for (const [i, one] of rings.entries())
          for (const other of rings.slice(i + 1))
            expect(overlapDepth(one, other), `step ${step}`).toBeLessThan(RUBS_M)
      }
    }
  })
})

test.each(cases.filter(({ doorType }) => ['hinged', 'double', 'folding'].includes(doorType)))(
  'no corner of a leaf of a $doorType door, hinges at the $hinge, to the $swing, $wall, leaves what checks leave free',
  ({ wall, ...fields }) => {
    for (const width of WIDTHS[fields.doorType]) {
      const scene = withDoor(wall, { ...fields, width })
      const free = offset(doorSwing(scene, 'door_4')!.leaf, LEAVES_M).map(({ outer }) => outer)
      const corners = motionsOf(scene, 'door_4').flatMap(({ group }) =>
        Array.from({ length: STEPS + 1 }, (_, step) =>
          cornersAt(scene, 'door_4', group, step / STEPS),
        ).flat(),
      )
      expect(corners.length).toBeGreaterThan(0)
      expect(corners.filter(([x, , z]) => !free.some((ring) => contains(ring, [x, z])))).toEqual([])
    }
  },
)

test('a leaf hinged at the start of a wall to the east turns to the north, counter-clockwise', () => {
  const [motion] = motionsOf(withDoor('east', {}), 'door_4')
  expect(motion).toMatchObject({ group: 'leaf_1', kind: 'turn', axis: [0, 1, 0], amount: 90 })
  // The jamb of the frame ends at 2.5 - 0.45 + 0.05; north of the wall is -Z: 0.1 - 0.005.
  expect(motion.pivot[0]).toBeCloseTo(2.1, 9)
  expect(motion.pivot[2]).toBeCloseTo(-0.095, 9)
  expect(motion.parts).toEqual(['leaf_1', 'handle_1'])
  const corners = cornersAt(withDoor('east', {}), 'door_4', 'leaf_1', 1)
  expect(Math.min(...corners.map(([, , z]) => z))).toBeCloseTo(-0.095 - 0.8, 9)
  const [mirrored] = motionsOf(withDoor('east', { hinge: 'end' }), 'door_4')
  expect(mirrored.amount).toBe(-90)
})

test('sections of a garage door end level under the ceiling, and the doorway is free', () => {
  const scene = withDoor('east', { doorType: 'garage', width: 2.4 })
  const motions = motionsOf(scene, 'door_4')
  // 2.05 - 0.006 m within the frame in sections of about 0.55 m.
  expect(motions).toHaveLength(4)
  for (const { group, kind, amount } of motions) {
    expect(kind).toBe('roll')
    expect(amount).toBeCloseTo(2.044 + 0.15, 9)
    const open = cornersAt(scene, 'door_4', group, 1)
    expect(Math.min(...open.map(([, y]) => y))).toBeGreaterThan(2.044)
    for (let step = 0; step <= STEPS; step++)
      for (const [, , z] of cornersAt(scene, 'door_4', group, step / STEPS))
        expect(z).toBeLessThan(-0.112)
  }
  const top = cornersAt(scene, 'door_4', 'leaf_4', 1)
  const heights = top.map(([, y]) => y)
  // On the level track 0.3 m over the head; the leaf is 0.04 m thick.
  expect(Math.max(...heights)).toBeCloseTo(2.05 + 0.3, 6)
  expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(0.04, 6)
})

describe.each(WINDOW_TYPES)('a %s window', (windowType) => {
  const window = {
    kind: 'window' as const,
    id: 'window_4',
    parent: 'wall_3',
    offset: 2.5,
    width: 1.2,
    height: 1.2,
    sill: 0.9,
    windowType,
  }
  const wall = { kind: 'wall' as const, id: 'wall_3', thickness: 0.3, start: [0, 0], end: [5, 0] }
  const zone = (z: number) => ({
    kind: 'zone' as const,
    id: 'zone_5',
    color: '#aabbcc',
    polygon: [
      [0, 0],
      [5, 0],
      [5, z],
      [0, z],
    ],
  })

  test('opens without touching the frame or the jambs, and leaves of it do not touch', () => {
    const scene = sceneOf(wall, window)
    const motions = motionsOf(scene, 'window_4')
    expect(motions).toHaveLength(
      { fixed: 0, casement: 1, awning: 1, double_casement: 2, sliding: 1 }[windowType],
    )
    for (const { group } of motions)
      for (let step = 0; step <= STEPS; step++)
        for (const [x, y, z] of cornersAt(scene, 'window_4', group, step / STEPS)) {
          // Within the frame, until it is out of the wall.
          if (Math.abs(z) < 0.15) {
            expect(Math.abs(x - 2.5)).toBeLessThan(0.55 + RUBS_M)
            expect(y).toBeLessThan(2.05 + RUBS_M)
            expect(y).toBeGreaterThan(0.95 - RUBS_M)
          }
        }
  })

  test('casements open into the room, and awnings out of it, on either side of the wall', () => {
    for (const [z, sign] of [
      [-4, -1],
      [4, 1],
    ]) {
      const scene = sceneOf(wall, window, zone(z))
      expect(motionsOf(scene, 'window_4').length > 0).toBe(windowType !== 'fixed')
      for (const { group } of motionsOf(scene, 'window_4')) {
        const out = cornersAt(scene, 'window_4', group, 1).map((corner) => corner[2] * sign)
        const into = { casement: 1, double_casement: 1, awning: -1, sliding: 0, fixed: 0 }
        const reach = into[windowType] > 0 ? Math.max(...out) : -Math.min(...out)
        expect(reach).toBeGreaterThan(into[windowType] === 0 ? -0.06 : 0.3)
        if (into[windowType] === 0) expect(reach).toBeLessThan(0.06)
      }
    }
  })
})

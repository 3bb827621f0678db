import {
  add,
  distance,
  dot,
  leftOf,
  mix,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { boxOf, contains } from '../../geometry/polygon.ts'
import { type LevelFrame, levelFrames } from '../../kernel/levels.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { floorEdges, type OpenAlong } from '../floor-edges.ts'
import { lowTreads } from '../low-treads.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'
import { zoneAt } from '../walking/room-borders.ts'

/** A fall deeper than this needs a guard, in metres (Approved Document K, dwellings). */
const DROP_MAX_M = 0.6
/** Height of the railing that is offered over the floor that it guards, in metres. */
const RAILING_HEIGHT_M = 1
/** The highest railing that the schema allows, in metres. */
const RAILING_MAX_M = 2
/** Least height of a guard, in metres: 36 in (IRC R312.1.2). */
const GUARD_MIN_M = 0.91
const ROUNDING_M = 1e-6
/** Shorter gaps are next to walls and posts, in metres. */
const GAP_MAX_M = 0.25
/** How far from the edge people stand, in metres. */
const STANDING_M = 0.3
/** How far from the edge a guard is at most, on the floor and over the fall, in metres. */
const INWARD_M = 0.25
const OUTWARD_M = 0.15
/** A railing is as thick as this, in metres. */
const RAILING_M = 0.06
/** How far from the edge a railing is offered, in metres. */
const SET_BACK_M = 0.05
/** Corners nearer than this are one, in metres. */
const SAME_M = 1e-3
/** Sides that turn by less are one: the cosine of 0.26 degrees. */
const STRAIGHT = 0.99999
/** Of sharp corners: a railing moves back by eight times its set-back at most. */
const MITRE_MIN = 0.25
/** Distance between two points between the edge and where people stand, in metres. */
const STEP_M = 0.05

export const floorGuard: Rule = {
  codes: { 'floor.no_guard': 'warning' },
  about: `Edges of floors in rooms and on terraces, around holes and stairs, over which one falls more than ${DROP_MAX_M} m, without a wall, a railing or a fence.`,
  *run(scene, levels) {
    for (const level of levels) {
      const zones = childrenOf(scene, level.id, 'zone')
      if (zones.length === 0) continue
      const guards = guardsOf(scene, level)
      const openAlong: OpenAlong = (a, b, height) => {
        const near = guardsNear(guards, a, b).filter(
          ({ top }) => top - height > GUARD_MIN_M - ROUNDING_M,
        )
        return (at, out) =>
          !isGuarded(near, at, out) && zoneAt(zones, add(at, scale(out, -STANDING_M))) !== null
      }
      for (const { path, length, drop, height } of floorEdges(
        scene,
        level,
        DROP_MAX_M,
        openAlong,
      )) {
        if (length < GAP_MAX_M) continue
        const middle = mix(path[0], path[1], 0.5)
        // A railing stands on the floor of the level, also beside a raised part of it.
        const railing = quantize(RAILING_HEIGHT_M + Math.max(0, height - level.elevation))
        const zone = zones.find(({ polygon }) => contains(polygon, middle, STANDING_M))
        yield {
          code: 'floor.no_guard',
          nodeIds: [zone ? zone.id : level.id],
          message: `${metres(length)} of the edge of the floor have no guard, and it is ${metres(drop)} down.`,
          at: inSpace(middle, level.elevation),
          ...(railing <= RAILING_MAX_M && {
            fix: {
              tool: 'set_element',
              arguments: {
                kind: 'railing',
                levelId: level.id,
                height: railing,
                path: setBack(path),
              },
            },
          }),
        }
      }
    }
  },
}

interface Guard {
  isAt(point: Point): boolean
  /** World height. */
  top: number
  minX: number
  minZ: number
  maxX: number
  maxZ: number
}

/**
 * What keeps people from falling where it is high enough: railings and fences of a level, walls
 * that stand over its floor, also those of lower levels that go up past a gallery, and the foot of
 * a stair.
 */
function guardsOf(scene: Scene, level: LevelFrame): Guard[] {
  const walls = [...levelFrames(scene).values()]
    .filter(({ elevation }) => elevation <= level.elevation)
    .flatMap(({ id }) => [...wallShapes(scene, id).values()])
    .map(
      ({ footprint, top }): Guard => ({
        isAt: (point) => contains(footprint, point),
        top,
        ...boxOf(footprint),
      }),
    )
  const treads = lowTreads(scene, level.id).map(
    (outline): Guard => ({
      isAt: (point) => contains(outline, point),
      top: Infinity,
      ...boxOf(outline),
    }),
  )
  const paths = [...childrenOf(scene, level.id, 'railing'), ...childrenOf(scene, level.id, 'fence')]
  return [
    ...walls,
    ...treads,
    ...paths.flatMap(({ path, height }) =>
      path.slice(1).map((end, index): Guard => {
        const start = path[index]
        const box = boxOf([start, end])
        return {
          isAt: (point) => nearestOnSegment(point, start, end).distance <= RAILING_M,
          top: level.elevation + height,
          minX: box.minX - RAILING_M,
          minZ: box.minZ - RAILING_M,
          maxX: box.maxX + RAILING_M,
          maxZ: box.maxZ + RAILING_M,
        }
      }),
    ),
  ]
}

function guardsNear(guards: readonly Guard[], a: Point, b: Point): Guard[] {
  const { minX, minZ, maxX, maxZ } = boxOf([a, b])
  return guards.filter(
    (guard) =>
      guard.minX <= maxX + INWARD_M &&
      guard.maxX >= minX - INWARD_M &&
      guard.minZ <= maxZ + INWARD_M &&
      guard.maxZ >= minZ - INWARD_M,
  )
}

function isGuarded(guards: readonly Guard[], at: Point, out: Point): boolean {
  for (let away = -INWARD_M; away <= OUTWARD_M + 1e-9; away += STEP_M) {
    const point = add(at, scale(out, away))
    const [x, z] = point
    for (const guard of guards)
      if (
        x >= guard.minX &&
        x <= guard.maxX &&
        z >= guard.minZ &&
        z <= guard.maxZ &&
        guard.isAt(point)
      )
        return true
  }
  return false
}

/** The path moved onto the floor, which is to its left. */
function setBack(edge: readonly Point[]): number[][] {
  // The outline of an oblique hole has sides shorter than the grid.
  const path = edge.filter((at, index) => index === 0 || distance(at, edge[index - 1]) > SAME_M)
  const inward = (index: number): Point => leftOf(unit(subtract(path[index + 1], path[index])))
  const last = path.length - 1
  // All around a hole, the railing ends at the corner where it begins.
  const isClosed = last > 2 && distance(path[0], path[last]) <= SAME_M
  return path.flatMap((corner, index) => {
    const after = index < last ? inward(index) : isClosed ? inward(0) : inward(last - 1)
    const before = index > 0 ? inward(index - 1) : isClosed ? inward(last - 1) : after
    if (index > 0 && index < last && dot(before, after) > STRAIGHT) return []
    // At a corner the middle between both sides is farther from it than either.
    const away = SET_BACK_M / Math.max(MITRE_MIN, 1 + dot(before, after))
    return [add(corner, scale(add(before, after), away)).map(quantize)]
  })
}

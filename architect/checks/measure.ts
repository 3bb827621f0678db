import { distance } from '../geometry/point.ts'
import { area } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { isInside } from '../kernel/exposure.ts'
import { ceilingRegions } from '../kernel/floors/ceiling-body.ts'
import { slabRegions } from '../kernel/floors/slab-regions.ts'
import { levelFrames } from '../kernel/levels.ts'
import { openingArea } from '../kernel/openings/opening-area.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { sitePolygon } from '../kernel/site-polygon.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { formatPoint, METRES_PER, quantize, type Unit } from '../scene/units.ts'
import { type MeasuredPlace, measuredPlace, pointPlace } from './measured-place.ts'
import { nearestOfBorders, nearestPoints } from './nearest-points.ts'
import { inSpace } from './places.ts'
import { wayBetween } from './walking/way.ts'

export const MEASURE_MODES = ['centre', 'clear_gap', 'edge', 'path', 'area', 'height'] as const
export type MeasureMode = (typeof MEASURE_MODES)[number]

export interface MeasureRequest {
  mode: MeasureMode
  fromId?: string
  toId?: string
  /** World points `[x, y, z]` in metres, instead of nodes. */
  from?: readonly number[]
  to?: readonly number[]
  /** The level of points, for ways; where absent, the one that each of them is on. */
  levelId?: string
  unit?: Unit
}

export interface Measurement {
  /** Result in `unit`, or in its square where it is an area. */
  value: number
  unit: Unit | `${Unit}²`
  /** How the value was measured, in a sentence. */
  method: string
  /** World points in metres, between or along which the value was measured. */
  points: [number, number, number][]
  note?: string
}

/** A measurement, or the reason why there is none; never a guess. */
export type MeasureAnswer = Measurement | { unavailable: string }

/** Points of a way in one answer; longer ways are thinned out evenly. */
const POINTS_MAX = 200

/**
 * Measures in the frame of the world, whatever the nodes are: doors in walls, rooms, items, points.
 */
export function measure(scene: Scene, request: MeasureRequest): MeasureAnswer {
  const { mode, unit = 'm' } = request
  if (mode === 'area') return areaOf(scene, request, unit)
  const from = placeOf(scene, request, 'from')
  const to = placeOf(scene, request, 'to')
  if ('unavailable' in from) return from
  if (mode === 'height' && !isGiven(request, 'to')) {
    const method = `From the lowest to the highest point of ${nameOf(from)}.`
    const points = [inSpace(from.centre, from.bottom), inSpace(from.centre, from.top)]
    return answer(from.top - from.bottom, unit, method, points)
  }
  if ('unavailable' in to) return to
  const pair = `${nameOf(from)} and ${nameOf(to)}`
  switch (mode) {
    case 'height': {
      const method = `Height of the lowest point of ${nameOf(to)} over that of ${nameOf(from)}.`
      const points = [inSpace(from.centre, from.bottom), inSpace(to.centre, to.bottom)]
      return answer(to.bottom - from.bottom, unit, method, points)
    }
    case 'centre': {
      const points = [inSpace(from.centre, middle(from)), inSpace(to.centre, middle(to))]
      const method = `Level distance between the middles of ${pair}, in plan.`
      const height = Math.abs(middle(to) - middle(from))
      const note =
        height > 0
          ? `Their middles are ${height.toFixed(2)} m apart in height, which is not in it.`
          : undefined
      return answer(distance(from.centre, to.centre), unit, method, points, note)
    }
    case 'edge': {
      const nearest = to.rings.map((ring) => nearestOfBorders([from.centre], ring))
      const [near] = nearest.toSorted((a, b) => a.distance - b.distance)
      const method = `Level distance from the middle of ${nameOf(from)} to the nearest edge of ${nameOf(to)}.`
      const points = [inSpace(near.from, middle(from)), inSpace(near.to, middle(from))]
      return answer(near.distance, unit, method, points)
    }
    case 'clear_gap': {
      const near = nearestPoints(from.outlines, to.outlines)
      const height = Math.max(from.bottom, to.bottom)
      const over = Math.max(from.bottom - to.top, to.bottom - from.top)
      const method = `Level distance between the nearest points of ${pair}, in plan.`
      const note =
        over > 0
          ? `One is ${over.toFixed(2)} m over the other in height, which is not in it.`
          : undefined
      return answer(
        near.distance,
        unit,
        method,
        [inSpace(near.from, height), inSpace(near.to, height)],
        note,
      )
    }
    case 'path':
      return wayOf(scene, from, to, unit)
  }
}

function wayOf(scene: Scene, from: MeasuredPlace, to: MeasuredPlace, unit: Unit): MeasureAnswer {
  if (from.levelId === null || to.levelId === null)
    return { unavailable: 'A way is measured between things that are on levels.' }
  const stop = ({ levelId, centre, front }: MeasuredPlace) => ({
    levelId: levelId!,
    at: front ?? centre,
  })
  const way = wayBetween(scene, stop(from), stop(to))
  if (!way) return { unavailable: `No way leads from ${nameOf(from)} to ${nameOf(to)}.` }
  const { width, at, between } = way.narrowest
  const floor = levelFrames(scene).get(way.narrowest.levelId)!.elevation
  const narrow =
    width === Infinity
      ? 'Nothing narrows it.'
      : `Its narrowest place, ${width.toFixed(2)} m, is at ${formatPoint(inSpace(at, floor))} between ${between.join(' and ')}.`
  const stairs = way.stairs.length > 0 ? ` By ${way.stairs.join(' and ')}.` : ''
  const method = `Along the widest way that one can walk from ${nameOf(from)} to ${nameOf(to)}, on cells of a grid; doors count as open.`
  return answer(way.length, unit, method, thinned(way.points), `${narrow}${stairs}`)
}

function areaOf(scene: Scene, { fromId }: MeasureRequest, unit: Unit): MeasureAnswer {
  if (fromId === undefined)
    return { unavailable: 'The mode area needs fromId, the id of a node; points have no area.' }
  if (!Object.hasOwn(scene.nodes, fromId)) return { unavailable: `No node is called ${fromId}.` }
  const node = scene.nodes[fromId]
  const found = areaWithMethod()
  if (!found) return { unavailable: `A node of kind ${node.kind} has no area.` }
  const place = measuredPlace(scene, node)
  const points = place ? [inSpace(place.centre, place.bottom)] : []
  const value = quantize(found.area / METRES_PER[unit] ** 2)
  return { value, unit: `${unit}²`, method: found.method, points }

  function areaWithMethod(): { area: number; method: string } | null {
    const { id } = node
    switch (node.kind) {
      case 'zone':
        return {
          area: regionArea(zoneRegions(scene, id)),
          method: `Floor of ${id} between its walls.`,
        }
      case 'slab':
        return {
          area: regionArea(slabRegions(scene, node)),
          method: `Plan of ${id} out to the faces of the walls, less its holes.`,
        }
      case 'ceiling':
        return {
          area: regionArea(ceilingRegions(scene, node)),
          method: `Plan of ${id} between the walls, less its holes.`,
        }
      case 'roof':
        return {
          area: area(node.polygon),
          method: `What ${id} covers in plan, without its overhang.`,
        }
      case 'site':
        return { area: area(sitePolygon(scene, node)), method: `Plan of ${id}.` }
      case 'level': {
        const zones = childrenOf(scene, id, 'zone')
        const rooms = zones.filter((zone) => isInside(scene, id, zone.id))
        const sum = rooms.reduce((all, room) => all + regionArea(zoneRegions(scene, room.id)), 0)
        const without = zones.length - rooms.length
        const outdoors = without > 0 ? `, without the ${without} outdoors` : ''
        return {
          area: sum,
          method: `Floors of ${rooms.length === 1 ? 'one room' : `${rooms.length} rooms`} of ${id} between walls${outdoors}.`,
        }
      }
      case 'door':
      case 'window':
      case 'opening':
        return { area: openingArea(node), method: `Part of the wall that ${id} takes up.` }
      case 'building':
      case 'wall':
      case 'item':
      case 'stair':
      case 'column':
      case 'beam':
      case 'fence':
      case 'railing':
      case 'annotation':
        return footprint()
      default:
        return node satisfies never
    }
  }

  function footprint(): { area: number; method: string } | null {
    const place = measuredPlace(scene, node)
    return (
      place && {
        area: place.outlines.reduce((sum, ring) => sum + area(ring), 0),
        method: `Footprint of ${node.id} in plan.`,
      }
    )
  }
}

const isGiven = (request: MeasureRequest, end: 'from' | 'to') =>
  request[`${end}Id`] !== undefined || request[end] !== undefined

function placeOf(
  scene: Scene,
  request: MeasureRequest,
  end: 'from' | 'to',
): MeasuredPlace | { unavailable: string } {
  const id = request[`${end}Id`]
  const point = request[end]
  if (id === undefined) {
    if (point === undefined) return { unavailable: `Neither ${end}Id nor ${end} is given.` }
    return pointPlace(point, request.levelId ?? levelAt(scene, point[1]))
  }
  if (!Object.hasOwn(scene.nodes, id)) return { unavailable: `No node is called ${id}.` }
  const node = scene.nodes[id]
  const place = measuredPlace(scene, node)
  return (
    place ?? {
      unavailable: `${id} is a ${node.kind} that has no place of its own to measure from.`,
    }
  )
}

/** People who stand on a terrace or a step are this far below their floor at most, in metres. */
const BELOW_FLOOR_M = 0.5

/** The id of the uppermost level with its floor under a height; else of the ground floor. */
function levelAt(scene: Scene, height: number): string | null {
  const levels = [...levelFrames(scene).values()]
  const under = levels.filter(({ elevation }) => elevation <= height + BELOW_FLOOR_M)
  const [uppermost] = under.toSorted((a, b) => b.elevation - a.elevation)
  return (uppermost ?? levels.find(({ index }) => index === 0))?.id ?? null
}

function answer(
  metres: number,
  unit: Unit,
  method: string,
  points: [number, number, number][],
  note?: string,
): Measurement {
  const value = quantize(metres / METRES_PER[unit])
  return { value, unit, method, points, ...(note && { note }) }
}

const middle = ({ bottom, top }: MeasuredPlace) => (bottom + top) / 2
const nameOf = ({ id, centre }: MeasuredPlace) => id ?? formatPoint(centre)

function thinned(points: [number, number, number][]): [number, number, number][] {
  const every = Math.ceil(points.length / POINTS_MAX)
  return points
    .filter((_, index) => index % every === 0 || index === points.length - 1)
    .map(([x, y, z]) => inSpace([x, z], y))
}

import { freeSpans, type OpeningSpan } from '../../kernel/openings/openings.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { metres } from '../input/format-length.ts'
import { Refusal } from '../refusal.ts'

/** What stays of the wall beside an opening, in metres: less is nothing to build. */
export const PIER_MIN_M = 0.05
/** So far an opening is moved along its wall without a `force`, in metres: a door asked for at a wall's very end goes beside the corner. */
export const CLAMP_M = 0.6
/** Overlaps under this are none, in metres: two steps of the grid. */
const ROUNDING_M = 2e-4

export interface OpeningRequest {
  /** To the middle of the opening, along the wall's centreline from its start; absent: about its middle. */
  offset?: number
  width: number
  height: number
  sill: number
  /** Move it as far as it takes. */
  force?: boolean
}

/** Where it comes to be, and whether that is not what was asked. */
export interface OpeningPlacement {
  offset: number
  wallLength: number
  isClamped: boolean
}

type Stretch = [from: number, to: number]

/** The place in the wall that is asked for, or one close by that fits. Refuses with what is in the way. */
export function fitOpening(
  scene: Scene,
  wall: NodeOf<'wall'>,
  request: OpeningRequest,
  except?: string,
): OpeningPlacement {
  const shape = wallShapes(scene, wall.parent!).get(wall.id)!
  const { length } = shape.path
  const asked = request.offset ?? length / 2
  const head = request.sill + request.height
  const top = shape.top - shape.base
  if (head > top + ROUNDING_M)
    throw new Refusal(
      'opening_too_high',
      `It would reach to ${metres(head)}; ${wall.id} is ${metres(top)} high.`,
      { param: 'height', nodeIds: [wall.id], details: { headHeight: head, wallHeight: top } },
    )
  const others = shape.openings.filter(({ id }) => id !== except)
  const beside = others.filter(
    ({ sill, head: over }) => sill < head - ROUNDING_M && over > request.sill + ROUNDING_M,
  )
  const nearest = nearestPlace(shape, beside, request.width, asked)
  const [from, to] = [asked - request.width / 2, asked + request.width / 2]
  const blockers = beside.filter(
    (other) => other.from < to - ROUNDING_M && other.to > from + ROUNDING_M,
  )
  const found = {
    nearestOffset: nearest,
    nearestT: nearest === undefined ? undefined : quantize(nearest / length),
  }
  if (blockers.length > 0 && request.offset !== undefined)
    throw new Refusal(
      'opening_overlap',
      `${listed(blockers)} already there; this one would go from ${metres(from)} to ${metres(to)}.${formatNearest(nearest)}`,
      {
        param: 'offset',
        nodeIds: blockers.map(({ id }) => id),
        details: {
          blockers: blockers.map(({ id, from, to }) => ({
            id,
            from: quantize(from),
            to: quantize(to),
          })),
          ...found,
        },
      },
    )
  if (nearest === undefined)
    throw new Refusal(
      'opening_outside_wall',
      `No free stretch of ${wall.id} is ${metres(request.width + 2 * PIER_MIN_M)} long; the longest is ${metres(longest(shape, beside))}.`,
      { param: 'width', nodeIds: [wall.id], details: { longestFree: longest(shape, beside) } },
    )
  const move = Math.abs(nearest - asked)
  if (move > CLAMP_M && request.offset !== undefined && !request.force)
    throw new Refusal(
      'opening_outside_wall',
      `From ${metres(from)} to ${metres(to)} it is not within a free stretch of ${wall.id}, which is ${metres(length)} long.${formatNearest(nearest)}`,
      { param: 'offset', nodeIds: [wall.id], details: found },
    )
  const isClamped = request.offset !== undefined && move > ROUNDING_M
  return {
    offset: isClamped || request.offset === undefined ? nearest : asked,
    wallLength: length,
    isClamped,
  }
}

/** The width that fits at all beside what is there, in metres: piers taken off. */
export function widestOpening(scene: Scene, wall: NodeOf<'wall'>, request: OpeningRequest): number {
  const shape = wallShapes(scene, wall.parent!).get(wall.id)!
  const head = request.sill + request.height
  const beside = shape.openings.filter(({ sill, head: over }) => sill < head && over > request.sill)
  return quantize(Math.floor((longest(shape, beside) - 2 * PIER_MIN_M) * 1e3) / 1e3)
}

/** Stretches of the wall that neither another wall nor one of these openings takes. */
function stretches(shape: WallShape, beside: readonly OpeningSpan[]): Stretch[] {
  const { length } = shape.path
  // What is free of walls running in is told only with openings taken off: they are put back.
  const open = [...shape.freeSpans.map(([from, to]) => ({ from, to })), ...shape.openings]
  const joined = freeSpans(length, open).map(([from, to]) => ({ from, to }))
  return freeSpans(length, [...joined, ...beside])
}

const longest = (shape: WallShape, beside: readonly OpeningSpan[]): number =>
  Math.max(0, ...stretches(shape, beside).map(([from, to]) => to - from))

function nearestPlace(
  shape: WallShape,
  beside: readonly OpeningSpan[],
  width: number,
  asked: number,
): number | undefined {
  const room = width / 2 + PIER_MIN_M
  const centres = stretches(shape, beside)
    .map(([from, to]): Stretch => [from + room, to - room])
    .filter(([from, to]) => from <= to + ROUNDING_M)
    .map(([from, to]) => Math.min(Math.max(asked, from), Math.max(from, to)))
  const [best] = centres.sort((a, b) => Math.abs(a - asked) - Math.abs(b - asked) || a - b)
  return best === undefined ? undefined : quantize(best)
}

const listed = (spans: readonly OpeningSpan[]): string =>
  spans.map(({ id, from, to }) => `${id} is from ${metres(from)} to ${metres(to)}`).join(' and ')

const formatNearest = (nearest: number | undefined): string =>
  nearest === undefined
    ? ' It fits nowhere in this wall.'
    : ` It fits with its middle at ${metres(nearest)}.`

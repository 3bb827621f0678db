import { bulgeOver, widestFlat } from '../../kernel/openings/opening-on-arc.ts'
import { freeSpans, type OpeningSpan, PIER_MIN_M } from '../../kernel/openings/openings.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf, OpeningKind } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { formatLength } from '../input/format-length.ts'
import { Refusal } from '../refusal.ts'

/**
 * How far an opening may be moved along its wall without `force`, in metres: enough to move a door
 * off a corner.
 */
const CLAMP_M = 0.6
/** Smaller overlaps are ignored, in metres: two steps of the grid. */
const ROUNDING_M = 2e-4

export interface OpeningRequest {
  /** What stands in it; where absent, nothing flat does, and any arc will do. */
  kind?: OpeningKind
  /**
   * Distance from the wall's start to the middle of the opening, along the centreline; when absent,
   * near the middle of the wall.
   */
  offset?: number
  width: number
  height: number
  sill: number
  /** Allows a move of any length. */
  force?: boolean
}

/** Where the opening is put, and whether that differs from the request. */
export interface OpeningPlacement {
  offset: number
  wallLength: number
  isClamped: boolean
}

type Stretch = [from: number, to: number]

/**
 * Finds the requested position in the wall, or one close by that fits. Throws `Refusal` with the
 * openings in the way.
 */
export function fitOpening(
  scene: Scene,
  wall: NodeOf<'wall'>,
  request: OpeningRequest,
  except?: string,
): OpeningPlacement {
  const shape = wallShapes(scene, wall.parent!).get(wall.id)!
  const { length } = shape.path
  const requested = request.offset ?? length / 2
  const head = request.sill + request.height
  const top = shape.top - shape.base
  if (head > top + ROUNDING_M)
    throw new Refusal(
      'opening_too_high',
      `It would reach up to ${formatLength(head)}, but ${wall.id} is ${formatLength(top)} high.`,
      { param: 'height', nodeIds: [wall.id], details: { headHeight: head, wallHeight: top } },
    )
  refuseOnArc(wall, shape, request)
  const others = shape.openings.filter(({ id }) => id !== except)
  const atHeight = others.filter(
    ({ sill, head: over }) => sill < head - ROUNDING_M && over > request.sill + ROUNDING_M,
  )
  const nearest = nearestOffset(shape, atHeight, request.width, requested)
  const [from, to] = [requested - request.width / 2, requested + request.width / 2]
  const blockers = atHeight.filter(
    (other) => other.from < to - ROUNDING_M && other.to > from + ROUNDING_M,
  )
  const details = {
    nearestOffset: nearest ?? undefined,
    nearestT: nearest === null ? undefined : quantize(nearest / length),
  }
  if (blockers.length > 0 && request.offset !== undefined)
    throw new Refusal(
      'opening_overlap',
      `It would go from ${formatLength(from)} to ${formatLength(to)}, but ${formatSpans(blockers)}.${formatNearest(nearest)}`,
      {
        param: 'offset',
        nodeIds: blockers.map(({ id }) => id),
        details: {
          blockers: blockers.map(({ id, from, to }) => ({
            id,
            from: quantize(from),
            to: quantize(to),
          })),
          ...details,
        },
      },
    )
  if (nearest === null)
    throw new Refusal(
      'opening_outside_wall',
      `No free stretch of ${wall.id} is ${formatLength(request.width + 2 * PIER_MIN_M)} long; the longest is ${formatLength(longest(shape, atHeight))}.`,
      { param: 'width', nodeIds: [wall.id], details: { longestFree: longest(shape, atHeight) } },
    )
  const move = Math.abs(nearest - requested)
  if (move > CLAMP_M && request.offset !== undefined && !request.force)
    throw new Refusal(
      'opening_outside_wall',
      `It would go from ${formatLength(from)} to ${formatLength(to)}, which is not within a free stretch of ${wall.id}, ${formatLength(length)} long.${formatNearest(nearest)}`,
      { param: 'offset', nodeIds: [wall.id], details },
    )
  const isClamped = request.offset !== undefined && move > ROUNDING_M
  return {
    offset: isClamped || request.offset === undefined ? nearest : requested,
    wallLength: length,
    isClamped,
  }
}

/** Refuses a flat door or window that would stand out of a curved wall. */
function refuseOnArc(wall: NodeOf<'wall'>, { path }: WallShape, request: OpeningRequest): void {
  const { kind, width } = request
  const widestOnArc =
    kind === undefined || kind === 'opening' ? null : widestFlat(path, wall.thickness)
  if (widestOnArc === null || width <= widestOnArc) return
  throw new Refusal(
    'opening_outside_wall',
    `A flat ${kind} of ${formatLength(width)} would stand out of the arc of ${wall.id}, which leaves its chord by ${formatLength(bulgeOver(path, width))} there and is ${formatLength(wall.thickness)} thick. Up to ${formatLength(widestOnArc)} fits.`,
    { param: 'width', nodeIds: [wall.id], details: { widestOnArc } },
  )
}

/**
 * Width of the widest opening that fits between the existing ones, in metres, without the piers at
 * its sides.
 */
export function widestOpening(scene: Scene, wall: NodeOf<'wall'>, request: OpeningRequest): number {
  const shape = wallShapes(scene, wall.parent!).get(wall.id)!
  const head = request.sill + request.height
  const atHeight = shape.openings.filter(
    ({ sill, head: over }) => sill < head && over > request.sill,
  )
  return quantize(Math.floor((longest(shape, atHeight) - 2 * PIER_MIN_M) * 1e3) / 1e3)
}

/** Stretches of the wall that are free of other walls and of these openings. */
function stretches(shape: WallShape, openings: readonly OpeningSpan[]): Stretch[] {
  const { length } = shape.path
  // `freeSpans` of the shape leave out all of its openings, so they are added again.
  const open = [...shape.freeSpans.map(([from, to]) => ({ from, to })), ...shape.openings]
  const joined = freeSpans(length, open).map(([from, to]) => ({ from, to }))
  return freeSpans(length, [...joined, ...openings])
}

const longest = (shape: WallShape, openings: readonly OpeningSpan[]): number =>
  Math.max(0, ...stretches(shape, openings).map(([from, to]) => to - from))

function nearestOffset(
  shape: WallShape,
  openings: readonly OpeningSpan[],
  width: number,
  requested: number,
): number | null {
  const reach = width / 2 + PIER_MIN_M
  const centres = stretches(shape, openings)
    .map(([from, to]): Stretch => [from + reach, to - reach])
    .filter(([from, to]) => from <= to + ROUNDING_M)
    .map(([from, to]) => Math.min(Math.max(requested, from), Math.max(from, to)))
  const [best] = centres.sort((a, b) => Math.abs(a - requested) - Math.abs(b - requested) || a - b)
  return best === undefined ? null : quantize(best)
}

const formatSpans = (spans: readonly OpeningSpan[]): string =>
  spans
    .map(({ id, from, to }) => `${id} is from ${formatLength(from)} to ${formatLength(to)}`)
    .join(' and ')

const formatNearest = (nearest: number | null): string =>
  nearest === null
    ? ' It does not fit anywhere in this wall.'
    : ` It fits with its middle at ${formatLength(nearest)}.`

import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { Fix } from '../../scene/issue.ts'
import type { NodeOf, WindowType } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { firstFix } from '../fit/first-fix.ts'
import { type ItemsMode, isRefusing } from '../fit/items-mode.ts'
import type { Outcome } from '../operation.ts'
import type { Refusal, RefusalCode } from '../refusal.ts'
import type { DoorwayType } from './doorway-type.ts'
import { widestOpening } from './fit-opening.ts'
import { placeByCentre } from './place-request.ts'
import { usualSizes } from './usual-sizes.ts'

/** Least width and height of an opening, in metres. */
export const OPENING_MIN_M = 0.3

/** Arguments that all calls with openings share. */
export interface OpeningCall {
  t?: number
  offset?: number
  centre?: [number, number]
  zoneId?: string
  to?: string
  width: number
  height: number
  sill: number
  force?: boolean
  doorType?: DoorwayType
  windowType?: WindowType
  items?: ItemsMode
}

/** Refusals of calls that do not name a place in a wall. */
const UNPLACED: readonly RefusalCode[] = ['invalid_input', 'node_not_found', 'wrong_kind']

/**
 * A call that works instead: at the nearest position, lower, narrower, or with other hinges or
 * swing.
 */
export function openingFix<Call extends OpeningCall>(
  tool: string,
  make: (scene: Scene, call: Call) => Outcome,
  scene: Scene,
  call: Call,
  wallId: string | undefined,
  { code, param, details = {} }: Refusal,
): { fix: Fix | null } {
  const place =
    call.centre && !UNPLACED.includes(code)
      ? placeByCentre(scene, call.centre, wallId, call.zoneId)
      : { wallId, offset: call.offset }
  const wall = nodeOf(scene, place.wallId ?? '', 'wall')
  const given = wall
    ? alternatives(scene, call, wall, place.offset, code, details)
    : narrowerBetween(call)
  const shifted = { ...call, items: 'shift' as const }
  // Furniture in the way is moved rather than the opening, unless only a leaf would strike it.
  if (param === 'items') given.unshift(shifted)
  else if (code === 'blocks_door' && isRefusing(call)) given.push(shifted)
  return {
    fix: firstFix(
      tool,
      make,
      scene,
      given.flatMap((each) => sizesOf(each, call)),
    ),
  }
}

/** The call with the requested size, or no larger than usual; none that is smaller than usual. */
function sizesOf<Call extends OpeningCall>(call: Call, requested: Call): Call[] {
  const { doorType, windowType } = call
  const sizes =
    doorType && doorType !== 'opening'
      ? usualSizes('door', { doorType })
      : usualSizes(windowType ? 'window' : 'opening', { windowType })
  const [width, height] = [
    Math.min(call.width, sizes.width[1]),
    Math.min(call.height, sizes.height[1]),
  ]
  const isRequested = call.width === requested.width && call.height === requested.height
  const isUsual = width >= sizes.width[0] && height >= sizes.height[0]
  const isOther = width !== call.width || height !== call.height
  return [
    ...(isRequested ? [call] : []),
    ...(isUsual && (isOther || !isRequested) ? [{ ...call, width, height }] : []),
  ]
}

function alternatives<Call extends OpeningCall>(
  scene: Scene,
  call: Call,
  wall: NodeOf<'wall'>,
  offset: number | undefined,
  code: string,
  details: {
    nearestOffset?: number
    wallHeight?: number
    widestOnArc?: number
    /** A stair is in the way, which does not give way to force. */
    isStair?: boolean
  },
): Call[] {
  const { nearestOffset, wallHeight, widestOnArc, isStair } = details
  if (widestOnArc !== undefined) return [{ ...call, width: widestOnArc }]
  if (code === 'blocks_door' && isStair) return aside(wall, call, offset)
  if (code === 'blocks_door') {
    const free = { ...call, hinge: undefined, swing: undefined }
    // A door that strikes what stands there is not a fix: it goes where its leaf is free.
    return [free, ...aside(wall, call, offset)]
  }
  if (code === 'opening_too_high' && wallHeight !== undefined) {
    const sill = quantize(wallHeight - call.height)
    const height = quantize(wallHeight - call.sill)
    const lower = { ...call, sill }
    return sill >= 0 ? [lower, { ...call, height }] : [{ ...call, height }]
  }
  const width = widestOpening(scene, wall, { ...call, sill: call.sill })
  const narrower = { ...call, t: undefined, offset: undefined, centre: undefined, width }
  if (nearestOffset === undefined) return [narrower]
  const nearest = movedTo(wall, call, nearestOffset)
  return [nearest, { ...nearest, force: true }, narrower]
}

/** The call with its middle elsewhere along its wall; by a point where it gave a point. */
function movedTo<Call extends OpeningCall>(wall: NodeOf<'wall'>, call: Call, offset: number): Call {
  const [x, z] = wallPath(wall).at(offset)
  return {
    ...call,
    t: undefined,
    ...(call.centre ? { centre: [quantize(x), quantize(z)] } : { offset }),
  }
}

/** Shares of the requested width that are tried between two rooms. */
const NARROWER = [0.8, 0.5]

/** The same opening between the same rooms, narrower and narrower. */
const narrowerBetween = <Call extends OpeningCall>(call: Call): Call[] =>
  call.to === undefined
    ? []
    : NARROWER.map((share) => ({
        ...call,
        width: quantize(Math.floor(call.width * share * 20) / 20),
      }))

/** Steps to positions beside the requested one, in metres. */
const ASIDE_M = 0.5

/** The same opening farther and farther along its wall, in both directions. */
function aside<Call extends OpeningCall>(
  wall: NodeOf<'wall'>,
  call: Call,
  offset: number | undefined,
): Call[] {
  const { length } = wallPath(wall)
  const from = offset ?? (call.t ?? 0.5) * length
  const steps = Math.ceil(length / ASIDE_M)
  return Array.from({ length: 2 * steps }, (_, i) => ((i >> 1) + 1) * (i % 2 ? ASIDE_M : -ASIDE_M))
    .map((step) => quantize(from + step))
    .filter((s) => s >= call.width / 2 && s <= length - call.width / 2)
    .map((s) => movedTo(wall, call, s))
}

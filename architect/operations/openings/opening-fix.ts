import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { Fix } from '../../scene/issue.ts'
import type { WindowType } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { firstFix } from '../fit/first-fix.ts'
import { type ItemsMode, isRefusing } from '../fit/items-mode.ts'
import type { Outcome } from '../operation.ts'
import type { Refusal } from '../refusal.ts'
import type { DoorwayType } from './doorway-type.ts'
import { widestOpening } from './fit-opening.ts'
import { usualSizes } from './usual-sizes.ts'

/** Least width and height of an opening, in metres. */
export const OPENING_MIN_M = 0.3

/** Arguments that all calls with openings share. */
export interface OpeningCall {
  t?: number
  offset?: number
  centre?: [number, number]
  to?: string
  width: number
  height: number
  sill: number
  force?: boolean
  doorType?: DoorwayType
  windowType?: WindowType
  items?: ItemsMode
}

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
  const given =
    wallId === undefined ? narrowerBetween(call) : alternatives(scene, call, wallId, code, details)
  const shifted = { ...call, items: 'shift' as const }
  // Furniture in the way is moved rather than the opening, unless only a leaf would strike it.
  if (param === 'items') given.unshift(shifted)
  else if (code === 'blocks_door' && isRefusing(call)) given.push(shifted)
  const calls = given.flatMap((each) => ofUsualSize(each) ?? [])
  return { fix: firstFix(tool, make, scene, calls) }
}

/** The call with an opening no larger than usual; null where it is smaller than usual. */
function ofUsualSize<Call extends OpeningCall>(call: Call): Call | null {
  const { doorType, windowType } = call
  const sizes =
    doorType && doorType !== 'opening'
      ? usualSizes('door', { doorType })
      : usualSizes(windowType ? 'window' : 'opening', { windowType })
  const [width, height] = [
    Math.min(call.width, sizes.width[1]),
    Math.min(call.height, sizes.height[1]),
  ]
  return width < sizes.width[0] || height < sizes.height[0] ? null : { ...call, width, height }
}

function alternatives<Call extends OpeningCall>(
  scene: Scene,
  call: Call,
  wallId: string,
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
  if (code === 'blocks_door' && isStair) return aside(scene, call, wallId)
  if (code === 'blocks_door') {
    const free = { ...call, hinge: undefined, swing: undefined }
    // A door that strikes what stands there is not a fix: it goes where its leaf is free.
    return [free, ...aside(scene, call, wallId)]
  }
  if (code === 'opening_too_high' && wallHeight !== undefined) {
    const sill = quantize(wallHeight - call.height)
    const height = quantize(wallHeight - call.sill)
    const lower = { ...call, sill }
    return sill >= 0 ? [lower, { ...call, height }] : [{ ...call, height }]
  }
  const wall = nodeOf(scene, wallId, 'wall')
  if (!wall || (call.offset === undefined && call.t === undefined && nearestOffset !== undefined))
    return []
  const anywhere = { ...call, t: undefined, offset: undefined, centre: undefined }
  const width = widestOpening(scene, wall, { ...call, sill: call.sill })
  const narrower = { ...anywhere, width }
  return nearestOffset === undefined
    ? [narrower]
    : [
        { ...anywhere, offset: nearestOffset },
        { ...anywhere, offset: nearestOffset, force: true },
        narrower,
      ]
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
function aside<Call extends OpeningCall>(scene: Scene, call: Call, wallId: string): Call[] {
  const wall = nodeOf(scene, wallId, 'wall')
  if (!wall) return []
  const { length } = wallPath(wall)
  const { t, offset } = call
  const from = offset ?? (t === undefined ? length / 2 : t * length)
  const steps = Math.ceil(length / ASIDE_M)
  return Array.from({ length: 2 * steps }, (_, i) => ((i >> 1) + 1) * (i % 2 ? ASIDE_M : -ASIDE_M))
    .map((step) => quantize(from + step))
    .filter((s) => s >= call.width / 2 && s <= length - call.width / 2)
    .map((s) => ({ ...call, t: undefined, centre: undefined, offset: s }))
}

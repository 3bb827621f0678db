import type { Box } from '../../geometry/polygon.ts'
import { rounded } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { type BuildableBox, buildableBox } from './buildable-box.ts'
import type { Lot, LotFlood, LotZoning } from './lot.ts'

/** A request for a layout within the limits of its lot, and what these are. */
export interface LimitedRequest {
  request: Record<string, unknown>
  sentences: string[]
}

interface Size {
  width: number
  depth: number
}

/** From floor to floor, and of a flat roof. */
const STOREY_M = 2.8
const FLAT_ROOF_M = 0.4
const NO_PLACE =
  'The project has no site data, so nothing is known of its lot: setbacks, height, coverage and flood zones were not checked. Pull them with `pull_site_data` and an address.'

/**
 * The request with its building placed on the lot, as small as the lot requires. Throws `Declined`
 * with the figures where it does not fit.
 */
export function onLot(
  bench: Workbench,
  request: Record<string, unknown>,
  lot: Lot | null,
): LimitedRequest {
  if (!lot) return { request, sentences: [NO_PLACE] }
  const buildable = buildableBox(lot)
  const { box } = buildable
  if (!box)
    throw new Declined(
      `Nothing can be built here: the setbacks of ${lot.zoning?.district ?? 'the zoning'} leave no space on the lot of ${figure(buildable.parcelArea)} m².`,
    )
  const storeys = storeysOf(request)
  const wanted = bench.probe('plan_layout', { ...request, dryRun: true })
  const size = fitted(sizeOf(wanted), { box, coverMax: coverOf(buildable, storeys) })
  requireHeight(request, heightOf(request, storeys, size), lot.zoning)
  return {
    request: { ...withoutSize(request), outline: outlineOf(size, box, lot) },
    sentences: [
      `It stands on the lot of ${figure(buildable.parcelArea)} m²: ${figure(size.width)} by ${figure(size.depth)} m of the ${figure(box.maxX - box.minX)} by ${figure(box.maxZ - box.minZ)} m that may be built on.`,
      ...zoningSentences(lot.zoning),
      ...floodSentences(lot.flood),
    ],
  }
}

const storeysOf = ({ rooms }: Record<string, unknown>): number =>
  1 + Math.max(...(rooms as { level?: number }[]).map(({ level = 0 }) => level))

function sizeOf(answer: Record<string, unknown>): Size {
  const [{ width, depth }] = answer.plans as Size[]
  return { width, depth }
}

function coverOf({ coverMax, floorMax }: BuildableBox, storeys: number): number {
  return Math.min(coverMax ?? Infinity, floorMax === null ? Infinity : floorMax / storeys)
}

/** The size of the outline: of the same area, in the box. Throws `Declined`. */
function fitted({ width, depth }: Size, { box, coverMax }: { box: Box; coverMax: number }): Size {
  const most = { width: box.maxX - box.minX, depth: box.maxZ - box.minZ }
  const area = width * depth
  const covered = Math.min(coverMax, most.width * most.depth)
  if (area > covered * 1.001)
    throw new Declined(
      `That does not fit on the lot: the rooms need an outline of ${figure(area)} m², and ${figure(covered)} m² may be built on. Ask for smaller or fewer rooms, or for more storeys.`,
    )
  if (width <= most.width && depth <= most.depth) return { width, depth }
  // Turned or stretched: the area stays.
  if (depth <= most.width && width <= most.depth) return { width: depth, depth: width }
  return width > most.width
    ? { width: most.width, depth: area / most.width }
    : { width: area / most.depth, depth: most.depth }
}

/** At the setback of the street, in the middle of the lot. */
function outlineOf({ width, depth }: Size, box: Box, { front }: Lot): [number, number][] {
  const middle = [(box.minX + box.maxX) / 2, (box.minZ + box.maxZ) / 2]
  const x0 =
    front === 'west' ? box.minX : front === 'east' ? box.maxX - width : middle[0] - width / 2
  const z0 =
    front === 'north' ? box.minZ : front === 'south' ? box.maxZ - depth : middle[1] - depth / 2
  const [x1, z1] = [x0 + width, z0 + depth]
  const corners: [number, number][] = [
    [x0, z1],
    [x1, z1],
    [x1, z0],
    [x0, z0],
  ]
  return corners.map(([x, z]) => [Math.round(x * 100) / 100, Math.round(z * 100) / 100])
}

function withoutSize({ width: _, depth: __, shape: ___, ...rest }: Record<string, unknown>) {
  return rest
}

/** Of the ridge above the ground: a roof rises from the middle of its shorter side. */
function heightOf(request: Record<string, unknown>, storeys: number, { width, depth }: Size) {
  const { roofType, pitch = 0 } = request as { roofType?: string; pitch?: number }
  if (roofType === 'none') return storeys * STOREY_M
  if (roofType === 'flat') return storeys * STOREY_M + FLAT_ROOF_M
  const rise = Math.tan((pitch * Math.PI) / 180)
  const span = Math.min(width, depth)
  return storeys * STOREY_M + rise * (roofType === 'shed' ? span : span / 2)
}

function requireHeight(
  request: Record<string, unknown>,
  height: number,
  zoning: LotZoning | null,
): void {
  const heightMax = zoning?.heightMax ?? null
  if (heightMax === null || height <= heightMax) return
  throw new Declined(
    `That is too high for the lot: with ${storeysOf(request)} storeys and its roof it is about ${figure(height)} m, and ${zoning!.district} allows ${figure(heightMax)} m. Ask for fewer storeys, or a flatter roof.`,
  )
}

function zoningSentences(zoning: LotZoning | null): string[] {
  if (!zoning) return ['No zoning is known here, so no setback, height or coverage was checked.']
  const { district, setbacks, heightMax, coverageMax, floorAreaRatioMax, note } = zoning
  const rules = [
    ...(setbacks
      ? [
          `setbacks of ${[setbacks.front, setbacks.side, setbacks.rear].map(orUnknown).join(', ')} m in front, at the sides and behind`,
        ]
      : []),
    ...(heightMax === null ? [] : [`${figure(heightMax)} m of height`]),
    ...(coverageMax === null ? [] : [`${figure(coverageMax * 100)} % of coverage`]),
    ...(floorAreaRatioMax === null ? [] : [`a floor area ratio of ${figure(floorAreaRatioMax)}`]),
  ]
  const limits = rules.length > 0 ? rules.join('; ') : 'no figures'
  return [`${district} limits it: ${limits}.${note === null ? '' : ` Its conditions: ${note}`}`]
}

function floodSentences(flood: LotFlood | null): string[] {
  if (!flood)
    return ['The flood risk of the lot is not mapped, which does not mean that it is low.']
  const share = `${figure(flood.share * 100)} % of the lot`
  return [
    flood.isHighRisk
      ? `${share} is in flood zone ${flood.zone}, which is of high risk: the height of the lowest floor must be checked.`
      : `${share} is in flood zone ${flood.zone}.`,
  ]
}

const figure = (value: number): string => rounded(value, 1)
const orUnknown = (value: number | null): string => (value === null ? 'unknown' : figure(value))

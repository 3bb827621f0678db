import { distanceM } from '../../geometry/distance.ts'
import { toGridPoint } from '../../geometry/grid-point.ts'
import { round } from '../../values/round.ts'
import { compareText } from '../../values/text-order.ts'
import type { LocatedRow, Location, Row, TableRows } from '../location.ts'
import type { Permit } from './data.ts'

/** A permit near the point or on the parcel, with its distance. */
export interface NearPermit {
  row: Row
  distance_m: number
  isOnParcel: boolean
}

/**
 * The permits within the radius and those on the parcel, which a large parcel may have beyond it:
 * nearest first, then newest. An address is one point for all of its permits, so the second rule
 * matters.
 */
export function permitsOf({ point }: Location, { near, onParcel }: TableRows): NearPermit[] {
  const onIt = new Set(onParcel.map(keyOf))
  const around = new Set(near.map(keyOf))
  const here = toGridPoint(point)
  const far = onParcel
    .filter((found) => !around.has(keyOf(found)))
    .map((found) => {
      const [lng, lat] = found.point()
      const distance_m = distanceM(here, toGridPoint({ lng, lat }))
      return { row: found.row, distance_m, isOnParcel: true }
    })
  return [
    ...near.map((found) => ({
      row: found.row,
      distance_m: found.distance_m,
      isOnParcel: onIt.has(keyOf(found)),
    })),
    ...far,
  ].sort(nearestThenNewest)
}

/**
 * Merges permits of the build and of live feeds: one that both have, by its authority and its
 * number, is listed once, with the live feed's newer values. `newer` counts them.
 */
export function mergedPermits(
  pinned: readonly NearPermit[],
  live: readonly NearPermit[],
): { permits: NearPermit[]; newer: number } {
  const isLive = new Set(live.map(nameOf))
  const pinnedOnly = pinned.filter((permit) => !isLive.has(nameOf(permit)))
  const known = new Set(pinned.map(nameOf))
  const newer = [...isLive].filter((name) => known.has(name)).length
  return { permits: [...pinnedOnly, ...live].sort(nearestThenNewest), newer }
}

const nameOf = ({ row }: NearPermit) => JSON.stringify([row.authority, row.permit_number])

/** The newest permit by date of issue; one without a date is older than any. */
export function newestOf(permits: readonly NearPermit[]): NearPermit | null {
  return (
    [...permits].sort(
      (a, b) => compareText(issuedAt(b), issuedAt(a)) || nearestThenNewest(a, b),
    )[0] ?? null
  )
}

/** A permit in the contract's shape. */
export function permitOf({ row, distance_m, isOnParcel }: NearPermit): Permit {
  const text = (column: string) => row[column] as string | null
  return {
    id: row.permit_number as string,
    type: text('permit_type'),
    status: text('status'),
    description: text('description'),
    address: text('address'),
    issued_at: text('issued_at'),
    url: text('url'),
    distance_m: round(distance_m, 1),
    is_on_parcel: isOnParcel,
    applied_at: text('applied_at'),
    finaled_at: text('finaled_at'),
    cost_usd: row.cost_usd as number | null,
    authority: row.authority as string,
    feed: row.feed as string,
  }
}

function nearestThenNewest(a: NearPermit, b: NearPermit): number {
  return (
    a.distance_m - b.distance_m ||
    compareText(issuedAt(b), issuedAt(a)) ||
    compareText(`${a.row.permit_key}`, `${b.row.permit_key}`)
  )
}

const issuedAt = (permit: NearPermit) => (permit.row.issued_at as string | null) ?? ''
const keyOf = ({ row }: LocatedRow) => row.permit_key

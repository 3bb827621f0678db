import { type PermitsData, RADIUS_M } from './data.ts'
import { type NearPermit, newestOf } from './permit-list.ts'

/** One sentence: how many permits are near the point and on the parcel, and the newest date. */
export function summarise(data: PermitsData, found: readonly NearPermit[]): string {
  const { permit_count: count, on_parcel_count: onParcel, permits, feeds_unavailable } = data
  const isBeyond = found.some(({ distance_m }) => distance_m > RADIUS_M)
  const where = `within ${RADIUS_M} m of this location${isBeyond ? ' or on its parcel' : ''}`
  const parts = [`There are ${count} permits ${where}`]
  if (count === 1 && isBeyond) parts[0] = 'There is 1 permit on the parcel of this location'
  else if (count === 1) parts[0] = `There is 1 permit ${where}`
  if (onParcel !== null && !(count === 1 && isBeyond)) parts.push(formatOnParcel(count, onParcel))
  const issued = newestOf(found)?.row.issued_at
  if (issued) parts.push(`${count === 1 ? '' : 'the newest '}issued on ${issued}`)
  if (count > permits.length) parts.push(`the nearest ${permits.length} are listed`)
  if (feeds_unavailable.length > 0) parts.push('and there may be more in a feed that was not read')
  return `${parts.join(', ')}.`
}

function formatOnParcel(count: number, onParcel: number): string {
  if (count === 1) return onParcel === 1 ? 'on its parcel' : 'not on its parcel'
  if (onParcel === count) return 'all of them on its parcel'
  return `${onParcel || 'none'} of them on its parcel`
}

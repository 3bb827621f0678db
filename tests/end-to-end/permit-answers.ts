import { expect } from 'vitest'
import type { Dossier } from '../../dossier/dossier.ts'
import type { PermitsData } from '../../layers/permits/data.ts'
import type { Permit } from '../../sample/permits/permits.ts'
import type { KnownLocation } from '../sample/known-locations.ts'

const FEEDS = {
  county: 'Sample County building permits (fictional)',
  town: 'Sampleton permits (fictional)',
}
const UNREAD = 'Sampleton right of way permits (fictional)'
/** Accuracy of the plan's metres, 0.1 %. */
const DISTANCE_M = 0.5

/** The permits nearby are those of the plan, and the town's feed that was not read is named. */
export function expectPermits({ layers }: Dossier, { name, permits }: KnownLocation): void {
  const { status, data, reason } = layers.permits
  const { permits: known, isInTown } = permits!
  if (known.length === 0) {
    const blank = isInTown ? 'not_available' : 'empty'
    expect(status).toBe(name === 'outside_county' ? 'not_covered' : blank)
    expect(data).toBeNull()
    if (isInTown) expect(reason).toContain(UNREAD)
    return
  }
  expect(status).toBe('available')
  const section = data as PermitsData
  expect(section.permit_count).toBe(known.length)
  const isListed = section.permits.length === known.length
  const expected = known.map(({ permit, isOnParcel }) => factsOf(permit, isOnParcel)).sort()
  const answered = section.permits.map(({ id, status: word, issued_at, is_on_parcel, ...permit }) =>
    JSON.stringify([
      id,
      word?.toUpperCase(),
      issued_at,
      is_on_parcel,
      permit.type,
      permit.cost_usd,
    ]),
  )
  if (isListed) expect(answered.sort()).toEqual(expected)
  else expect(expected).toEqual(expect.arrayContaining(answered))
  for (const { id, distance_m, feed } of section.permits) {
    const { distance, permit } = known.find((each) => each.permit.number === id)!
    expect(Math.abs(distance_m - distance)).toBeLessThan(DISTANCE_M)
    expect(feed).toBe(FEEDS[permit.authority])
  }
  const authorities = new Set(known.map(({ permit }) => permit.authority))
  const readsTown = isInTown || authorities.has('town')
  expect(section.feeds_unavailable).toEqual(readsTown ? [UNREAD] : [])
  expect(section.feed.split('; ').sort()).toEqual(
    [...authorities].map((each) => FEEDS[each]).sort(),
  )
  if (section.on_parcel_count !== null)
    expect(section.on_parcel_count).toBe(known.filter(({ isOnParcel }) => isOnParcel).length)
}

function factsOf({ number, status, issued, oddity, kind, cost }: Permit, isOnParcel: boolean) {
  const issuedAt = oddity === 'impossible_date' ? null : issued
  return JSON.stringify([number, status, issuedAt, isOnParcel, kind.type, cost])
}

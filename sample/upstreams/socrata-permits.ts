import { distance } from '@turf/distance'
import type { Permit } from '../permits/permits.ts'
import { livePermits } from './live-permits.ts'
import { NOT_FOUND, numberIn, type SampleAnswer, type SampleService } from './sample-service.ts'

/** Names of the county's columns in the programming interface. */
const COLUMNS = [
  'permit_',
  'permit_type',
  'status',
  'application_date',
  'issue_date',
  'final_date',
  'street_number',
  'street_name',
  'work_description',
  'declared_value',
  'parcel_number',
  'latitude',
  'longitude',
  'location',
] as const
type Row = Partial<Record<(typeof COLUMNS)[number], unknown>>

/** Rows of an answer: by default, and at most (https://dev.socrata.com/docs/paging.html). */
const LIMIT = 1_000
const LIMIT_MAX = 50_000
const METRES = { units: 'meters' } as const
const CIRCLE =
  /^within_circle\(\s*`?(\w+)`?\s*,\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,\s*([\d.]+)\s*\)$/i

/**
 * The county's permits as a Socrata dataset: `$where=within_circle(...)`, `$select`, `$order`,
 * `$limit` and `$offset`; errors as in https://dev.socrata.com/docs/response-codes.html.
 */
export function socrataPermits(permits: readonly Permit[]): SampleService {
  return ({ path, query, now }): SampleAnswer => {
    if (path !== '' && path !== '.json') return NOT_FOUND
    const rows = livePermits(permits, 'county', now).map(rowOf)
    const filter = filterOf(query.get('$where'))
    if ('body' in filter) return filter
    const [order, isDown] = orderOf(query.get('$order'))
    const selected = query
      .get('$select')
      ?.split(',')
      .map((name) => name.trim()) ?? ['*']
    for (const name of [order, ...selected])
      if (name !== ':id' && name !== '*' && !isColumn(name)) return noSuchColumn(name)
    const limit = numberIn(query, '$limit') ?? LIMIT
    const offset = numberIn(query, '$offset') ?? 0
    if (limit < 0 || limit > LIMIT_MAX || offset < 0)
      return refusal('query.soql.limit-out-of-range', `Limit or offset out of range: ${limit}`)
    const found = rows.filter(filter.test)
    if (order !== ':id')
      found.sort((a, b) => `${a[order as keyof Row]}`.localeCompare(`${b[order as keyof Row]}`))
    if (isDown) found.reverse()
    return { body: found.slice(offset, offset + limit).map((row) => pick(row, selected)) }
  }
}

function rowOf({ number, kind, status, cost, parcelId, at, oddity, ...of }: Permit): Row {
  const [, house = '', street] = /^(?:(\d+) )?(.*)$/.exec(of.address)!
  const [lng, lat] = oddity === 'origin' ? [0, 0] : (at ?? [])
  const day = (text: string | null) => (text === null ? null : `${text}T00:00:00.000`)
  const row = {
    permit_: number,
    permit_type: kind.type,
    status,
    application_date: day(of.applied),
    issue_date: day(of.issued),
    final_date: day(of.finaled),
    street_number: house || null,
    street_name: street,
    work_description: `FICTIONAL: ${kind.work}`,
    declared_value: `${cost}`,
    parcel_number: parcelId,
    latitude: lat === undefined ? null : `${lat}`,
    longitude: lng === undefined ? null : `${lng}`,
    location: lat === undefined ? null : { latitude: `${lat}`, longitude: `${lng}` },
  }
  // Socrata leaves empty fields out.
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

function filterOf(where: string | null): { test(row: Row): boolean } | SampleAnswer {
  if (!where?.trim()) return { test: () => true }
  const circle = CIRCLE.exec(where.trim())
  if (!circle) return refusal('query.compiler.malformed', `Could not parse SoQL query: ${where}`)
  const [, column, lat, lng, radius] = circle
  if (column !== 'location') return noSuchColumn(column)
  const centre = [Number(lng), Number(lat)]
  return {
    test: ({ latitude, longitude }) =>
      latitude !== undefined &&
      distance(centre, [Number(longitude), Number(latitude)], METRES) <= Number(radius),
  }
}

function orderOf(text: string | null): [column: string, isDown: boolean] {
  const [column, way] = (text ?? ':id').trim().split(/\s+/)
  return [column, way?.toUpperCase() === 'DESC']
}

function pick(row: Row, selected: readonly string[]): Row {
  if (selected.includes('*')) return row
  return Object.fromEntries(Object.entries(row).filter(([name]) => selected.includes(name)))
}

const isColumn = (name: string) => COLUMNS.includes(name as (typeof COLUMNS)[number])
const noSuchColumn = (name: string) =>
  refusal('query.soql.no-such-column', `No such column: ${name}`)

function refusal(code: string, message: string): SampleAnswer {
  return { status: 400, body: { code, error: true, message } }
}

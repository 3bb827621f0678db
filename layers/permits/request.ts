import type { SectionSource } from '../../catalog/section-source.ts'
import { containsPoint } from '../../geometry/contains.ts'
import { boxesAround, distanceM } from '../../geometry/distance.ts'
import { type GridPoint, toGridPoint } from '../../geometry/grid-point.ts'
import { boundsOf } from '../../geometry/polygons.ts'
import { readLayer } from '../../upstream/arcgis-layer.ts'
import { esriPoint } from '../../upstream/arcgis-shapes.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { type FailureParts, failureParts, UpstreamFailure } from '../../upstream/failure.ts'
import { readRows } from '../../upstream/socrata-rows.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { type PublishedRow, UNCOUNTED } from '../../values/published-row.ts'
import { RowError } from '../../values/row-error.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location } from '../location.ts'
import type { NearPermit } from './permit-list.ts'
import { permitValues } from './permit-values.ts'
import { plainAttributes } from './plain-attributes.ts'
import { pointInColumns } from './row-point.ts'
import { feedsAt, LIVE_FEEDS, type LiveFeed } from './upstream.ts'

/** Response of one feed. */
export interface FeedResponse {
  feed: LiveFeed
  source: SectionSource
  /** Permits within the radius, and those of the parcel as far as the search reaches. */
  permits: NearPermit[]
}

/** Responses of the live feeds at a location. */
export interface RequestedPermits {
  answers: FeedResponse[]
  /** Feeds without a complete response, and the reasons. */
  failures: ({ feed: LiveFeed } & FailureParts)[]
  /** The parcel reaches farther than the search. */
  isParcelLarger: boolean
}

/** Permits of a large parcel are searched up to this distance from the point. */
export const REACH_MAX_M = 500
/**
 * Deadline of a feed with all its pages: below the section's own, so that a slow feed does not cost
 * the responses of the others.
 */
const FEED_DEADLINE_MS = 4_000
const DAY_MS = 86_400_000

/**
 * Requests permits from the live feeds in whose jurisdiction the location may be; null where none
 * is switched on. A feed that fails does not affect the others.
 */
export function requestPermits(
  location: Location,
  radius_m: number,
  { upstreams }: ExternalSources,
  feeds: readonly LiveFeed[] = LIVE_FEEDS,
  deadline_ms = FEED_DEADLINE_MS,
): Promise<RequestedPermits> | null {
  const on = feedsAt(location, feeds).filter(({ upstream }) => upstreams?.isOn(upstream))
  return !upstreams || on.length === 0
    ? null
    : allFeeds(location, radius_m, upstreams, on, deadline_ms)
}

async function allFeeds(
  location: Location,
  radius_m: number,
  client: UpstreamClient,
  feeds: readonly LiveFeed[],
  deadline_ms: number,
): Promise<RequestedPermits> {
  const isParcelLarger = reachOf(location, radius_m) >= REACH_MAX_M
  const requested: RequestedPermits = { answers: [], failures: [], isParcelLarger }
  const responses = feeds.map((feed) =>
    withinDeadline(oneFeed(feed, location, radius_m, client), feed, deadline_ms),
  )
  for (const [i, result] of (await Promise.allSettled(responses)).entries()) {
    if (result.status === 'fulfilled') requested.answers.push(result.value)
    else if (!(result.reason instanceof UpstreamFailure)) throw result.reason
    else requested.failures.push({ feed: feeds[i], ...failureParts(result.reason) })
  }
  return requested
}

async function withinDeadline<T>(response: Promise<T>, { name }: LiveFeed, deadline_ms: number) {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const deadline = setTimeout(() => {
    const reason = `${name} did not answer in full within ${deadline_ms / 1000} s.`
    reject(new UpstreamFailure('late', reason, 'Try again shortly.'))
  }, deadline_ms)
  try {
    return await Promise.race([response, late])
  } finally {
    clearTimeout(deadline)
  }
}

interface PlacedRow extends PublishedRow {
  at: GridPoint | null
}

async function oneFeed(
  feed: LiveFeed,
  location: Location,
  radius_m: number,
  client: UpstreamClient,
): Promise<FeedResponse> {
  const reach_m = reachOf(location, radius_m)
  const { rows, retrieved_at } =
    feed.kind === 'socrata'
      ? await socrataRows(feed, location, reach_m, client)
      : await arcgisRows(feed, location, reach_m, client)
  const permits = permitsIn(feed, rows, location, radius_m, retrieved_at)
  const note = joinNotes(feed.note, feed.mapping.note)
  const source = client.sourceOf(feed.upstream, { retrieved_at }, { ...(note && { note }) })
  return { feed, source, permits }
}

/** The radius, or the farthest corner of the parcel's box where that is farther. */
function reachOf({ point, parcel }: Location, radius_m: number): number {
  if (!parcel) return radius_m
  const here = toGridPoint(point)
  const [west, south, east, north] = boundsOf(parcel.polygons())
  const corners = [west, east].flatMap((x) => [south, north].map((y) => distanceM(here, [x, y])))
  return Math.min(REACH_MAX_M, Math.max(radius_m, Math.ceil(Math.max(...corners))))
}

async function socrataRows(
  { upstream, fields, location: column, mapping }: LiveFeed,
  { point }: Location,
  reach_m: number,
  client: UpstreamClient,
): Promise<{ rows: PlacedRow[]; retrieved_at: string }> {
  const circle = [point.lat.toFixed(7), point.lng.toFixed(7), reach_m].join(', ')
  const where = `within_circle(${column}, ${circle})`
  const { value, retrieved_at } = await readRows(client, upstream, { where, fields })
  const rows = value.map((row) => {
    const attributes = plainAttributes(row)
    const point = pointInColumns(attributes, mapping.location!)
    return { attributes, at: point && toGridPoint({ lng: point.x, lat: point.y }) }
  })
  return { rows, retrieved_at }
}

async function arcgisRows(
  { upstream, fields }: LiveFeed,
  { point }: Location,
  reach_m: number,
  client: UpstreamClient,
): Promise<{ rows: PlacedRow[]; retrieved_at: string }> {
  const boxes = boxesAround(toGridPoint(point), reach_m)
  const responses = await Promise.all(
    boxes.map((box) => readLayer(client, upstream, { box, fields, shapeOf: esriPoint })),
  )
  const rows = responses.flatMap(({ value }) =>
    value.map(({ attributes, shape }) => ({ attributes: plainAttributes(attributes), at: shape })),
  )
  return { rows, retrieved_at: responses[0].retrieved_at }
}

/**
 * Lists the permits of the rows by true distance, as a server may have searched otherwise. Exact
 * duplicates are one. Throws `UpstreamFailure` where no row can be read: the feed has other columns
 * by now, and it is not known whether it has permits.
 */
function permitsIn(
  feed: LiveFeed,
  rows: readonly PlacedRow[],
  { point, parcel }: Location,
  radius_m: number,
  retrieved_at: string,
): NearPermit[] {
  const here = toGridPoint(point)
  // Dates of ArcGIS are read as moments with their fields.
  const dates = [...feed.mapping.dates, 'iso' as const]
  // The day after, as Guam is ahead of UTC.
  const lastDay = new Date(Date.parse(retrieved_at) + DAY_MS).toISOString().slice(0, 10)
  const of = { mapping: { ...feed.mapping, dates }, feed: feed.name, lastDay }
  const found = new Map<string, NearPermit>()
  let read = 0
  for (const row of rows) {
    const values = valuesOf(row, of)
    if (values === null || row.at === null) continue
    read++
    const distance_m = distanceM(here, row.at)
    const isOnParcel = parcel !== null && containsPoint(parcel.polygons(), ...row.at)
    if (distance_m > radius_m && !isOnParcel) continue
    const key = JSON.stringify([values, row.at])
    const names = { partition: feed.upstream.id, permit_key: `${feed.upstream.id}/${key}` }
    found.set(key, { row: { ...values, ...names }, distance_m, isOnParcel })
  }
  if (rows.length > 0 && read === 0)
    throw new UpstreamFailure(
      'unreadable',
      `${feed.name} gave ${rows.length} rows here, none of them with a number and a place.`,
      'Compare its columns with its mapping: layers/permits/README.md.',
    )
  return [...found.values()]
}

/** Null for a row without a number. */
function valuesOf(row: PublishedRow, of: Parameters<typeof permitValues>[1]) {
  try {
    return permitValues(row, of, UNCOUNTED)
  } catch (error) {
    if (error instanceof RowError) return null
    throw error
  }
}

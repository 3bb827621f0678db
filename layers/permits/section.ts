import { z } from 'zod'
import { GRID } from '../../geometry/polygons.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Location, SectionRows, TableRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, sourcesOf } from '../source-of.ts'
import { columns } from './columns.ts'
import { FEED_SEPARATOR, feedNames } from './feed-names.ts'
import {
  mergedPermits,
  type NearPermit,
  newestOf,
  Permit,
  permitOf,
  permitsOf,
} from './permit-list.ts'
import { reachesOut } from './reach.ts'
import { REACH_MAX_M, type RequestedPermits, requestPermits } from './request.ts'
import { feedsAt } from './upstream.ts'

/**
 * How far around the point permits are told. A standard block of Chicago, whose permits are the
 * real ones here, is 330 by 660 feet: 150 m around a lot hold its block and the lots across its
 * streets, and downtown not yet a whole district.
 */
export const RADIUS_M = 150
/** So many are listed, the nearest; `permit_count` counts them all. */
export const PERMITS_MAX = 50

export const PermitsData = z.object({
  permits: z
    .array(Permit)
    .describe(`nearest first, at one place the newest first; at most ${PERMITS_MAX}`),
  radius_m: z.number().describe('search radius around the point'),
  feed: z
    .string()
    .describe(
      'feeds that returned these permits, the nearest one’s first; without a permit, the copies of the build that were searched',
    ),
  feeds_unavailable: z
    .array(z.string())
    .describe(
      'feeds that could not be read: results may be incomplete. Where none of the live feeds of a place answered and no permit is known, the section is not_available and names them here',
    ),
  permit_count: z
    .number()
    .describe('permits within the radius or on the parcel, also those not listed (additive)'),
  on_parcel_count: z
    .number()
    .nullable()
    .describe('permits whose point lies in the parcel; null without one (additive)'),
  latest_on_parcel: z
    .object({
      id: z.string().describe("the authority's number of the permit"),
      type: z.string().nullable().describe("in the authority's words"),
      issued_at: z.string().nullable().describe('ISO date'),
    })
    .nullable()
    .describe('the newest of those by date of issue (additive)'),
  feed_through: z
    .string()
    .nullable()
    .describe('until this date each of these feeds tells what was issued, ISO date (additive)'),
})
export type PermitsData = z.infer<typeof PermitsData>

export const section: SectionDefinition = {
  name: 'Permits',
  category: 'property',
  data: PermitsData,
  reads: [
    { table: 'permits', onParcel: true, near: { radius_m: RADIUS_M } },
    // The outlines of what the feeds declare to cover, to see whether the circle reaches past them.
    { table: 'coverage', onParcel: false },
  ],
  coveredBy: ['permits'],
  requestData: (location, _rows, outside) => requestPermits(location, RADIUS_M, outside),
  answer,
  columns,
}

const PLACE_NOTE =
  "Permits as their authority's feeds tell them: each stands at the point that the feed gives, often that of its address, and its words are the authority's own."

function answer(
  location: Location,
  rows: SectionRows,
  live: RequestedPermits | null = null,
): Answer<PermitsData> {
  const { permits: table } = rows
  const said = live?.answers ?? []
  const { permits: found, newer } = mergedPermits(
    permitsOf(location, table),
    said.flatMap(({ permits }) => permits),
  )
  const place: Spoken = {
    location,
    table,
    live: live ?? { answers: [], failures: [], isParcelLarger: false },
    unread: feedNames(table.contributed.map(({ feeds_unavailable }) => feeds_unavailable)),
    notes: [PLACE_NOTE, ...edgeNote(location, rows), ...liveNotes(live, newer)],
  }
  if (found.length === 0) return withoutPermits(place)
  const onParcel = found.filter(({ isOnParcel }) => isOnParcel)
  const latest = newestOf(onParcel)
  const unavailable = unavailableFeeds(place)
  const data: PermitsData = {
    permits: found.slice(0, PERMITS_MAX).map(permitOf),
    radius_m: RADIUS_M,
    feed: [...new Set(found.map(({ row }) => row.feed))].join(FEED_SEPARATOR),
    feeds_unavailable: unavailable,
    permit_count: found.length,
    on_parcel_count: location.parcel ? onParcel.length : null,
    latest_on_parcel: latest
      ? {
          id: latest.row.permit_number as string,
          type: latest.row.permit_type as string | null,
          issued_at: latest.row.issued_at as string | null,
        }
      : null,
    feed_through: leastThrough(found),
  }
  if (unavailable.length > 0)
    place.notes.push(`There may be more: ${unavailable.join(' and ')} could not be read in full.`)
  return {
    status: 'available',
    summary: summarise(data, found),
    data,
    ...sourcesIn(place, found[0].row.partition),
  }
}

/** What of a place was told, and by whom. */
interface Spoken {
  location: Location
  table: TableRows
  live: RequestedPermits
  /** Feeds that could not be read in full when the build's copies were taken. */
  unread: string[]
  notes: string[]
}

/** Those of the build's copies, and those that did not answer now. */
function unavailableFeeds({ unread, live }: Spoken): string[] {
  return [...new Set([...unread, ...live.failures.map(({ feed }) => feed.name)])]
}

function liveNotes(live: RequestedPermits | null, newer: number): string[] {
  const notes = (live?.failures ?? []).map(({ reason }) => reason)
  if (live?.isParcelLarger)
    notes.push(
      `Live feeds are searched up to ${REACH_MAX_M} m from the point, and the parcel reaches farther.`,
    )
  if (newer > 0)
    notes.push(
      `${newer === 1 ? 'One permit' : `${newer} permits`} of this build stand here as the live feed tells them now.`,
    )
  return notes
}

/** The source of the nearest permit first, then the build's others, then the live feeds. */
function sourcesIn({ table, live, notes }: Spoken, main: unknown = null) {
  const note = notes.join(' ')
  const told = live.answers.map(({ feed, source }) => ({
    isMain: feed.upstream.id === main,
    source: { ...source, note: joinNotes(source.note, note) },
  }))
  const sources = [
    ...told.filter(({ isMain }) => isMain).map(({ source }) => source),
    ...sourcesOf(mainFirst(table.contributed, main), note),
    ...told.filter(({ isMain }) => !isMain).map(({ source }) => source),
  ]
  return {
    ...(sources.length > 0 && { source: sources[0] }),
    ...(sources.length > 1 && { sources }),
  }
}

/** Covered by a whole source, by one that lacks a feed, or by none. */
function withoutPermits(place: Spoken): Answer<PermitsData> {
  const { location, table, live, unread } = place
  const { answers, failures } = live
  const none = `No permit is known within ${RADIUS_M} m of this spot`
  const isPinned = table.coverage.length > 0
  const source = sourcesIn(place)
  // Copies of the build answer alone while one live feed answers; when none does, permits issued
  // since the copies were taken may be missing.
  if (failures.length > 0 && (answers.length === 0 || !isPinned))
    return {
      status: 'not_available',
      summary: `${none}, and ${failures.length === 1 ? 'a feed' : 'feeds'} of an authority did not answer.`,
      data: noPermits(place),
      reason: [...failures.map(({ reason }) => reason), ...copyReasons(isPinned, unread)].join(' '),
      hint: failures[0].hint,
      ...source,
    }
  if (isPinned && unread.length > 0)
    return {
      status: 'not_available',
      summary: `${none}, and a part of the authority's feeds could not be read.`,
      data: null,
      reason: `Of the feeds that cover this spot these could not be read in full when this build's copies were taken: ${unread.join(FEED_SEPARATOR)}. The others have no permit here.`,
      hint: 'Ask the authority, or ask again of a build whose copies were taken since.',
      ...source,
    }
  // A live feed that failed beside one that answered is in the note.
  if (isPinned) return { status: 'empty', summary: `${none}.`, data: null, ...source }
  if (answers.some(({ feed }) => feed.covers === 'county'))
    return { status: 'empty', summary: `${none}.`, data: null, ...source }
  const asked = answers.map(({ feed }) => feed.name).join(FEED_SEPARATOR)
  return {
    status: 'not_covered',
    summary:
      answers.length > 0
        ? `${none}, and no feed is known to cover it.`
        : 'No feed of permits in this build covers this spot.',
    data: null,
    reason:
      answers.length > 0
        ? `The live feed has no permit within ${RADIUS_M} m, and whether the spot lies in its jurisdiction is not known: ${asked}.`
        : table.inBuild
          ? `The spot lies outside everything that the feeds of permits in this build declare to cover, and none of them has a permit within ${RADIUS_M} m.`
          : 'This build has no table of permits.',
    hint: notCoveredHint(location, answers.length > 0),
    ...(answers.length > 0 && source),
  }
}

/** An answer without permits that names the feeds which could not be read. */
function noPermits(place: Spoken): PermitsData {
  const { location, table } = place
  const copies = new Set(table.coverage.map(({ source_name }) => source_name))
  return {
    permits: [],
    radius_m: RADIUS_M,
    feed: [...copies].join(FEED_SEPARATOR),
    feeds_unavailable: unavailableFeeds(place),
    permit_count: 0,
    on_parcel_count: location.parcel ? 0 : null,
    latest_on_parcel: null,
    feed_through: null,
  }
}

/** What the copies of the build add to the reasons of the live feeds. */
function copyReasons(isPinned: boolean, unread: readonly string[]): string[] {
  if (!isPinned) return []
  if (unread.length === 0) return ["This build's copies have no permit here."]
  return [
    `This build's copies have no permit here, and these feeds could not be read in full when they were taken: ${unread.join(FEED_SEPARATOR)}.`,
  ]
}

function notCoveredHint(location: Location, isAsked: boolean): string {
  const add = "Add the authority's feed: see pipelines/permits/README.md."
  const ids = feedsAt(location).map(({ upstream }) => upstream.id)
  if (isAsked || ids.length === 0) return add
  return `${add} Live feeds are asked where PLAT_LIVE=default,${ids.join(',')} says so.`
}

/** The earliest of the feeds' newest dates; null where one of them has none. */
function leastThrough(found: readonly NearPermit[]): string | null {
  const throughs = found.map(({ row }) => row.feed_through as string | null)
  return throughs.includes(null) ? null : (throughs.sort()[0] ?? null)
}

/** What the radius misses: no feed that covers the spot covers the whole circle. */
function edgeNote({ point }: Location, rows: SectionRows): string[] {
  const areas = rows.coverage.atPoint.filter(({ row }) => row.table_name === 'permits')
  if (areas.length === 0) return []
  const [x, y] = [point.lng * GRID, point.lat * GRID]
  if (areas.some((area) => !reachesOut(area.polygons(), [x, y], RADIUS_M))) return []
  return [
    `The ${RADIUS_M} m reach past the edge of what the feeds here declare to cover: beyond it permits are told only where another feed has them.`,
  ]
}

function summarise(data: PermitsData, found: readonly NearPermit[]): string {
  const { permit_count: count, on_parcel_count: onParcel, permits, feeds_unavailable } = data
  const isBeyond = found.some(({ distance_m }) => distance_m > RADIUS_M)
  const where = `within ${RADIUS_M} m of this spot${isBeyond ? ' or on its parcel' : ''}`
  const parts = [`There are ${count} permits ${where}`]
  if (count === 1 && isBeyond) parts[0] = 'There is 1 permit on the parcel of this spot'
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

import { GRID } from '../../geometry/polygons.ts'
import { operatorHintOf } from '../../upstream/failure.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Location, SectionRows, TableRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, sourceFields, sourcesOf } from '../source-of.ts'
import { columns } from './columns.ts'
import { PERMITS_MAX, PermitsData, RADIUS_M } from './data.ts'
import { FEED_SEPARATOR, feedNames } from './feed-names.ts'
import { mergedPermits, type NearPermit, newestOf, permitOf, permitsOf } from './permit-list.ts'
import { reachesOut } from './reach.ts'
import { REACH_MAX_M, type RequestedPermits, requestPermits } from './request.ts'
import { summarise } from './summary.ts'
import { feedsAt } from './upstream.ts'

export const section: SectionDefinition = {
  name: 'Permits',
  category: 'property',
  data: PermitsData,
  hasDataUnavailable: true,
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
  "Permits as their authority's feeds report them: each is at the point that the feed gives, often that of its address, and its texts are the authority's own."

function answer(
  location: Location,
  rows: SectionRows,
  live: RequestedPermits | null = null,
): Answer<PermitsData> {
  const { permits: table } = rows
  const responses = live?.answers ?? []
  const { permits: found, newer } = mergedPermits(
    permitsOf(location, table),
    responses.flatMap(({ permits }) => permits),
  )
  const context: AnswerContext = {
    location,
    table,
    live: live ?? { answers: [], failures: [], isParcelLarger: false },
    unread: feedNames(table.contributed.map(({ feeds_unavailable }) => feeds_unavailable)),
    notes: [PLACE_NOTE, ...edgeNote(location, rows), ...liveNotes(live, newer)],
  }
  if (found.length === 0) return withoutPermits(context)
  const onParcel = found.filter(({ isOnParcel }) => isOnParcel)
  const latest = newestOf(onParcel)
  const unavailable = unavailableFeeds(context)
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
    context.notes.push(`There may be more: ${unavailable.join(' and ')} could not be read in full.`)
  return {
    status: 'available',
    summary: summarise(data, found),
    data,
    ...sourcesIn(context, found[0].row.partition),
  }
}

/** Sources and notes of an answer. */
interface AnswerContext {
  location: Location
  table: TableRows
  live: RequestedPermits
  /** Feeds that could not be read in full when the build's copies were taken. */
  unread: string[]
  notes: string[]
}

/** Feeds that the build's copies lack, and those that did not answer now. */
function unavailableFeeds({ unread, live }: AnswerContext): string[] {
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
      `${newer === 1 ? 'One permit of this build is' : `${newer} permits of this build are`} shown with the live feed's current values.`,
    )
  return notes
}

/** The source of the nearest permit first, then the build's others, then the live feeds. */
function sourcesIn({ table, live, notes }: AnswerContext, main: unknown = null) {
  const note = notes.join(' ')
  const liveSources = live.answers.map(({ feed, source }) => ({
    isMain: feed.upstream.id === main,
    source: { ...source, note: joinNotes(source.note, note) },
  }))
  return sourceFields([
    ...liveSources.filter(({ isMain }) => isMain).map(({ source }) => source),
    ...sourcesOf(mainFirst(table.contributed, main), note),
    ...liveSources.filter(({ isMain }) => !isMain).map(({ source }) => source),
  ])
}

/** Covered by a whole source, by one that lacks a feed, or by none. */
function withoutPermits(context: AnswerContext): Answer<PermitsData> {
  const { location, table, live, unread } = context
  const { answers, failures } = live
  const none = `No permit is known within ${RADIUS_M} m of this location`
  const isPinned = table.coverage.length > 0
  const source = sourcesIn(context)
  // Copies of the build answer alone while one live feed answers; when none does, permits issued
  // since the copies were taken may be missing.
  if (failures.length > 0 && (answers.length === 0 || !isPinned))
    return {
      status: 'not_available',
      summary: `${none}, and ${failures.length === 1 ? 'a feed' : 'feeds'} of an authority did not answer.`,
      data: noPermits(context),
      reason: [...failures.map(({ reason }) => reason), ...copyReasons(isPinned, unread)].join(' '),
      hint: failures[0].hint,
      ...operatorHintOf(failures),
      ...source,
    }
  if (isPinned && unread.length > 0)
    return {
      status: 'not_available',
      summary: `${none}, and a part of the authority's feeds could not be read.`,
      data: null,
      reason: `Of the feeds that cover this location these could not be read in full when this build's copies were taken: ${unread.join(FEED_SEPARATOR)}. The others have no permit here.`,
      hint: 'Contact the authority, or use a build whose copies were taken since.',
      ...source,
    }
  // The note names a live feed that failed where another one answered.
  if (isPinned) return { status: 'empty', summary: `${none}.`, data: null, ...source }
  if (answers.some(({ feed }) => feed.covers === 'county'))
    return { status: 'empty', summary: `${none}.`, data: null, ...source }
  const feeds = answers.map(({ feed }) => feed.name).join(FEED_SEPARATOR)
  return {
    status: 'not_covered',
    summary:
      answers.length > 0
        ? `${none}, and no feed is known to cover it.`
        : 'No feed of permits in this build covers this location.',
    data: null,
    reason:
      answers.length > 0
        ? `The live feed has no permit within ${RADIUS_M} m, and whether the location lies in its jurisdiction is not known: ${feeds}.`
        : table.inBuild
          ? `The location lies outside everything that the feeds of permits in this build declare to cover, and none of them has a permit within ${RADIUS_M} m.`
          : 'This build has no table of permits.',
    hint: 'Contact the building department of the city or county.',
    operator_hint: operatorHint(location, answers.length > 0),
    ...(answers.length > 0 && source),
  }
}

/** An answer without permits that names the feeds which could not be read. */
function noPermits(context: AnswerContext): PermitsData {
  const { location, table } = context
  const copies = new Set(table.coverage.map(({ source_name }) => source_name))
  return {
    permits: [],
    radius_m: RADIUS_M,
    feed: [...copies].join(FEED_SEPARATOR),
    feeds_unavailable: unavailableFeeds(context),
    permit_count: 0,
    on_parcel_count: location.parcel ? 0 : null,
    latest_on_parcel: null,
    feed_through: null,
  }
}

/** Reasons from the copies of the build, after those of the live feeds. */
function copyReasons(isPinned: boolean, unread: readonly string[]): string[] {
  if (!isPinned) return []
  if (unread.length === 0) return ["This build's copies have no permit here."]
  return [
    `This build's copies have no permit here, and these feeds could not be read in full when they were taken: ${unread.join(FEED_SEPARATOR)}.`,
  ]
}

function operatorHint(location: Location, isRequested: boolean): string {
  const add = "Add the authority's feed: see pipelines/permits/README.md."
  const ids = feedsAt(location).map(({ upstream }) => upstream.id)
  if (isRequested || ids.length === 0) return add
  return `${add} PLAT_LIVE=default,${ids.join(',')} switches live feeds on.`
}

/** The earliest of the feeds' newest dates; null where one of them has none. */
function leastThrough(found: readonly NearPermit[]): string | null {
  const throughs = found.map(({ row }) => row.feed_through as string | null)
  return throughs.includes(null) ? null : (throughs.sort()[0] ?? null)
}

/** Note where no feed that covers the point covers the whole circle. */
function edgeNote({ point }: Location, rows: SectionRows): string[] {
  const areas = rows.coverage.atPoint.filter(({ row }) => row.table_name === 'permits')
  if (areas.length === 0) return []
  const [x, y] = [point.lng * GRID, point.lat * GRID]
  if (areas.some((area) => !reachesOut(area.polygons(), [x, y], RADIUS_M))) return []
  return [
    `The ${RADIUS_M} m reach past the edge of what the feeds here declare to cover: beyond it permits are listed only where another feed has them.`,
  ]
}

import { oldestCopy } from '../../catalog/clocks.ts'
import type { Lock } from '../../catalog/lock.ts'
import { manifestLock } from '../../catalog/manifest.ts'
import { readSource, type Source } from '../../catalog/source.ts'
import { distinct } from '../../values/distinct.ts'
import type { PartitionJob } from '../plan.ts'

/** Origin of rows: one partition's source and locks, or those of a whole build. */
export interface Origin extends Pick<PartitionJob, 'source' | 'lock' | 'otherLocks'> {
  /** Sources of its other locks: a republisher, or the publisher of the line of the coverage. */
  others: Source[]
}

/** Origin of a job's rows. Throws `StepError` when the catalog has no source of a lock. */
export async function originOf({ source, lock, otherLocks }: PartitionJob): Promise<Origin> {
  const ids = distinct([lock, ...otherLocks].map((each) => each.source))
  const others: Source[] = []
  for (const id of ids) if (id !== source.id) others.push(await readSource(id))
  return { source, lock, otherLocks, others }
}

/** Date of the data in the form of STAC: an instant, or a start and an end, in UTC. */
export type Times = { datetime: string } | Range
interface Range {
  datetime: null
  start_datetime: string
  end_datetime: string
}

/**
 * The meaning of `datetime`: STAC has no "unknown", so without a dated edition it is our copy's.
 */
export type TimesAre = 'vintage' | 'vintage where stated' | 'retrieved_at'

/** The first clock: from the first to the last date of the publishers' editions. */
export function timesOf(origins: readonly Origin[]): { times: Times; are: TimesAre } {
  const days = origins.flatMap(({ lock: { vintage } }) => {
    const all = [vintage.from, vintage.to].filter((day) => day !== undefined)
    return all.length > 0 ? [{ first: all[0], last: all[all.length - 1] }] : []
  })
  if (days.length === 0) return { times: { datetime: retrievedAt(origins) }, are: 'retrieved_at' }
  const first = days.map((day) => day.first).sort()[0]
  const last = days.map((day) => day.last).sort()[days.length - 1]
  const start = `${first}T00:00:00Z`
  const times: Times =
    first === last
      ? { datetime: start }
      : { datetime: null, start_datetime: start, end_datetime: `${last}T23:59:59Z` }
  return { times, are: days.length < origins.length ? 'vintage where stated' : 'vintage' }
}

/** The second clock: when the oldest of the bytes was taken. */
export function retrievedAt(origins: readonly Origin[]): string {
  return locksOf(origins).map(oldestCopy).sort()[0]
}

/** Editions in the publishers' own words. */
export function vintagesOf(origins: readonly Origin[]): string[] {
  return distinct(origins.map(({ lock }) => lock.vintage.label))
}

/** Publishers of the rows, each once. */
export function sourcesOf(origins: readonly Origin[]): Source[] {
  return byId(origins.map(({ source }) => source))
}

/** Every source behind the rows, whose terms count: the publishers first. */
export function allSourcesOf(origins: readonly Origin[]): Source[] {
  return byId([...sourcesOf(origins), ...origins.flatMap(({ others }) => others)])
}

/** Every lock in the form of the manifest, so that the bytes behind rows can be found. */
export function lockRecords(origins: readonly Origin[]) {
  return locksOf(origins).map((lock) => {
    const { vintage, ...rest } = manifestLock(lock)
    return { ...rest, vintage: vintage.label, ...(vintage.note && { note: vintage.note }) }
  })
}

function locksOf(origins: readonly Origin[]): Lock[] {
  return byId(origins.flatMap(({ lock, otherLocks }) => [lock, ...otherLocks]))
}

function byId<T extends { id: string }>(all: readonly T[]): T[] {
  return [...new Map(all.map((each) => [each.id, each])).values()]
}

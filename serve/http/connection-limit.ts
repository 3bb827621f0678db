import { readdirSync, readFileSync } from 'node:fs'
import { StepError } from '../../terminal/step-error.ts'
import { CONNECTIONS_MAX } from './request-limits.ts'

/** What will need descriptors beside connections. */
export interface DescriptorNeeds {
  /** Threads that answer. */
  threads: number
  /** Addresses that each of them listens on. */
  hosts: number
  /** Files of the build in service: the next one is open beside it while the pin moves. */
  buildFiles: number
}

/** Descriptors of this process: how many the system allows, and how many are open. */
export interface Descriptors {
  limit: number
  open: number
}

/** Of a thread: its loop, its sockets that listen, DuckDB and SQLite of two builds. */
const THREAD_DESCRIPTORS = 24
/** A build with rasters of several counties. */
const BUILD_FILES_MIN = 64
/** Files of the accounts' database that are not open yet, upstreams, mail, what is being closed. */
const OTHER_DESCRIPTORS = 128
/** With fewer connections one browser would take them all. */
const CONNECTIONS_MIN = 8

/** Null where the system does not say, which is anywhere but on Linux. */
export function descriptorsNow(): Descriptors | null {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? []
    if (soft === undefined) return null
    const limit = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
    return { limit, open: readdirSync('/proc/self/fd').length }
  } catch {
    return null
  }
}

/**
 * Connections of one thread and address for which descriptors are left, at most `CONNECTIONS_MAX`:
 * with more of them requests could not read files, and DuckDB would end the process. Throws
 * `StepError` with the number that is needed where the limit leaves too few.
 */
export function connectionsWithin(
  descriptors: Descriptors | null,
  { threads, hosts, buildFiles }: DescriptorNeeds,
): number {
  if (!descriptors) return CONNECTIONS_MAX
  const { limit, open } = descriptors
  // The thread that makes terrain is one more.
  const needed =
    open +
    (threads + 1) * THREAD_DESCRIPTORS +
    Math.max(BUILD_FILES_MIN, buildFiles) +
    OTHER_DESCRIPTORS
  const listeners = threads * hosts
  const connections = Math.min(CONNECTIONS_MAX, Math.floor((limit - needed) / listeners))
  if (connections >= CONNECTIONS_MIN) return connections
  const least = needed + CONNECTIONS_MIN * listeners
  const remedy = `Raise it: \`ulimit -n ${2 ** Math.ceil(Math.log2(least + 1_000))}\`, or start fewer threads with \`--threads 1\`.`
  const problem = `at most ${limit} files may be open, and the service needs ${least}`
  throw new StepError('read the limit', 'open files of a process', problem, remedy)
}

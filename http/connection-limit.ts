import { readdirSync, readFileSync } from 'node:fs'
import { StepError } from '../terminal/step-error.ts'
import { CONNECTIONS_MAX } from './request-limits.ts'

/** Users of descriptors in addition to connections. */
export interface DescriptorNeeds {
  /** Answering threads. */
  threads: number
  /** Addresses that each thread listens on. */
  hosts: number
  /** Files of the build in service. Two builds are open while the pin moves. */
  buildFiles: number
  /** True where projects are served. */
  hasProjects?: boolean
  /** Requests that each thread forwards at most; none where it answers all of them itself. */
  forwarded?: number
}

/** Files of blobs that are read, sent and written at once. */
const BLOB_FILES = 300
/** A request that is forwarded has both ends of a socket in this process. */
const FORWARDED_DESCRIPTORS = 2

/** Descriptors of this process: how many the system allows, and how many are open. */
export interface Descriptors {
  limit: number
  open: number
}

/**
 * Descriptors of a thread: its event loop, its listening sockets, DuckDB and SQLite of two builds.
 */
const THREAD_DESCRIPTORS = 24
/** Files of a build with rasters of several counties. */
const BUILD_FILES_MIN = 64
/**
 * Files of the accounts database that are opened later, upstreams, mail, and what is being closed.
 */
const OTHER_DESCRIPTORS = 128
/** One browser could use up fewer connections than these. */
const CONNECTIONS_MIN = 8

/**
 * Reads the descriptors of this process; null where the system does not report them, which is on
 * any system but Linux.
 */
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
 * Connections per thread and address for which descriptors are left, at most `CONNECTIONS_MAX`.
 * Without free descriptors requests could not read files, and DuckDB would end the process. Throws
 * `StepError` with the limit that is needed where too few are left.
 */
export function connectionsWithin(
  descriptors: Descriptors | null,
  { threads, hosts, buildFiles, hasProjects = false, forwarded = 0 }: DescriptorNeeds,
): number {
  if (!descriptors) return CONNECTIONS_MAX
  const { limit, open } = descriptors
  // The terrain thread is one more.
  const needed =
    open +
    (threads + 1) * THREAD_DESCRIPTORS +
    Math.max(BUILD_FILES_MIN, buildFiles) +
    (hasProjects ? BLOB_FILES : 0) +
    OTHER_DESCRIPTORS
  // Either all that a thread may forward has descriptors, or each of its connections has its own.
  const listeners = threads * hosts
  const sockets = threads * forwarded * FORWARDED_DESCRIPTORS
  const used = listeners * (forwarded > 0 ? 1 + FORWARDED_DESCRIPTORS : 1)
  const free = limit - needed
  const connections = Math.min(
    CONNECTIONS_MAX,
    Math.floor(Math.max(free / used, (free - sockets) / listeners)),
  )
  if (connections >= CONNECTIONS_MIN) return connections
  const least = needed + CONNECTIONS_MIN * used
  const remedy = `Raise it: \`ulimit -n ${2 ** Math.ceil(Math.log2(least + 1_000))}\`, or start fewer threads with \`--threads 1\`.`
  const problem = `at most ${limit} files may be open, and the service needs ${least}`
  throw new StepError('read the limit', 'open files of a process', problem, remedy)
}

import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Column } from '../../layers/column-mapping.ts'
import { columnsRead, type PermitMapping } from '../../layers/permits/mapping.ts'
import { nameKey } from '../../layers/permits/permit-values.ts'
import { StepError } from '../../terminal/step-error.ts'
import { findFormatProblem, HEAD_BYTES } from '../stages/file-format.ts'
import type { AttributeValue } from '../stages/read-features.ts'
import type { Feed, FeedKind } from './feed.ts'

/** A row of a page: attributes under `nameKey`, and its position in the page's frame. */
export interface PageRow {
  attributes: Record<string, AttributeValue>
  /** Null when the row has no position. */
  at: { x: number; y: number } | null
}

/** One file of a feed, opened. */
export interface FeedPage {
  rows: AsyncIterable<PageRow[]> | Iterable<PageRow[]>
  /** The frame of the rows' positions, null when it is not stated. */
  crs: string | null
  /** The server states that there is more than this page. */
  hasMore: boolean
}

/** Error of a file of a feed that cannot be read. */
export function pageError(path: string, problem: string, cause?: unknown): StepError {
  const remedy = "Take the feed's lock again; if it stays, compare its columns with the mapping."
  return new StepError('read the feed', basename(path), problem, remedy, { cause })
}

/**
 * Refuses a page of a web site, a Git-LFS pointer or an error message under the name of a table.
 */
export async function checkHead(path: string, { kind }: Feed): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const isJson = /^\ufeff?\s*[[{]/.test(head.toString('utf8'))
    // JSON under the name of JSON is read whole: it may have the server's own error message.
    const problem = isJson && kind !== 'csv' ? null : findFormatProblem(basename(path), head)
    if (problem !== null) throw pageError(path, problem)
    if (isJson && kind === 'csv') throw pageError(path, 'it is JSON, not a table')
  } finally {
    await file.close()
  }
}

/** Throws `StepError` when a file lacks a column that is not optional in the mapping. */
export function checkColumns(
  path: string,
  { kind }: Feed,
  mapping: PermitMapping,
  names: readonly string[],
): void {
  const has = new Set(names.map(nameKey))
  const lacks = ({ names: any, optional }: Column) =>
    !optional && !any.some((name) => has.has(nameKey(name)))
  const missing = columnsRead(mapping, readsLocation(kind)).filter(lacks)
  if (missing.length === 0) return
  const wanted = missing.map(({ names: any }) => any.join(' or ')).join(', ')
  throw pageError(path, `it has no column ${wanted}; it has ${[...names].sort().join(', ')}`)
}

/** True for rows of a table, whose columns hold their place; features have a geometry. */
const READS_LOCATION: Record<FeedKind, boolean> = {
  csv: true,
  socrata_json: true,
  esri_json: false,
  geojson: false,
}

/** Whether the mapping names the columns of the place. */
export function readsLocation(kind: FeedKind): boolean {
  return READS_LOCATION[kind]
}

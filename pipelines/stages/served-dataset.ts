import { z } from 'zod'
import type { Served } from '../../catalog/lock.ts'
import { parseShapedJson } from '../../upstream/json-response.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { requestAnswer } from './request-answer.ts'
import { statedDate } from './stated-date.ts'

/** A Socrata dataset that a URL downloads, and the filter of the URL. */
export interface SocrataAddress {
  origin: string
  /** Four and four characters: `ydr8-5enu`. */
  id: string
  where: string | null
}

const DATASET_PATH = /\/(?:resource|api\/views|api\/v3\/views)\/([a-z0-9]{4}-[a-z0-9]{4})(?:[./]|$)/

/** Reads a URL of Socrata's resource, view or export API; null for any other. */
export function socrataAddress(url: string): SocrataAddress | null {
  const { pathname, origin, searchParams } = new URL(url)
  const id = DATASET_PATH.exec(pathname)?.[1]
  return id === undefined ? null : { origin, id, where: searchParams.get('$where') }
}

/** Part of the description of a dataset. `rowsUpdatedAt` is in seconds since 1970. */
const View = z.object({ id: z.string(), rowsUpdatedAt: z.number().nullish() })
const Counted = z.tuple([z.object({ row_count: z.coerce.number().pipe(z.int().min(0)) })])

/** Requests when the rows of a dataset changed last, and how many match the filter of the URL. */
export async function requestServedDataset(
  { origin, id, where }: SocrataAddress,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Served> {
  const { rowsUpdatedAt } = await requestAnswer(
    new URL(`${origin}/api/views/${id}.json`),
    (answer) => parseShapedJson(answer, View),
    limits,
    signal,
  )
  const count = new URL(`${origin}/resource/${id}.json`)
  count.searchParams.set('$select', 'count(*) as row_count')
  if (where !== null) count.searchParams.set('$where', where)
  const [{ row_count }] = await requestAnswer(
    count,
    (answer) => parseShapedJson(answer, Counted),
    limits,
    signal,
  )
  const last_edit = statedDate((rowsUpdatedAt ?? 0) * 1000)
  return { ...(last_edit === null ? {} : { last_edit }), rows: row_count }
}

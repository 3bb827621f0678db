import { z } from 'zod'
import type { HttpResponse } from './attempt.ts'
import type { UpstreamClient } from './client.ts'
import { InvalidResponse, UpstreamFailure } from './failure.ts'
import { parseJson, parseShape } from './json-response.ts'
import type { Upstream, UpstreamResponse } from './upstream.ts'

/**
 * Query of a Socrata dataset by its resource API: `$where`, `$select`, `$limit`, `$offset`, ordered
 * by row id so that pages neither overlap nor skip a row (https://dev.socrata.com/docs/paging.html).
 */
export interface RowsQuery {
  where: string
  fields: readonly string[]
}

export type SocrataRow = Record<string, unknown>

/** Rows of one page of a feed. */
const PAGE_ROWS = 1_000
/** More rows than these pages hold are too many for one section. */
const PAGES_MAX = 5

/** 202 is "still working on it"; the others may describe the error. */
const STATUSES = [202, 400, 401, 403, 404]

/** Reads all rows. Throws `UpstreamFailure`, also for more than `PAGES_MAX` pages of rows. */
export async function readRows(
  client: UpstreamClient,
  upstream: Upstream,
  { where, fields }: RowsQuery,
): Promise<UpstreamResponse<SocrataRow[]>> {
  const rows: SocrataRow[] = []
  let previous = ''
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = {
      $select: fields.join(','),
      $where: where,
      $order: ':id',
      $limit: PAGE_ROWS,
      $offset: page * PAGE_ROWS,
    }
    const { value, retrieved_at } = await client.request(upstream, {
      query,
      alsoRead: STATUSES,
      read: readPage,
    })
    const first = JSON.stringify(value[0] ?? null)
    if (value.length > 0 && first === previous)
      throw wrong(upstream, 'sends the same page again and again')
    previous = first
    rows.push(...value)
    if (value.length < PAGE_ROWS) return { value: rows, retrieved_at }
  }
  throw wrong(upstream, `has more than ${PAGES_MAX * PAGE_ROWS} rows here`)
}

function wrong({ title }: Upstream, problem: string): UpstreamFailure {
  const hint = 'Try again shortly; the other sections answer meanwhile.'
  return new UpstreamFailure('unreadable', `${title} ${problem}.`, hint)
}

/** `{"code":"query.soql.no-such-column","error":true,"message":...}`, or `errorCode` for `code`. */
const ErrorBody = z
  .object({
    error: z.unknown(),
    code: z.unknown(),
    errorCode: z.unknown(),
    message: z.unknown(),
  })
  .partial()
const Rows = z.array(z.record(z.string(), z.unknown()))

function readPage(response: HttpResponse): SocrataRow[] {
  if (response.status === 202)
    throw new InvalidResponse('is still working on the answer', 'error_said')
  const body = parseJson(response)
  if (response.status !== 200 || !Array.isArray(body)) {
    const { data: stated } = ErrorBody.safeParse(body)
    const description = [stated?.code ?? stated?.errorCode, stated?.message]
      .filter(Boolean)
      .join(': ')
    const isError = description !== '' || stated?.error !== undefined || response.status !== 200
    if (isError)
      throw new InvalidResponse(
        `answered with the error ${description || `of status ${response.status}, without a description`}`,
        'error_said',
      )
  }
  const rows = parseShape(body, Rows)
  if (rows.length > PAGE_ROWS) throw new InvalidResponse('sent more rows than were requested')
  return rows
}

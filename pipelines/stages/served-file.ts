import type { Asset, Served } from '../../catalog/lock.ts'
import { parseHttpDate } from '../../upstream/http-date.ts'
import { nextChunk } from './fetch-download.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { fetchError, requestAsset } from './fetch-response.ts'
import { findFormatProblem, HEAD_BYTES } from './file-format.ts'
import { withAttempts } from './request-answer.ts'
import { statedDate } from './stated-date.ts'

/** State of an asset at its server, without the asset itself. */
export interface ServedState {
  served: Served
  /** Length of the file; null where the server does not state it. */
  bytes: number | null
  /** The server answered 304 to the `ETag` of the lock. */
  is_not_modified: boolean
}

/** An asset of a lock, or one about to be locked. */
export type ServedAsset = Pick<Asset, 'name' | 'url' | 'served'>

/** Statuses by which servers refuse HEAD, some for files that they do serve. */
const HEAD_REFUSALS = [400, 401, 403, 404, 405, 501]

/**
 * Requests the headers of a file: by HEAD, on the condition that its `ETag` is not that of the
 * lock, and by its first bytes where HEAD is refused or a web page answers. Throws `StepError` for
 * a page in place of the file.
 */
export function requestServedFile(
  asset: ServedAsset,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<ServedState> {
  const { url, name, served } = asset
  return withAttempts(new URL(url), limits, signal, async () => {
    // By date alone 304 would prove little: a file that was replaced by an older one has it too.
    const tag = served?.etag
    const headers = tag === undefined ? undefined : { 'if-none-match': tag }
    const alsoRead = [...HEAD_REFUSALS, ...(tag === undefined ? [] : [304])]
    const head = await requestAsset(url, { method: 'HEAD', headers, alsoRead }, limits, signal)
    const isAnswer = !HEAD_REFUSALS.includes(head.status) && !isPage(head, name)
    return isAnswer ? stateOf(head) : await requestStart(asset, limits, signal)
  })
}

function isPage({ headers }: Response, name: string): boolean {
  const type = headers.get('content-type') ?? ''
  return /^(text\/html|application\/xhtml)/i.test(type) && !/\.html?$/i.test(name)
}

/** Requests the first bytes of a file, which must be those of its format. */
async function requestStart(
  { url, name }: ServedAsset,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<ServedState> {
  const headers = { range: `bytes=0-${HEAD_BYTES - 1}` }
  const response = await requestAsset(url, { headers }, limits, signal)
  if (response.body === null) throw fetchError(url, 'has no body')
  const reader = response.body.getReader()
  let start = Buffer.alloc(0)
  try {
    while (start.length < HEAD_BYTES) {
      const chunk = await nextChunk(reader, limits.idle_timeout_ms, signal)
      if (chunk === null) break
      start = Buffer.concat([start, chunk])
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  const problem = findFormatProblem(name, start.subarray(0, HEAD_BYTES))
  if (problem === null) return stateOf(response)
  const from = response.url === new URL(url).href ? '' : `, at ${response.url}`
  throw fetchError(url, `${problem}${from}`)
}

function stateOf({ status, headers }: Response): ServedState {
  const etag = headers.get('etag')
  const last_modified = statedDate(parseHttpDate(headers.get('last-modified') ?? ''))
  return {
    served: {
      ...(etag ? { etag } : {}),
      ...(last_modified === null ? {} : { last_modified }),
    },
    bytes: status === 304 ? null : lengthOf(status, headers),
    is_not_modified: status === 304,
  }
}

/** Length of the file. A compressed answer states another one. */
function lengthOf(status: number, headers: Headers): number | null {
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return null
  const text =
    status === 206
      ? /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
      : headers.get('content-length')
  return text ? Number(text) : null
}

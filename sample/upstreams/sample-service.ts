/** A request to one of the sample's upstreams, below its own base path. */
export interface SampleRequest {
  /** `` for the base itself, else with a leading slash. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  now: Date
}

export interface SampleAnswer {
  status?: number
  /** An object or a list is sent as JSON; text and bytes are sent as they are. */
  body: unknown
  headers?: Record<string, string>
}

/** Answers in the protocol of one real service, for ground that does not exist. */
export type SampleService = (request: SampleRequest) => SampleAnswer

export const NOT_FOUND: SampleAnswer = { status: 404, body: '<title>404 Not Found</title>' }

/** A decimal number of a query, or null. */
export function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)?.trim() ?? ''
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : null
}

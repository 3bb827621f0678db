import type { Json } from './json.ts'
import { REQUEST_HEADERS, type RequestHeader } from './request-headers.ts'

/** A parameter in the form of OpenAPI. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: Json
  /** False where a list is one value with commas. */
  explode?: boolean
}

/** The parameters for `X-Request-Id` and the request headers that a path reads. */
export function headerParameters(names: readonly RequestHeader[]): Parameter[] {
  const about = 'Your own id, 1 to 64 of A-Z a-z 0-9 . _ -; the response repeats it.'
  return [
    ofHeader('X-Request-Id', about, 'my-trace-1'),
    ...names.map((name) => {
      const { description, example } = REQUEST_HEADERS[name]
      return ofHeader(name, description, example)
    }),
  ]
}

function ofHeader(name: string, description: string, example: string): Parameter {
  const schema = { type: 'string', examples: [example] }
  return { name, in: 'header', required: false, description, schema }
}

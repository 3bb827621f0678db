/** The parts of an OpenAPI document that the tests read. */
export interface Described {
  /** Each path has one operation. */
  paths: Record<string, Partial<Record<'get' | 'post', DescribedOperation>>>
  components: Record<string, Record<string, DescribedResponse>> & {
    securitySchemes: Record<string, { type: string; scheme?: string; in?: string; name?: string }>
  }
}

export interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  /** Schemes of which one is enough; none where no key is needed. */
  security: Record<string, string[]>[]
  parameters: DescribedParameter[]
  /** Of an operation that is called by POST. */
  requestBody?: { content: Record<string, DescribedContent> }
  responses: Record<string, DescribedResponse>
}

export interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: DescribedSchema
}

export interface DescribedSchema {
  type?: string
  enum?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: string | number
  examples?: unknown[]
}

/** A response or a header, or where it is. */
export interface DescribedResponse {
  $ref?: string
  required?: boolean
  schema?: DescribedSchema
  headers?: Record<string, DescribedResponse>
  content?: Record<string, DescribedContent>
}

export interface DescribedContent {
  schema?: { $ref?: string }
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

/** An operation with the path and the method by which it is called. */
export interface PlacedOperation {
  path: string
  method: 'GET' | 'POST'
  operation: DescribedOperation
}

/** All operations of a description. */
export function operationsOf({ paths }: Pick<Described, 'paths'>): PlacedOperation[] {
  return Object.entries(paths).map(([path, { get, post }]) =>
    post ? { path, method: 'POST', operation: post } : { path, method: 'GET', operation: get! },
  )
}

/** The component that a reference names. */
export function resolved(
  { components }: Described,
  part: DescribedResponse | undefined,
): DescribedResponse | null {
  if (part?.$ref === undefined) return part ?? null
  const [kind, name] = part.$ref.split('/').slice(-2)
  return components[kind][name]
}

export function schemaNameOf({ schema }: DescribedContent): string | null {
  return schema?.$ref?.split('/').at(-1) ?? null
}

/**
 * The operation that answers a target as it was sent, if one does. The router reads letters that
 * are percent-encoded as the letters, and a part of a path may be empty.
 */
export function operationAt(described: Described, target: string): DescribedOperation | null {
  const raw = target.split(/[?#]/, 1)[0].replace(/^https?:\/\/.*?\//, '/')
  for (const path of [raw, decoded(raw)])
    for (const { path: template, operation } of operationsOf(described)) {
      const pattern = `^/api${template.replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]*')}$`
      if (new RegExp(pattern).test(path)) return operation
    }
  return null
}

/** Decodes what is not part of the path's own grammar, as far as possible. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Path and query of an operation. What is in neither of its parameters is appended as it stands.
 */
export function targetOf(
  template: string,
  values: { path?: Record<string, string>; query?: readonly (readonly [string, string])[] },
): string {
  const filled = template.replace(/{(\w+)}/g, (_, name: string) =>
    encodeURIComponent(values.path?.[name] ?? ''),
  )
  const pairs = (values.query ?? []).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return `/api${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

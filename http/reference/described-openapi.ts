import {
  codesByStatus,
  type DescribedAnswer,
  type DescribedBody,
  type DescribedOperation,
  type DescribedRoutes,
  formatBytesMax,
  formatCodes,
  type HeaderNames,
  rootAddress,
} from './described-routes.ts'
import type { Json } from './json.ts'

/** The parts of an OpenAPI 3.1 document that described routes add. */
export interface DescribedParts {
  tag: Json
  paths: Record<string, Json>
  components: Record<'securitySchemes' | 'schemas' | 'headers' | 'responses', Json>
}

/**
 * Writes described routes in the form of OpenAPI 3.1. `base` is the address of the server, which
 * ends in `/api`; a path with another root has a server of its own.
 */
export function describedParts(described: DescribedRoutes, base: string): DescribedParts {
  const headers = new HeaderComponents(described)
  const statuses = new Set<number>()
  const paths: Record<string, Json> = {}
  const roots = new Map<string, string | undefined>()
  for (const operation of described.operations) {
    const { method, path, root } = operation
    // OpenAPI knows a path by its name alone, whatever its server.
    if (roots.has(path) && roots.get(path) !== root)
      throw new Error(`the path ${path} of ${described.tag} has two roots`)
    roots.set(path, root)
    const errors = codesByStatus(operation, described)
    for (const [status] of errors) statuses.add(status)
    paths[path] = {
      ...(root && { servers: [{ url: rootAddress(operation, base) }] }),
      ...paths[path],
      [method.toLowerCase()]: operationObject(operation, described, headers),
    }
  }
  const responses = [...statuses]
    .sort((a, b) => a - b)
    .map((status) => [errorName(described, status), errorResponse(described, status, headers)])
  return {
    tag: { name: described.tag, description: described.about },
    paths,
    components: {
      securitySchemes: described.securitySchemes,
      schemas: described.schemas,
      responses: Object.fromEntries(responses),
      headers: Object.fromEntries(headers.used),
    },
  }
}

function operationObject(
  operation: DescribedOperation,
  described: DescribedRoutes,
  headers: HeaderComponents,
): Json {
  const { operationId, summary, description, security, parameters, body, answers } = operation
  const errors = codesByStatus(operation, described).map(([status, codes]) => {
    const $ref = `#/components/responses/${errorName(described, status)}`
    return [status, { $ref, description: formatCodes(codes) }]
  })
  return {
    operationId,
    tags: [described.tag],
    summary,
    description,
    security,
    parameters,
    ...(body && { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(answers.map((each) => [each.status, responseObject(each, headers)])),
      ...Object.fromEntries(errors),
    },
  }
}

function requestBody(body: DescribedBody): Json {
  const { mediaType, schema, isRequired, example } = body
  // The example of a form is for commands: bytes are not JSON.
  const isForm = mediaType === 'multipart/form-data'
  const shown = example !== undefined && !isForm && { example }
  return {
    description: `${isForm ? 'A form' : 'JSON'}, ${formatBytesMax(body)}.`,
    required: isRequired,
    content: { [mediaType]: { schema, ...shown } },
  }
}

function responseObject(answer: DescribedAnswer, headers: HeaderComponents): Json {
  // In OpenAPI 3.1 bytes have a media type and no schema.
  const content = Object.entries(answer.content).map(([type, schema]) => [
    type,
    schema ? { schema } : {},
  ])
  return {
    description: answer.description,
    headers: headers.refs(answer.headers),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  }
}

/** The response of all errors of a status: each operation names its own codes beside it. */
function errorResponse(
  { errors }: DescribedRoutes,
  status: number,
  headers: HeaderComponents,
): Json {
  const codes = errors.codes.filter((each) => each.status === status)
  return {
    description: formatCodes(codes),
    headers: headers.refs(errors.headers[status] ?? {}),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${errors.schema}` } } },
  }
}

const errorName = ({ tag }: DescribedRoutes, status: number): string => `${tag}Error${status}`

/** Components of the headers that are used, under names that start with the tag. */
class HeaderComponents {
  readonly used = new Map<string, Json>()
  private readonly described: DescribedRoutes

  constructor(described: DescribedRoutes) {
    this.described = described
  }

  refs(names: HeaderNames): Json {
    const refs = Object.entries(names).map(([name, required]) => {
      const header = this.described.headers[name]
      if (!header) throw new Error(`the header ${name} of ${this.described.tag} is not described`)
      const component = `${this.described.tag}-${name}${required ? '' : '-if-any'}`
      this.used.set(component, { ...header, required })
      return [name, { $ref: `#/components/headers/${component}` }]
    })
    return Object.fromEntries(refs)
  }
}

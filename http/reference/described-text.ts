import {
  type DescribedBody,
  type DescribedOperation,
  type DescribedRoutes,
  needsNoKey,
  rootAddress,
  shownPath,
} from './described-routes.ts'
import type { Json } from './json.ts'

/** The guide of described routes as a paragraph of llms.txt. */
export function describedGuide({ tag, about, guide }: DescribedRoutes): string {
  return `**${tag}.** ${[about, ...guide].join(' ')}`
}

/** The list of described routes in llms.txt: a line each, with its fields. */
export function describedList(described: DescribedRoutes, base: string): string {
  const { operations, errors, tag } = described
  const lines = operations.map((operation) => {
    const { method, root, path, operationId, summary } = operation
    const address = root ? `. Address: ${rootAddress(operation, base)}${path}` : ''
    return `- [${method} ${shownPath(operation)}](${base}/docs#${operationId}): ${summary}${address}${fieldsOf(operation)}`
  })
  const codes = errors.codes.map(({ code, status }) => `${code} (${status})`)
  const link = `${base}/docs#${tag.toLowerCase()}-errors`
  return [...lines, `- [Error codes](${link}): ${codes.join(', ')}`].join('\n')
}

/** The names of what an operation takes and answers; `?` marks what may be absent. */
function fieldsOf(operation: DescribedOperation): string {
  const { parameters, body, answers } = operation
  const query = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, required }) => `${name}${required ? '' : '?'}`)
  const [{ status, content }] = answers
  const type = Object.keys(content).join(' or ')
  return [
    query.length > 0 ? `. Query: ${query.join(', ')}` : '',
    body ? `. Body: ${formatBody(body)}` : '',
    `. Answers ${status}${type ? ` ${type}` : ''}`,
    needsNoKey(operation)
      ? operation.security.length > 0
        ? '; open for public projects'
        : '; needs no key'
      : '',
  ].join('')
}

function formatBody({ mediaType, schema }: DescribedBody): string {
  const { properties = {}, required = [] }: Json = schema
  const names = Object.keys(properties as Json)
  if (names.length === 0) return 'a JSON object'
  const what = mediaType === 'application/json' ? '' : 'the form '
  return `${what}{${names.map((name) => ((required as string[]).includes(name) ? name : `${name}?`)).join(', ')}}`
}

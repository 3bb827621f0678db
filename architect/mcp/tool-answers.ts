import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallRefusal } from '../projects/calls/project-calls.ts'
import type { Attachment } from './own-tool.ts'

/** Characters of the JSON of an answer: what a model reads at a glance, and every client shows. */
export const ANSWER_CHARACTERS_MAX = 4_096

/**
 * Characters of a page with all that its tool adds: what is cut afterwards would be on no page. The
 * rest is for `ok`, the project, its version and address, `unit`, `total` and the cursor.
 */
export const PAGE_CHARACTERS_MAX = ANSWER_CHARACTERS_MAX - 496
/** Characters of one text of an answer that is too long: callers have sent longer ones. */
const TEXT_CHARACTERS_MAX = 1_000
/** Characters of a name that an error quotes. */
const QUOTED_CHARACTERS_MAX = 200

/** A name as an error quotes it: callers send any. */
export const quoted = (name: string): string => cut(name, QUOTED_CHARACTERS_MAX)

/** A successful answer: the same JSON as text and as structured content. */
export function successOf(
  fields: Record<string, unknown>,
  attached: readonly Attachment[] = [],
): CallToolResult {
  const answer = fitted({ ok: true, ...fields })
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }, ...attached],
    structuredContent: answer,
  }
}

/**
 * A refusal: text alone. With structured content that does not fit an output schema, clients of the
 * first SDK throw instead of showing the refusal. `unknown` is for failures of the service.
 */
export function refusalResult(
  { code, message, ...details }: CallRefusal,
  mutationApplied: false | 'unknown' = false,
): CallToolResult {
  const error = { code, message, ...details, mutationApplied }
  const text = JSON.stringify({ error: fitted(error) })
  return { isError: true, content: [{ type: 'text', text }] }
}

interface List {
  path: string
  values: unknown[]
}

/**
 * The answer, short enough to be read: long texts are cut, then its longest lists are halved until
 * it is, and `leftOut` has how many entries each of them lost. Pages do not come near.
 */
function fitted(answer: Record<string, unknown>): Record<string, unknown> {
  if (lengthOf(answer) <= ANSWER_CHARACTERS_MAX) return answer
  const short = withShortTexts(answer)
  if (lengthOf(short) <= ANSWER_CHARACTERS_MAX) return short
  const leftOut: Record<string, number> = {}
  const whole = () => ({ ...short, leftOut, more: HINT })
  while (lengthOf(whole()) > ANSWER_CHARACTERS_MAX) {
    const longest = listsOf(short)
      .filter(({ values }) => values.length > 0)
      .reduce<List | null>((a, b) => (a && lengthOf(a.values) >= lengthOf(b.values) ? a : b), null)
    if (!longest) break
    const { path, values } = longest
    const rest = Math.floor(values.length / 2)
    leftOut[path] = (leftOut[path] ?? 0) + values.length - rest
    values.length = rest
  }
  return whole()
}

function withShortTexts(answer: Record<string, unknown>): Record<string, unknown> {
  const short = (_: string, value: unknown) =>
    typeof value === 'string' ? cut(value, TEXT_CHARACTERS_MAX) : value
  return JSON.parse(JSON.stringify(answer, short))
}

const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`

const HINT =
  'Lists in leftOut lost so many entries; find_nodes, get_scene and verify_scene page, and the scene of export_json has all.'

const lengthOf = (value: unknown): number => JSON.stringify(value).length

/**
 * The lists in an answer that are in no other list, by their path. Of a list with one entry they
 * are those of the entry, such as the corners of one large room: it would leave nothing to read.
 */
function listsOf(value: unknown, path = ''): List[] {
  if (Array.isArray(value)) {
    const isOne = value.length === 1 && !Array.isArray(value[0])
    const inside = isOne ? listsOf(value[0], `${path}.0`) : []
    return inside.some(({ values }) => values.length > 0) ? inside : [{ path, values: value }]
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, field]) =>
    listsOf(field, path ? `${path}.${name}` : name),
  )
}

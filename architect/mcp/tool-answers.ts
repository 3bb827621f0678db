import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallRefusal } from '../projects/calls/project-calls.ts'
import type { Attachment } from './own-tool.ts'

/** Characters of the JSON of an answer: what a model reads at a glance, and every client shows. */
export const ANSWER_CHARACTERS_MAX = 4_096

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
 * The answer, short enough to be read: its longest lists are halved until it is, and `leftOut` has
 * how many entries each of them lost. Reads have pages and do not come near.
 */
function fitted(answer: Record<string, unknown>): Record<string, unknown> {
  if (lengthOf(answer) <= ANSWER_CHARACTERS_MAX) return answer
  const short = structuredClone(answer)
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

const HINT = 'Lists in leftOut lost so many entries; find_nodes, get_scene and verify_scene page.'

const lengthOf = (value: unknown): number => JSON.stringify(value).length

/** The lists in an answer that are in no other list, by their path. */
function listsOf(value: unknown, path = ''): List[] {
  if (Array.isArray(value)) return [{ path, values: value }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, field]) =>
    listsOf(field, path ? `${path}.${name}` : name),
  )
}

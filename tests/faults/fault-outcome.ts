import type { Section } from '../../layers/section.ts'

/** An answer of the API as far as faults are told by it. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** What became of one question while an upstream was broken. */
export interface Outcome {
  kind: 'not_available' | 'without' | 'unharmed'
  /** The words of the dossier that name the upstream; empty where it is unharmed. */
  words: string
}

/** Sections of an answer; none where it is an error. */
export function sectionsOf({ body }: Answer): Record<string, Section> {
  return (body.layers ?? {}) as Record<string, Section>
}

/** An answer without what is of its moment. */
export function lasting(value: unknown): string {
  return JSON.stringify(value, (key, each) =>
    ['retrieved_at', 'request_id', 'as_of'].includes(key) ? undefined : each,
  )
}

/**
 * How a section fared against the same one with all upstreams well. Throws where it changed and does
 * not name the upstream: that is no honest answer.
 */
export function outcomeOf(title: string, well: unknown, now: unknown): Outcome {
  if (lasting(well) === lasting(now)) return { kind: 'unharmed', words: '' }
  const { status, reason } = now as Partial<Section> & { reason?: string }
  if (status === 'not_available' && reason?.includes(title))
    return { kind: 'not_available', words: plain(reason) }
  const sentences = textsOf(now).flatMap((text) => text.match(/[^.]+(?:\.(?=\S)[^.]*)*\.?/g) ?? [])
  const told = new Set(textsOf(well).flatMap((text) => text.match(/[^.]+\.?/g) ?? []))
  const named = sentences.find((each) => each.includes(title) && !told.has(each))
  if (named) return { kind: 'without', words: plain(named) }
  throw new Error(`it changed without a word of ${title}: ${JSON.stringify(now)}`)
}

/** Every text of an answer, but for those of a moment. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsOf)
}

/** Without ports and times, which are of a run. */
function plain(words: string): string {
  return (
    words
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')
      .replace(/within [\d.]+ s\b/g, 'within its deadline')
      .replace(/[\d.]+ h old/g, 'hours old')
      // Which of a broken connection's codes it is hangs on the moment.
      .replace(/ \((UND_ERR_SOCKET|ECONNRESET|EPIPE)\)/g, '')
      .trim()
  )
}

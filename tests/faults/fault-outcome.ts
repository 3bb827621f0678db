import type { Section } from '../../layers/section.ts'

/** The parts of an answer of the API that show faults. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Effect of a broken upstream on one dossier. */
export interface Outcome {
  kind: 'not_available' | 'without' | 'unharmed'
  /** The sentence of the dossier that names the upstream; empty where it is unharmed. */
  words: string
}

/** Sections of an answer; none where it is an error. */
export function sectionsOf({ body }: Answer): Record<string, Section> {
  return (body.layers ?? {}) as Record<string, Section>
}

/** An answer without the parts that change with time. */
export function lasting(value: unknown): string {
  return JSON.stringify(value, (key, each) =>
    ['retrieved_at', 'request_id', 'as_of'].includes(key) ? undefined : each,
  )
}

/**
 * Compares a section with the same one while all upstreams work. Throws where it changed and does
 * not name the upstream, since such an answer is not honest.
 */
export function outcomeOf(title: string, well: unknown, now: unknown): Outcome {
  if (lasting(well) === lasting(now)) return { kind: 'unharmed', words: '' }
  const { status, reason } = now as Partial<Section> & { reason?: string }
  if (status === 'not_available' && reason?.includes(title))
    return { kind: 'not_available', words: plain(reason) }
  const sentences = textsOf(now).flatMap((text) => text.match(/[^.]+(?:\.(?=\S)[^.]*)*\.?/g) ?? [])
  const known = new Set(textsOf(well).flatMap((text) => text.match(/[^.]+\.?/g) ?? []))
  const named = sentences.find((each) => each.includes(title) && !known.has(each))
  if (named) return { kind: 'without', words: plain(named) }
  throw new Error(`it changed without a word of ${title}: ${JSON.stringify(now)}`)
}

/** Every text of an answer. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsOf)
}

/** Removes ports and times, which differ from run to run. */
function plain(words: string): string {
  return words
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')
    .replace(/within [\d.]+ s\b/g, 'within its deadline')
    .replace(/[\d.]+ h old/g, 'hours old')
    .trim()
}

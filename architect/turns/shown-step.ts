import type { StepContent } from './turn.ts'

/** What the chat of a project shows of a step. */
export interface ShownStep {
  kind: 'thinking' | 'call' | 'check'
  /** Empty where there is nothing to show. */
  text: string
  /** Of an answer without calls: the reply, or a text to show as soon as a step follows. */
  answer?: string
}

/** Characters of each text; the rest is cut. */
const SHOWN_CHARACTERS_MAX = 4_000

/** The thinking of the model, or the one line about a call or a check. */
export function shownOf(content: StepContent): ShownStep {
  if (content.kind !== 'answer') return { kind: content.kind, text: content.line }
  const { reasoning, text, calls } = content.answer
  if (calls.length === 0)
    return { kind: 'thinking', text: shortened(reasoning), answer: shortened(text) }
  return { kind: 'thinking', text: shortened([reasoning, text].filter(Boolean).join('\n\n')) }
}

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)} ...` : text

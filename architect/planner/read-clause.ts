import type { Scene } from '../scene/scene.ts'
import type { FormerTurn } from './former-turn.ts'
import { houseOf } from './house/house.ts'
import { type Clause, clausesOf } from './language/clause.ts'
import { RULES } from './rules/index.ts'
import type { Reading } from './rules/rule.ts'
import { Declined } from './workbench.ts'

/** Words that stand for a thing wherever they are, unlike `that`. */
const SURE_PRONOUN = /\b(?:it|its|them|their)\b/i
const PRONOUN = /\b(?:it|this|that|them|these|those|its|their)\b/i

/** What the first rule that knows such clauses reads; null where none does. */
export function readingOf(clause: Clause): Reading | null {
  for (const rule of RULES) {
    const reading = rule(clause)
    if (reading) return reading
  }
  return null
}

/**
 * What a clause requests, with the subject in place of `it` where that is needed. A clause that
 * nothing reads is a reading that declines. `labels` are the names of the rooms.
 */
export function readClause(
  clause: Clause,
  subject: string | null,
  labels: readonly string[],
): Reading {
  // `put a lamp next to it` can be read without `it`, but requests something else then.
  if (subject !== null && SURE_PRONOUN.test(clause.original)) {
    const named = clausesOf(withSubject(clause.original, subject), labels)
    const reading = named.length === 1 ? readingOf(named[0]) : null
    if (reading) return reading
  }
  const direct = readingOf(clause)
  if (direct) return direct
  if (PRONOUN.test(clause.original)) {
    if (subject === null)
      return declining(`What do you mean in “${clause.original}”? Please name it.`)
    const named = clausesOf(withSubject(clause.original, subject), labels)
    const reading = named.length === 1 ? readingOf(named[0]) : null
    if (reading) return reading
  }
  return declining(
    `I did not understand “${clause.original}”. I plan by rules: I can lay out buildings, change rooms, walls, doors, windows, roofs, stairs and furniture, and answer questions about them.`,
  )
}

/** Earlier turns that are read for what `it` stands for. */
const FORMER_MAX = 8

/** What the last turn that named something was about; `it` in a turn stands for what was before. */
export function subjectOf(scene: Scene, former: readonly FormerTurn[]): string | null {
  const labels = houseOf(scene).rooms.map(({ label }) => label)
  let subject: string | null = null
  for (const { request } of former.slice(-FORMER_MAX))
    for (const clause of clausesOf(request, labels))
      subject = readClause(clause, subject, labels).subject ?? subject
  return subject
}

function withSubject(text: string, subject: string): string {
  return text
    .replace(/\b(?:its|their) (\w+)/gi, (_, noun: string) => `the ${noun} of ${subject}`)
    .replace(/\b(?:it|this|that|them|these|those)\b/gi, subject)
}

const declining = (message: string): Reading => ({
  subject: null,
  run() {
    throw new Declined(message)
  },
})

import type { Scene } from '../scene/scene.ts'
import type { FormerTurn } from './former-turn.ts'
import { houseOf } from './house/house.ts'
import { type Clause, clausesOf } from './language/clause.ts'
import { canonicalClause } from './rules/canonical-clause.ts'
import { RULE_GROUPS } from './rules/index.ts'
import type { Reading } from './rules/rule.ts'
import { contextAfter, EMPTY_CONTEXT, ONE, type TurnContext } from './turn-context.ts'
import { Declined, PartlyRead, type Workbench } from './workbench.ts'

/** Words that stand for a thing wherever they are, unlike `that`. */
const SURE_PRONOUN = /\b(?:it|its|them|their)\b/i
const PRONOUN = /\b(?:it|this|that|them|these|those|its|their)\b/i

/** Longest clause that rules read: patterns over more take long, and no request needs more. */
const CLAUSE_CHARACTERS_MAX = 600
/** Characters of a clause that a reply quotes. */
const QUOTED_CHARACTERS_MAX = 120

/** What the first rule that knows such clauses reads; null for others and for longer ones. */
export function readingOf(clause: Clause): Reading | null {
  if (clause.original.length > CLAUSE_CHARACTERS_MAX) return null
  // In its canonical form, then as it was written where that is another.
  const forms = new Set([canonicalClause(clause), clause])
  for (const rules of RULE_GROUPS)
    for (const form of forms)
      for (const rule of rules) {
        const reading = rule(form)
        if (reading) return reading
      }
  return null
}

/** What a clause requests, and whether a rule has read it. */
export interface ReadClause extends Reading {
  isUnderstood: boolean
}

/**
 * What a clause requests, with what the context names in place of `it`, `there` and `one` where
 * that is needed. A clause that nothing reads is a reading that declines. `labels` are the names
 * of the rooms.
 */
export function readClause(
  clause: Clause,
  context: TurnContext,
  labels: readonly string[],
): ReadClause {
  if (clause.original.length > CLAUSE_CHARACTERS_MAX)
    return declining(
      `“${quoted(clause)}” is too long to be one request, with ${clause.original.length} characters of at most ${CLAUSE_CHARACTERS_MAX}: please write it in shorter sentences.`,
    )
  const { subject } = context
  const readAs = (text: string): Reading | null => {
    const named = text === clause.original ? [] : clausesOf(text, labels)
    return named.length === 1 ? readingOf(named[0]) : null
  }
  const placed = withPlace(withKind(clause.original, context), context)
  // `put a lamp next to it` can be read without `it`, but requests something else then.
  const isSure = subject !== null && SURE_PRONOUN.test(clause.original)
  const named = isSure ? readAs(withSubject(placed, subject)) : null
  const plain = () => readAs(placed) ?? readingOf(clause)
  const reading =
    named ??
    plain() ??
    (subject === null || !PRONOUN.test(clause.original)
      ? null
      : readAs(withSubject(placed, subject)))
  if (reading)
    return {
      subject: reading.subject,
      run: named ? (bench) => namedOrPlain(bench, named, plain) : reading.run,
      isUnderstood: true,
    }
  if (PRONOUN.test(clause.original) && subject === null)
    return declining(`What do you mean in “${quoted(clause)}”? Please name it.`)
  return declining(
    `I did not understand “${quoted(clause)}”. I plan by rules: I can lay out buildings, change rooms, walls, doors, windows, roofs, stairs and furniture, and answer questions about them.`,
  )
}

/** `Now give it a roof` is about the house, where that of the thing named before is not read. */
function namedOrPlain(bench: Workbench, named: Reading, plain: () => Reading | null): string {
  const mark = bench.mark()
  try {
    return named.run(bench)
  } catch (error) {
    const other = error instanceof PartlyRead ? plain() : null
    if (!other) throw error
    bench.returnTo(mark)
    return other.run(bench)
  }
}

/** Earlier turns that are read for what `it` stands for. */
const FORMER_MAX = 8

/** What the last turns have named; `it` in a turn stands for what was before. */
export function contextOf(scene: Scene, former: readonly FormerTurn[]): TurnContext {
  const labels = houseOf(scene).rooms.map(({ label }) => label)
  let context = EMPTY_CONTEXT
  for (const { request } of former.slice(-FORMER_MAX))
    for (const clause of clausesOf(request, labels)) {
      const { subject, isUnderstood } = readClause(clause, context, labels)
      if (isUnderstood && subject === null) continue
      context = contextAfter(context, clause, subject)
    }
  return context
}

function withSubject(text: string, subject: string): string {
  return text
    .replace(
      /\b(?:its|their) (\w+)/gi,
      // The door is of the room whose window was named before.
      (_, noun: string) =>
        `the ${noun} of ${/^(?:doors?|windows?|walls?|floor|ceiling)$/i.test(noun) ? roomOf(subject) : subject}`,
    )
    .replace(/\b(?:it|this|that|them|these|those)\b/gi, subject)
}

const roomOf = (subject: string): string =>
  /^the (?:window|door|opening|doorway)s?\b.* of (.+)$/.exec(subject)?.[1] ?? subject

/** `add one of 11 m²` is `add a bedroom of 11 m²`. */
const withKind = (text: string, { kind }: TurnContext): string =>
  kind === null
    ? text
    : text.replace(ONE, (phrase) => phrase.replace(/(?:another |just )?one$/i, `a ${kind}`))

/** `put a cot in there` is `put a cot in the nursery`. */
const withPlace = (text: string, { room }: TurnContext): string =>
  room === null
    ? text
    : text.replace(/\b(?:(?:in|into) )?there\b(?!'s| (?:is|are|was|must|should))/i, `in ${room}`)

const quoted = ({ original }: Clause): string =>
  original.length > QUOTED_CHARACTERS_MAX
    ? `${original.slice(0, QUOTED_CHARACTERS_MAX)}…`
    : original

const declining = (message: string): ReadClause => ({
  subject: null,
  isUnderstood: false,
  run() {
    throw new Declined(message)
  },
})

import { type Clause, clausesOf } from './language/clause.ts'
import { contextOf, type ReadClause, readClause } from './read-clause.ts'
import { partsOf, questionOf, type RequestPart } from './terms/conditional.ts'
import { type Excepting, exceptedIds, exceptingOf } from './terms/exception.ts'
import { breachIn, protectingOf, protectionsOf } from './terms/protection.ts'
import { trialOf } from './terms/trial.ts'
import {
  contextAfter,
  isChat,
  isElaborated,
  isStatement,
  renamed,
  type TurnContext,
} from './turn-context.ts'
import type { WholeRequest } from './whole-request.ts'
import { Declined, type Workbench } from './workbench.ts'

/** Changes and questions, clause by clause: what is not possible is left out, and stated. */
export function planChanges(
  bench: Workbench,
  { text, before }: WholeRequest,
  lines: string[],
): string {
  const protecting = protectingOf(text)
  if (protecting.things.length > 0 && !/\w/.test(protecting.request))
    throw new Declined('Nothing was changed.')
  const protections = protectionsOf(bench, protecting)
  bench.protect((scene) => breachIn(scene, protections))
  const changes = new Changes(bench, contextOf(bench.scene, before), lines)
  for (const part of partsOf(protecting.request, (words) => changes.answerTo(words) !== null))
    changes.part(part)
  return changes.reply()
}

/** The clauses of one request, done one after the other on a bench. */
class Changes {
  private readonly bench: Workbench
  private readonly lines: string[]
  private readonly sentences: string[] = []
  /** What explains others and requests nothing. */
  private readonly explaining: string[] = []
  private context: TurnContext
  /** Whether the last question was answered by yes; null where none was. */
  private answer: boolean | null = null

  constructor(bench: Workbench, context: TurnContext, lines: string[]) {
    this.bench = bench
    this.context = context
    this.lines = lines
  }

  /** Throws `Declined` where nothing was requested. */
  reply(): string {
    if (this.sentences.length > 0) return this.sentences.join('\n')
    throw new Declined(
      this.explaining.length === 0
        ? 'Please state what to build or to change.'
        : `I found no request in “${this.explaining.join(' ')}”. I plan by rules: please state what to build or to change, with its measures.`,
    )
  }

  /** Does a part of the request, or what is requested otherwise. */
  part({ condition, isInverted, request, otherwise }: RequestPart): void {
    if (condition === null) {
      const isDone = this.request(request)
      if (!isDone && otherwise !== null) this.request(otherwise)
      return
    }
    const found =
      condition !== 'so'
        ? (this.answerTo(condition) ?? this.answerTo(condition, this.about(request)))
        : this.answer === null
          ? null
          : { holds: this.answer, reply: null, context: this.context }
    if (!found) {
      const words = request.trim() === '' ? '' : `, so “${request.trim()}” was not done`
      this.sentences.push(
        `I cannot check ${condition === 'so' ? 'that condition' : `“${condition}”`}${words}. Please state what to do without a condition, or ask about it first.`,
      )
      return
    }
    if (found.reply !== null) this.sentences.push(found.reply)
    this.context = found.context
    const isMet = found.holds !== isInverted
    if (isMet) this.request(request)
    else if (otherwise !== null) this.request(otherwise)
    else this.sentences.push(`So “${request.trim().replace(/[.!]+$/, '')}” was not done.`)
  }

  /** Whether a condition holds, with the answer that states it; null where nothing answers it. */
  answerTo(
    condition: string,
    before = this.context,
  ): { holds: boolean; reply: string; context: TurnContext } | null {
    const checked = questionOf(condition)
    const clauses = checked ? clausesOf(checked.question, this.labels()) : []
    if (clauses.length !== 1) return null
    const reading = readClause(clauses[0], before, this.labels())
    const mark = this.bench.mark()
    try {
      const reply = reading.run(this.bench)
      const [, word] = /^(Yes|No)\b/.exec(reply) ?? []
      if (!word || this.bench.calls.length !== mark.calls) return null
      const context = contextAfter(before, clauses[0], reading.subject)
      return { holds: (word === 'Yes') !== checked!.isInverted, reply, context }
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      return null
    } finally {
      this.bench.returnTo(mark)
    }
  }

  /** The context in which `it` is what a request is about: `widen the hall if it is narrow`. */
  private about(request: string): TurnContext {
    const [clause] = clausesOf(request, this.labels())
    return clause ? contextAfter(this.context, clause, null) : this.context
  }

  /** Does the clauses of a text; false where one of them is not possible. */
  private request(text: string): boolean {
    let isDone = true
    const clauses = clausesOf(text, this.labels())
    for (const [at, clause] of clauses.entries())
      if (!this.clause(clause, clauses[at + 1])) isDone = false
    return isDone
  }

  private clause(clause: Clause, next: Clause | undefined): boolean {
    const { bench } = this
    const reading = this.read(clause)
    const isRequest = reading.isUnderstood && !isElaborated(clause, next)
    const after = contextAfter(this.context, clause, reading.subject)
    if (!isRequest && (reading.isUnderstood || isStatement(clause) || isChat(clause))) {
      this.explaining.push(clause.original)
      this.context = after
      return true
    }
    if (!reading.isUnderstood || reading.subject !== null) this.context = after
    const names = namesIn(bench)
    const mark = bench.mark()
    try {
      const reply = reading.run(bench)
      const breach = bench.breach()
      if (breach !== null) throw new Declined(breach)
      this.sentences.push(reply)
      this.lines.push(`Read: ${clause.original}`)
      if (/^(?:Yes|No)\b/.test(reply)) this.answer = reply.startsWith('Yes')
      this.context = renamed(this.context, newNames(names, namesIn(bench)))
      return true
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      bench.returnTo(mark)
      this.sentences.push(error.message)
      this.lines.push(`Not possible: ${clause.original}`)
      return false
    }
  }

  /** What a clause requests, without what it excepts; of `what if` only the reply. */
  private read(clause: Clause): ReadClause {
    const trial = trialOf(clause.original)
    const [tried, ...others] = trial === null ? [] : clausesOf(trial, this.labels())
    if (tried && others.length === 0) {
      const reading = this.read(tried)
      return reading.isUnderstood ? { ...reading, run: (bench) => tryOut(bench, reading) } : reading
    }
    const excepting = exceptingOf(clause.original)
    const [main, ...more] = excepting ? clausesOf(excepting.request, this.labels()) : []
    if (!excepting || !main || more.length > 0)
      return readClause(clause, this.context, this.labels())
    const reading = readClause(main, this.context, this.labels())
    return {
      ...reading,
      run: (bench) =>
        reading.isUnderstood ? without(bench, excepting, reading) : reading.run(bench),
    }
  }

  private labels(): string[] {
    return this.bench.house.rooms.map(({ label }) => label)
  }
}

/** Does what is in question, takes it back and states what it would lead to. */
function tryOut(bench: Workbench, reading: ReadClause): string {
  const mark = bench.mark()
  const reply = reading.run(bench)
  bench.returnTo(mark)
  return `Nothing was changed. If it were done: ${reply}`
}

function without(bench: Workbench, excepting: Excepting, reading: ReadClause): string {
  const labels = bench.house.rooms.map(({ label }) => label)
  const ids = exceptedIds(bench, excepting, labels)
  return bench.excepting(ids, excepting.excepted, () => reading.run(bench))
}

const namesIn = ({ house }: Workbench): Map<string, string> =>
  new Map(house.rooms.map(({ id, label }) => [id, label]))

/** The names of rooms that have another name now. */
const newNames = (
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Map<string, string> =>
  new Map(
    [...before].flatMap(([id, label]) => {
      const name = now.get(id)
      return name === undefined || name === label ? [] : [[label, name] as const]
    }),
  )

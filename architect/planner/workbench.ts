import { Draft } from '../operations/draft.ts'
import { type Answer, isRefused, type Success } from '../operations/draft-answer.ts'
import { withoutFixes } from '../operations/fit/first-fix.ts'
import { isFailure, runRead } from '../reads/run-read.ts'
import type { Scene } from '../scene/scene.ts'
import { readableMessage } from './house/describe.ts'
import { type House, type HouseRoom, houseOf } from './house/house.ts'
import { matchingRooms } from './house/matching-rooms.ts'
import type { RoomReference } from './language/clause.ts'
import { optionNamed } from './language/option-named.ts'

/** A call that the turn makes: it has worked on a copy of the project. */
export interface PlannedCall {
  tool: string
  arguments: Record<string, unknown>
}

/** What cannot be done; the message is for the user. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

/** A request of which a rule has read only a part. */
export class PartlyRead extends Declined {}

/** What may be read in more than one way: a question for the user with options. */
export class Unclear extends Error {
  override readonly name = 'Unclear'
  readonly options: readonly string[]
  constructor(question: string, options: readonly string[]) {
    super(question)
    this.options = options
  }
}

/** Options of a question: the tool takes at most so many. */
const OPTIONS_MAX = 8

/** A state of a bench that it can return to. */
export interface BenchMark {
  scene: Scene
  calls: number
}

const kindOfId = (id: string): string => id.split('_')[0]

/** A copy of a project on which the planner tries calls, and records those that work. */
export class Workbench {
  readonly calls: PlannedCall[] = []
  /** Answers to earlier questions of this request. */
  private readonly choices: readonly string[]
  /** How many of them are used up. */
  private answered = 0
  /** The option of each question that has been answered, by its place. */
  private readonly chosen = new Map<string, number>()
  /** The name of what a scene has changed that must stay as it is; null where there is none. */
  private breachIn: (scene: Scene) => string | null = () => null
  /** Ids of what the present clause excepts, and whether it has left any of it out. */
  private exception: { ids: ReadonlySet<string>; isUsed: boolean } | null = null
  private draft: Draft

  constructor(scene: Scene, choices: readonly string[] = []) {
    this.draft = new Draft(scene)
    this.choices = choices
  }

  get scene(): Scene {
    return this.draft.scene
  }

  get house(): House {
    return houseOf(this.scene)
  }

  /** From now on `breach` states what of this has changed. */
  protect(breachIn: (scene: Scene) => string | null): void {
    this.breachIn = breachIn
  }

  /** What must stay as it is and has changed, as a sentence; null where all is as it was. */
  breach(): string | null {
    const name = this.breachIn(this.scene)
    return name === null ? null : `That would change ${name}, which you want unchanged.`
  }

  /** Runs a request that leaves these ids out. Throws `Declined` where it has met none of them. */
  excepting(ids: ReadonlySet<string>, words: string, run: () => string): string {
    this.exception = { ids, isUsed: false }
    try {
      const reply = run()
      if (this.exception.isUsed) return reply
      throw new Declined(
        `I cannot leave out “${words}” there, so nothing was done. Please name what is to change instead.`,
      )
    } finally {
      this.exception = null
    }
  }

  /** The things that the clause does not except; all of them where it excepts each one. */
  remaining<Thing extends { id: string }>(things: readonly Thing[]): Thing[] {
    const { exception } = this
    if (!exception) return [...things]
    const rest = things.filter(({ id }) => !exception.ids.has(id))
    if (rest.length === 0) return [...things]
    // What it excepts is among things of this kind, even where none of these is one of them.
    const kinds = new Set([...exception.ids].map(kindOfId))
    if (things.some(({ id }) => kinds.has(kindOfId(id)))) exception.isUsed = true
    return rest
  }

  mark(): BenchMark {
    return { scene: this.scene, calls: this.calls.length }
  }

  /** Ids that calls after the mark have used are free again, as they are in the project. */
  returnTo({ scene, calls }: BenchMark): void {
    this.draft = new Draft(scene)
    this.calls.length = calls
  }

  /** Goes on from a state that calls after the mark have led to, without making them again. */
  adopt(mark: BenchMark, scene: Scene, calls: readonly PlannedCall[]): void {
    this.returnTo(mark)
    this.draft = new Draft(scene)
    this.calls.push(...calls)
  }

  /** Makes an edit that may be refused. Throws `Declined` after `travel`. */
  attempt(tool: string, given: Record<string, unknown>): Answer {
    if (this.calls.some(({ tool: made }) => made === 'undo' || made === 'redo'))
      throw new Declined(
        'That has to be a request of its own: this one goes back to an earlier state.',
      )
    const answer = this.draft.apply(tool, given)
    if (!isRefused(answer)) this.calls.push({ tool, arguments: given })
    return answer
  }

  /**
   * Runs tries of edits that may be refused. Their refusals offer no other call, which makes them
   * several times as quick.
   */
  quickly<Made>(tries: () => Made): Made {
    return withoutFixes(tries)
  }

  /** Makes an edit. Throws `Declined` with the reason where it is refused. */
  apply(tool: string, given: Record<string, unknown>): Success {
    const answer = this.attempt(tool, given)
    if (isRefused(answer)) throw new Declined(this.named(answer.error.message))
    return answer
  }

  /** The answer to an edit that is not made. Throws `Declined` where it is refused. */
  probe(tool: string, given: Record<string, unknown>): Success {
    const answer = new Draft(this.scene).apply(tool, given)
    if (isRefused(answer)) throw new Declined(this.named(answer.error.message))
    return answer
  }

  /** A message with the names of things in place of their ids. */
  named(message: string): string {
    return readableMessage(this.scene, message)
  }

  /** Undoes the edits of the last turns that changed the project, or makes them again. */
  travel(way: 'undo' | 'redo', turns: number): void {
    this.calls.push({ tool: way, arguments: { turns } })
  }

  /** Lets the turn check the building, and show a plan of it to people. */
  present(): void {
    this.calls.push({ tool: 'verify_scene', arguments: { minSeverity: 'warning' } })
    this.calls.push({ tool: 'view_scene', arguments: { view: 'plan', labels: true } })
  }

  /** A read of the copy. Throws `Declined` with the reason where it is refused. */
  read(tool: string, given: Record<string, unknown>): Record<string, unknown> {
    const answer = runRead(this.scene, tool, given, { isWhole: true })
    if (isFailure(answer)) throw new Declined(this.named(answer.error.message))
    return answer as Record<string, unknown>
  }

  /** The rooms that are referred to, at least one. Throws `Declined` where there is none. */
  rooms(reference: RoomReference): HouseRoom[] {
    const found = matchingRooms(this.house, reference)
    if (found.length > 0) return this.remaining(found)
    const names = this.house.rooms.map(({ label }) => label)
    const noun = reference.text.replace(/^(?:the|a|an|my|our|your|all|every|each) /i, '')
    throw new Declined(
      names.length === 0
        ? `There is no ${noun}: the project has no rooms yet.`
        : `There is no ${noun} in this building. Its rooms are ${names.join(', ')}.`,
    )
  }

  /** The one room that is referred to. Throws `Unclear` where several fit alike. */
  room(reference: RoomReference): HouseRoom {
    const found = this.rooms(reference)
    return this.choose(
      `Which ${reference.word?.label.toLowerCase() ?? 'room'} is it?`,
      found.map((room) => [room.label, room] as const),
    )
  }

  /** The only option, or the one that the user has chosen. Throws `Unclear` otherwise. */
  choose<Value>(
    question: string,
    options: readonly (readonly [label: string, value: Value])[],
  ): Value {
    if (options.length === 1) return options[0][1]
    const labels = options.map(([label]) => label)
    const key = [question, ...labels].join('\n')
    const chosen = this.chosen.get(key) ?? this.nextChoice(labels)
    if (chosen === null) throw new Unclear(question, labels.slice(0, OPTIONS_MAX))
    this.chosen.set(key, chosen)
    return options[chosen][1]
  }

  /** The option that the next answer names; answers that name none are passed over. */
  private nextChoice(labels: readonly string[]): number | null {
    while (this.answered < this.choices.length) {
      const found = optionNamed(this.choices[this.answered], labels)
      this.answered += 1
      if (found !== null) return found
    }
    return null
  }
}

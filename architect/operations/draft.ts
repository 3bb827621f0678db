import { createHash } from 'node:crypto'
import { validateScene } from '../checks/validate.ts'
import { highestId, type Scene } from '../scene/scene.ts'
import { BoundedStack } from './bounded-stack.ts'
import {
  type Answer,
  changesOf,
  type Difference,
  differenceOf,
  inFileOrder,
  type NodeStates,
  refused,
  type Success,
  withStates,
} from './draft-answer.ts'
import { OPERATIONS } from './index.ts'
import { nearestName } from './input/nearest-name.ts'
import { readInput } from './input/read-input.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'

/** Edits that can be taken back; the oldest go first. */
export const HISTORY_EDITS_MAX = 10_000
/** Characters of the nodes in the edits done, as JSON, and as many in those taken back. */
export const HISTORY_CHARACTERS_MAX = 16_000_000
/** Answers kept by their operationId; the oldest go first. */
export const STORED_ANSWERS_MAX = 1_000
/** Characters of these answers, as JSON. */
export const ANSWER_CHARACTERS_MAX = 4_000_000
/** Steps of one undo or redo. */
export const UNDO_STEPS_MAX = 1_000
/** Faults of a scene that are told at once. */
const FAULTS_LISTED_MAX = 20
const OPERATION_ID = /^[\w.:-]{1,128}$/

/** One committed edit: the nodes that it changed, before and after, and not the scene. */
export interface Edit extends Difference {
  tool: string
  operationId?: string
  /** That it led to. */
  version: number
}

/** An answer that a repeat of the same call gets; it says `isUndone` once its edit was taken back. */
export interface StoredAnswer {
  operationId: string
  /** SHA-256 of tool and arguments. */
  call: string
  answer: Success
}

/** All that a draft is besides its scene, fit for JSON: kept beside the scene, it goes on as it was. */
export interface DraftState {
  version: number
  undo: Edit[]
  redo: Edit[]
  answers: StoredAnswer[]
}

export interface DraftLimits {
  edits?: number
  characters?: number
  answers?: number
}

interface CallOptions {
  /** The caller's own name for this edit: a repeat answers what the first answered, and edits nothing. */
  operationId?: string
  /** Refused when the draft is at another version. */
  expectedVersion?: number
}

/** A scene in work: edits one after another, refused or made whole, taken back and made again. */
export class Draft {
  #scene: Scene
  #version: number
  readonly #undo: BoundedStack<Edit>
  readonly #redo: BoundedStack<Edit>
  readonly #answers: BoundedStack<StoredAnswer>

  constructor(
    scene: Scene,
    { limits = {}, state }: { limits?: DraftLimits; state?: DraftState } = {},
  ) {
    // A counter that is behind, as by a hand in the file, would give a node the id of another.
    const lastId = Math.max(scene.lastId, highestId(scene))
    this.#scene = { ...scene, lastId, nodes: inFileOrder(scene.nodes) }
    this.#version = state?.version ?? 0
    const edits = {
      entries: limits.edits ?? HISTORY_EDITS_MAX,
      characters: limits.characters ?? HISTORY_CHARACTERS_MAX,
    }
    const answers = {
      entries: limits.answers ?? STORED_ANSWERS_MAX,
      characters: ANSWER_CHARACTERS_MAX,
    }
    this.#undo = new BoundedStack(edits, state?.undo)
    this.#redo = new BoundedStack(edits, state?.redo)
    this.#answers = new BoundedStack(answers, state?.answers)
  }

  get scene(): Scene {
    return this.#scene
  }

  /** Grows by one with every change, also with one that is taken back. */
  get version(): number {
    return this.#version
  }

  get state(): DraftState {
    return {
      version: this.#version,
      undo: this.#undo.entries,
      redo: this.#redo.entries,
      answers: this.#answers.entries,
    }
  }

  /** Makes an edit, or answers why not. Bad arguments are an answer too; only an error of ours throws. */
  apply(tool: string, given: Record<string, unknown>, options: CallOptions = {}): Answer {
    return this.#answering(() => {
      const operation = operationOf(tool)
      const { operationId } = options
      const call = createHash('sha256')
        .update(spelled([tool, given]))
        .digest('hex')
      const known = this.#repeated(operationId, call)
      if (known) return known
      this.#expect(options.expectedVersion)
      const { scene, result, issues = [] } = operation.run(this.#scene, readInput(operation, given))
      const difference = differenceOf(this.#scene.nodes, scene.nodes)
      if (Object.keys(difference.before).length > 0) {
        this.#commit(checked(this.#scene, { ...scene, nodes: inFileOrder(scene.nodes) }, tool))
        this.#redo.clear()
        const edit = { tool, ...difference, version: this.#version }
        this.#undo.push(operationId === undefined ? edit : { ...edit, operationId })
      }
      const answer = this.#success(difference, { issues, ...result })
      if (operationId !== undefined) this.#answers.push({ operationId, call, answer })
      return answer
    })
  }

  /** Takes back the last edits, up to `steps` of them: the nodes are what they were before. */
  undo(steps = 1, options: Pick<CallOptions, 'expectedVersion'> = {}): Answer {
    return this.#travel(steps, options, 'undone', this.#undo, (edit) => {
      this.#redo.push(edit)
      return edit.before
    })
  }

  /** Makes again what was taken back, until another edit is made. */
  redo(steps = 1, options: Pick<CallOptions, 'expectedVersion'> = {}): Answer {
    return this.#travel(steps, options, 'redone', this.#redo, (edit) => {
      this.#undo.push(edit)
      return edit.after
    })
  }

  #travel(
    steps: number,
    options: Pick<CallOptions, 'expectedVersion'>,
    done: 'undone' | 'redone',
    from: BoundedStack<Edit>,
    step: (edit: Edit) => NodeStates,
  ): Answer {
    return this.#answering(() => {
      if (!Number.isInteger(steps) || steps < 1 || steps > UNDO_STEPS_MAX)
        throw new Refusal('invalid_input', `steps is a whole number from 1 to ${UNDO_STEPS_MAX}.`, {
          param: 'steps',
        })
      this.#expect(options.expectedVersion)
      if (from.length === 0)
        throw new Refusal(
          'nothing_to_undo',
          done === 'undone' ? 'No edit is left to take back.' : 'No edit is left to make again.',
        )
      const start = this.#scene.nodes
      let { nodes } = this.#scene
      const edits: object[] = []
      for (let i = 0; i < steps && from.length > 0; i++) {
        const edit = from.pop()!
        nodes = withStates(nodes, step(edit))
        const { tool, operationId, version } = edit
        this.#answers.change(
          (kept) => kept.operationId === operationId,
          (kept) => ({ ...kept, answer: { ...kept.answer, isUndone: done === 'undone' } }),
        )
        edits.push({ tool, version, ...(operationId === undefined ? {} : { operationId }) })
      }
      // `lastId` stays: an id that was taken back is not given to another node.
      this.#commit({ ...this.#scene, nodes })
      return this.#success(differenceOf(start, nodes), { [done]: edits, remaining: from.length })
    })
  }

  #answering(work: () => Success): Answer {
    try {
      return work()
    } catch (error) {
      if (error instanceof Refusal) return refused(error)
      throw error
    }
  }

  /** What the first call with this operationId answered, told as a repeat. */
  #repeated(operationId: string | undefined, call: string): Success | undefined {
    if (operationId === undefined) return undefined
    if (!OPERATION_ID.test(operationId))
      throw new Refusal(
        'invalid_input',
        'An operationId is 1 to 128 letters, digits and the signs _ . : and -.',
        { param: 'operationId' },
      )
    const kept = this.#answers.find((answer) => answer.operationId === operationId)
    if (!kept) return undefined
    if (kept.call !== call)
      throw new Refusal(
        'operation_mismatch',
        `The operationId ${operationId} was used for another call; give this one an id of its own.`,
        { param: 'operationId' },
      )
    return { isUndone: false, ...kept.answer, repeated: true }
  }

  #expect(expected: number | undefined): void {
    if (expected === undefined || expected === this.#version) return
    throw new Refusal(
      'version_conflict',
      `The draft is at version ${this.#version}, not ${expected}: look at what changed, then ask again.`,
      { param: 'expectedVersion', details: { expected, actual: this.#version } },
    )
  }

  #commit(scene: Scene): void {
    this.#scene = scene
    this.#version++
  }

  #success(difference: Difference, own: Record<string, unknown>): Success {
    const head = { ok: true as const, draftVersion: this.#version, changes: changesOf(difference) }
    return { ...head, issues: [], ...own }
  }
}

/**
 * The scene that an edit made; refused loudly where it could not be kept, which is a fault of the
 * edit. Faults that a file brought along are no reason to refuse every edit of it.
 */
function checked(before: Scene, scene: Scene, tool: string): Scene {
  const { valid, errors } = validateScene(scene)
  if (valid) return scene
  const known = new Set(validateScene(before).errors.map((fault) => JSON.stringify(fault)))
  const faults = errors.filter((fault) => !known.has(JSON.stringify(fault)))
  if (faults.length === 0) return scene
  throw new Refusal(
    'invalid_result',
    `${tool} would have left a scene with ${faults.length} faults, which is a fault of ${tool}; nothing was changed. The first: ${faults[0].message}`,
    { details: { faults: faults.slice(0, FAULTS_LISTED_MAX) } },
  )
}

function operationOf(tool: string): Operation {
  const operation = OPERATIONS.find(({ name }) => name === tool)
  if (operation) return operation
  const near = nearestName(
    tool,
    OPERATIONS.map(({ name }) => name),
  )
  throw new Refusal(
    'invalid_input',
    `There is no edit ${tool}${near ? `; perhaps ${near} is meant` : ''}.`,
    { param: 'tool' },
  )
}

/** JSON with sorted names: one spelling for the same arguments. */
function spelled(value: unknown): string {
  return JSON.stringify(value, (_, field) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  )
}

import { TANGLE_CODE, validateScene } from '../checks/validate.ts'
import { nearestName } from '../input/nearest-name.ts'
import { TangledWalls } from '../kernel/walls/wall-tangle.ts'
import { highestId, type Scene } from '../scene/scene.ts'
import { BoundedStack } from './bounded-stack.ts'
import { callHash } from './call-hash.ts'
import {
  type Answer,
  changesOf,
  type Difference,
  differenceOf,
  inFileOrder,
  type NodeStates,
  onGrid,
  refusalAnswer,
  type Success,
  withStates,
} from './draft-answer.ts'
import { OPERATIONS } from './index.ts'
import { withPresentNames } from './input/former-spellings.ts'
import { readInput } from './input/read-input.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'

/** Most edits that can be undone; the oldest are dropped first. */
const HISTORY_EDITS_MAX = 10_000
/**
 * Characters of the nodes in all edits that can be undone, as JSON, and as many in those that can
 * be redone.
 */
const HISTORY_CHARACTERS_MAX = 16_000_000
/** Most answers stored by operationId; the oldest are dropped first. */
const STORED_ANSWERS_MAX = 1_000
/** Characters of these answers, as JSON. */
const ANSWER_CHARACTERS_MAX = 4_000_000
/** Most steps of one undo or redo. */
const UNDO_STEPS_MAX = 1_000
/** Most faults of a scene in one answer. */
const FAULTS_LISTED_MAX = 20
const OPERATION_ID = /^[\w.:-]{1,128}$/

/**
 * One committed edit: the nodes that it changed, before and after, without the rest of the scene.
 */
export interface Edit extends Difference {
  tool: string
  operationId?: string
  /** Version of the draft after this edit. */
  version: number
}

/**
 * An answer that is returned again when its call is repeated, with `isUndone` once its edit was
 * undone.
 */
export interface StoredAnswer {
  operationId: string
  /** SHA-256 of tool and arguments. */
  call: string
  answer: Success
}

/**
 * State of a draft without its scene, as JSON values: stored with the scene, it restores the draft.
 */
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
  /** The caller's id for this edit: a repeat returns the first answer and edits nothing. */
  operationId?: string
  /** The edit is refused when the draft is at another version. */
  expectedVersion?: number
}

/**
 * A scene that is being edited. Each edit is committed whole or refused, and can be undone and
 * redone.
 */
export class Draft {
  private currentScene: Scene
  private currentVersion: number
  private readonly undoStack: BoundedStack<Edit>
  private readonly redoStack: BoundedStack<Edit>
  private readonly answers: BoundedStack<StoredAnswer>

  constructor(
    scene: Scene,
    { limits = {}, state }: { limits?: DraftLimits; state?: DraftState } = {},
  ) {
    // The counter may be too low in a file edited by hand; a new node would then get an existing
    // id.
    const lastId = Math.max(scene.lastId, highestId(scene))
    this.currentScene = { ...scene, lastId, nodes: inFileOrder(scene.nodes) }
    this.currentVersion = state?.version ?? 0
    const edits = {
      entries: limits.edits ?? HISTORY_EDITS_MAX,
      characters: limits.characters ?? HISTORY_CHARACTERS_MAX,
    }
    const answers = {
      entries: limits.answers ?? STORED_ANSWERS_MAX,
      characters: ANSWER_CHARACTERS_MAX,
    }
    this.undoStack = new BoundedStack(edits, state?.undo)
    this.redoStack = new BoundedStack(edits, state?.redo)
    this.answers = new BoundedStack(answers, state?.answers)
  }

  get scene(): Scene {
    return this.currentScene
  }

  /** Grows by one with every change, including undo and redo. */
  get version(): number {
    return this.currentVersion
  }

  get state(): DraftState {
    return {
      version: this.currentVersion,
      undo: this.undoStack.entries,
      redo: this.redoStack.entries,
      answers: this.answers.entries,
    }
  }

  /**
   * Makes an edit, or returns why it is refused, also for wrong arguments. Throws only for a fault
   * of the program.
   */
  apply(tool: string, given: Record<string, unknown>, options: CallOptions = {}): Answer {
    return this.answer(() => {
      const operation = operationOf(tool)
      const { operationId } = options
      const call = callHash([tool, given])
      const known = this.repeated(operationId, call)
      if (known) return known
      this.expect(options.expectedVersion)
      const present = withPresentNames(tool, given)
      const input = readInput(operation, present.given, this.currentScene)
      const { scene, result, issues: own = [] } = operation.run(this.currentScene, input)
      const issues = [...present.issues, ...own]
      const difference = differenceOf(this.currentScene.nodes, scene.nodes)
      if (Object.keys(difference.before).length > 0) {
        this.commit(
          requireValid(this.currentScene, { ...scene, nodes: inFileOrder(scene.nodes) }, tool),
        )
        this.redoStack.clear()
        const edit = { tool, ...difference, version: this.currentVersion }
        this.undoStack.push(operationId === undefined ? edit : { ...edit, operationId })
      }
      const answer = this.success(difference, { issues, ...onGrid(result) })
      if (operationId !== undefined) this.answers.push({ operationId, call, answer })
      return answer
    })
  }

  /** Undoes the last edits, at most `steps` of them: the nodes are as they were before. */
  undo(steps = 1, options: Pick<CallOptions, 'expectedVersion'> = {}): Answer {
    return this.travel(steps, options, 'undone', this.undoStack, (edit) => {
      this.redoStack.push(edit)
      return edit.before
    })
  }

  /** Redoes undone edits, until another edit is made. */
  redo(steps = 1, options: Pick<CallOptions, 'expectedVersion'> = {}): Answer {
    return this.travel(steps, options, 'redone', this.redoStack, (edit) => {
      this.undoStack.push(edit)
      return edit.after
    })
  }

  private travel(
    steps: number,
    options: Pick<CallOptions, 'expectedVersion'>,
    done: 'undone' | 'redone',
    from: BoundedStack<Edit>,
    step: (edit: Edit) => NodeStates,
  ): Answer {
    return this.answer(() => {
      if (!Number.isInteger(steps) || steps < 1 || steps > UNDO_STEPS_MAX)
        throw new Refusal(
          'invalid_input',
          `steps must be a whole number from 1 to ${UNDO_STEPS_MAX}, got ${steps}.`,
          {
            param: 'steps',
          },
        )
      this.expect(options.expectedVersion)
      if (from.length === 0)
        throw new Refusal(
          'nothing_to_undo',
          done === 'undone' ? 'There is no edit left to undo.' : 'There is no edit left to redo.',
        )
      const start = this.currentScene.nodes
      let { nodes } = this.currentScene
      const edits: object[] = []
      for (let i = 0; i < steps && from.length > 0; i++) {
        const edit = from.pop()!
        nodes = withStates(nodes, step(edit))
        const { tool, operationId, version } = edit
        this.answers.change(
          (stored) => stored.operationId === operationId,
          (stored) => ({ ...stored, answer: { ...stored.answer, isUndone: done === 'undone' } }),
        )
        edits.push({ tool, version, ...(operationId === undefined ? {} : { operationId }) })
      }
      // `lastId` stays, so that the id of an undone node is never used again.
      this.commit({ ...this.currentScene, nodes })
      return this.success(differenceOf(start, nodes), { [done]: edits, remaining: from.length })
    })
  }

  private answer(work: () => Success): Answer {
    try {
      return work()
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error)
      if (error instanceof TangledWalls)
        return refusalAnswer(new Refusal('limit_exceeded', error.message))
      throw error
    }
  }

  /** The answer to the first call with this operationId, marked as repeated. */
  private repeated(operationId: string | undefined, call: string): Success | null {
    if (operationId === undefined) return null
    if (!OPERATION_ID.test(operationId))
      throw new Refusal(
        'invalid_input',
        'operationId must be 1 to 128 letters, digits and the characters _ . : and -.',
        { param: 'operationId' },
      )
    const stored = this.answers.find((answer) => answer.operationId === operationId)
    if (!stored) return null
    if (stored.call !== call)
      throw new Refusal(
        'operation_mismatch',
        `The operationId ${operationId} was used for another call; use a new one.`,
        { param: 'operationId' },
      )
    return { isUndone: false, ...stored.answer, repeated: true }
  }

  private expect(expected: number | undefined): void {
    if (expected === undefined || expected === this.currentVersion) return
    throw new Refusal(
      'version_conflict',
      `The draft is at version ${this.currentVersion}, not ${expected}: read the changes, then repeat the call.`,
      { param: 'expectedVersion', details: { expected, actual: this.currentVersion } },
    )
  }

  private commit(scene: Scene): void {
    this.currentScene = scene
    this.currentVersion++
  }

  private success(difference: Difference, own: Record<string, unknown>): Success {
    const head = {
      ok: true as const,
      draftVersion: this.currentVersion,
      changes: changesOf(difference),
    }
    return { ...head, issues: [], ...own }
  }
}

/**
 * The scene after an edit. Refuses an edit that would leave an invalid scene, which is a fault of
 * the operation. Faults that the scene had before do not count, or a faulty file could not be
 * edited.
 */
function requireValid(before: Scene, scene: Scene, tool: string): Scene {
  const { valid, errors } = validateScene(scene)
  if (valid) return scene
  const known = new Set(validateScene(before).errors.map((fault) => JSON.stringify(fault)))
  const faults = errors.filter((fault) => !known.has(JSON.stringify(fault)))
  if (faults.length === 0) return scene
  const tangle = faults.find(({ code }) => code === TANGLE_CODE)
  if (tangle) throw new Refusal('limit_exceeded', tangle.message)
  throw new Refusal(
    'invalid_result',
    `${tool} would leave a scene with ${faults.length} faults, which is an error in ${tool}. Nothing was changed. The first fault: ${faults[0].message}`,
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
    `There is no edit ${tool}${near ? `; did you mean ${near}?` : '.'}`,
    { param: 'tool' },
  )
}

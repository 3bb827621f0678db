import { callHash } from '../operations/call-hash.ts'
import { changesOf, differenceOf } from '../operations/draft-answer.ts'
import { OPERATIONS } from '../operations/index.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { requireRight, type Viewer } from '../store/access.ts'
import type { DraftChange } from '../store/drafts.ts'
import type { ProjectRow } from '../store/projects.ts'
import type { Store } from '../store/store-port.ts'
import { requireVersion, StoreRefusal } from '../store/store-refusal.ts'
import { ArchitectError } from './architect-error.ts'
import type { DraftQueue } from './draft-queue.ts'
import { type AppliedUnit, applyUnit, type RequestedOperation } from './edit-unit.ts'
import { answerOfSame } from './repeated-call.ts'
import { type SceneFiles, sceneTag, storedIn } from './scene-files.ts'
import { stepsOfTurns } from './steps-of-turns.ts'

/** Steps in which the edits of turns are searched: a turn makes at most 200. */
const HISTORY_STEPS_MAX = 1_000

/** Edits that compute for longer than other requests may wait. */
const SLOW = new Set(OPERATIONS.flatMap(({ name, isSlow }) => (isSlow ? [name] : [])))

/** What edits need of the store. */
export type EditedDrafts = Pick<Store, 'read' | 'history' | 'commit' | 'committed'>

/** Threads for units with slow edits. */
export interface UnitThreads {
  apply(scene: Scene, operations: readonly RequestedOperation[]): Promise<AppliedUnit>
}

export interface EditOptions {
  /** The change is refused when the draft is at another version. */
  expectedVersion?: number
  /** A repeated call with this id gets the first answer. */
  operationId?: string
  /** The change is refused when this is false for the tag of the draft's scene. */
  isExpected?(tag: string): boolean
}

/** An edit that no operation makes: its tool, and the hash of its request. */
export interface NamedEdit {
  tool: string
  call: string
}

export interface EditedScene {
  scene: Scene
  issues: Issue[]
}

/** The answer to a change of a draft. */
export interface EditAnswer {
  ok: true
  projectId: string
  draftVersion: number
  [field: string]: unknown
}

/** What a change makes of the draft. */
interface Computed {
  scene: Scene
  /** Fields of the answer beside those of every change. */
  answer: Record<string, unknown>
  tools: string
  kind?: DraftChange['kind']
  steps?: number[]
}

/** Computes changes from the draft that is stored, and commits each if that is still so. */
export class DraftEditor {
  private readonly store: EditedDrafts
  private readonly scenes: SceneFiles
  private readonly queue: DraftQueue
  private readonly threads: UnitThreads

  constructor(store: EditedDrafts, scenes: SceneFiles, queue: DraftQueue, threads: UnitThreads) {
    this.threads = threads
    this.store = store
    this.scenes = scenes
    this.queue = queue
  }

  /** Makes operations as one step of undo, all or none. */
  async apply(
    viewer: Viewer,
    projectId: string,
    operations: readonly RequestedOperation[],
    options: EditOptions,
  ): Promise<EditAnswer> {
    const call = callHash(['operations', operations])
    return await this.change(viewer, projectId, call, options, async (scene) => {
      const isSlow = operations.some(({ tool }) => SLOW.has(tool))
      const made = isSlow ? this.threads.apply(scene, operations) : applyUnit(scene, operations)
      const { scene: after, ...answer } = await made
      const tools = [...new Set(operations.map(({ tool }) => tool))].join(' ')
      return { scene: after, answer, tools }
    })
  }

  /** Replaces the whole scene. */
  async replace(
    viewer: Viewer,
    projectId: string,
    scene: Scene,
    options: EditOptions,
  ): Promise<EditAnswer> {
    const call = callHash(['replace', scene.nodes])
    return await this.change(viewer, projectId, call, options, async (before) => {
      // Ids are never used twice, also those of the scene that goes.
      const after = { ...scene, lastId: Math.max(scene.lastId, before.lastId) }
      const changes = changesOf(differenceOf(before.nodes, after.nodes))
      return { scene: after, answer: { changes, issues: [] }, tools: 'replace_scene' }
    })
  }

  /**
   * Makes one edit that no operation makes, as one step of undo. `call` names the request: a repeat
   * with the same one gets the first answer, whatever `edit` would make of it now.
   */
  async edit(
    viewer: Viewer,
    projectId: string,
    { tool, call }: NamedEdit,
    options: EditOptions,
    edit: (scene: Scene) => EditedScene,
  ): Promise<EditAnswer> {
    return await this.change(viewer, projectId, call, options, async (before) => {
      const { scene, issues } = edit(before)
      const changes = changesOf(differenceOf(before.nodes, scene.nodes))
      return { scene, answer: { changes, issues }, tools: tool }
    })
  }

  /** The answer to an edit that was committed with this operation id, or null. */
  async answered(
    viewer: Viewer,
    projectId: string,
    { call }: NamedEdit,
    operationId: string,
  ): Promise<EditAnswer | null> {
    return await this.findAnswer(viewer, projectId, call, { operationId })
  }

  /** Undoes or redoes the last edits, or all edits of the last turns. */
  async travel(
    viewer: Viewer,
    projectId: string,
    travel: { kind: 'undo' | 'redo' } & ({ steps: number } | { turns: number }),
    options: EditOptions,
  ): Promise<EditAnswer> {
    const { kind } = travel
    const call = callHash(
      'turns' in travel ? [kind, { turns: travel.turns }] : [kind, travel.steps],
    )
    return await this.change(viewer, projectId, call, options, async (before) => {
      const history = await this.historyOf(viewer, projectId, travel)
      const found = await this.scenes.get(history.steps.at(-1)!.sceneBlob)
      const after = { ...found, lastId: Math.max(found.lastId, before.lastId) }
      const done = history.steps.map(({ tools, operationId, draftVersion }) => ({
        tools: tools.split(' '),
        version: draftVersion,
        ...(operationId !== null && { operationId }),
      }))
      const answer = {
        changes: changesOf(differenceOf(before.nodes, after.nodes)),
        issues: [],
        [kind === 'undo' ? 'undone' : 'redone']: done,
        remaining: history.total - history.steps.length,
      }
      return { scene: after, answer, tools: kind, kind, steps: history.steps.map(({ id }) => id) }
    })
  }

  /** The steps of a history that are undone or redone, and how many there are in all. */
  private async historyOf(
    viewer: Viewer,
    projectId: string,
    travel: Parameters<DraftEditor['travel']>[2],
  ): ReturnType<Store['history']> {
    const { kind } = travel
    const isTurns = 'turns' in travel
    const most = isTurns ? HISTORY_STEPS_MAX : travel.steps
    const { steps, total } = await this.store.history(viewer, { projectId, kind, steps: most })
    const count = isTurns ? stepsOfTurns(steps, travel.turns) : steps.length
    return { steps: steps.slice(0, count), total }
  }

  private async change(
    viewer: Viewer,
    projectId: string,
    call: string,
    options: EditOptions,
    compute: (scene: Scene, row: ProjectRow) => Promise<Computed>,
  ): Promise<EditAnswer> {
    const { queue } = this
    return await queue.run(viewer, projectId, options, async () => {
      try {
        return await this.once(viewer, projectId, call, options, compute)
      } catch (error) {
        const first = isPassed(error) && (await this.findAnswer(viewer, projectId, call, options))
        if (!first) throw error
        return first
      }
    })
  }

  /** The answer to the call that was committed with this operation id, or null. */
  private async findAnswer(
    viewer: Viewer,
    projectId: string,
    call: string,
    { operationId }: EditOptions,
  ): Promise<EditAnswer | null> {
    if (operationId === undefined) return null
    const known = await this.store.committed(viewer, projectId, operationId)
    return known && repeatedAnswer(known, call, operationId)
  }

  /** Null where another caller with this operation id was first: the next run has its answer. */
  private async once(
    viewer: Viewer,
    projectId: string,
    call: string,
    options: EditOptions,
    compute: (scene: Scene, row: ProjectRow) => Promise<Computed>,
  ): Promise<EditAnswer | null> {
    const row = await this.store.read(viewer, projectId)
    requireRight(row.rights, 'edit')
    const first = await this.findAnswer(viewer, projectId, call, options)
    if (first) return first
    const { expectedVersion, operationId, isExpected = () => true } = options
    const base = row.draft.version
    requireVersion(expectedVersion, base)
    if (!isExpected(sceneTag(row.draft))) throw otherTag()
    const computed = await compute(await this.scenes.get(row.draft.sceneBlob), row)
    const { scene, kind = 'edit', steps, tools } = computed
    const stored = await this.scenes.put(scene)
    const isSame = kind === 'edit' && stored.sceneHash === row.draft.sceneHash
    const draftVersion = isSame ? base : base + 1
    const answer: EditAnswer = { ok: true, projectId, draftVersion, ...computed.answer }
    const committed = await this.store.commit(viewer, {
      projectId,
      base,
      scene: isSame ? storedIn(row) : stored,
      kind,
      operationId,
      call,
      tools,
      answer: JSON.stringify(answer),
      steps,
    })
    return committed === 'repeated' ? null : answer
  }
}

const otherTag = () =>
  new ArchitectError(
    'precondition_failed',
    'The draft has another tag than `If-Match` names: read what has changed, then repeat the call.',
    { param: 'If-Match' },
  )

/** The draft has moved on, perhaps by the same call in another process. */
const isPassed = (error: unknown) =>
  error instanceof StoreRefusal && ['version_conflict', 'nothing_to_undo'].includes(error.code)

function repeatedAnswer(
  known: { call: string; answer: string; isUndone: boolean },
  call: string,
  operationId: string,
): EditAnswer {
  const answer = JSON.parse(answerOfSame(known, call, operationId))
  return { ...answer, isUndone: known.isUndone, repeated: true }
}

import { readFile, rename, rm, stat } from 'node:fs/promises'
import { z } from 'zod'
import { replaceFile, sweepReplacements } from '../../catalog/atomic-file.ts'
import type { DraftState } from '../operations/draft.ts'
import { LAST_ID_MAX, type Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

/**
 * Most bytes of a history file: the undo and redo edits of a draft, and its stored answers, which
 * have up to 36 million characters of up to 3 bytes.
 */
const HISTORY_BYTES_MAX = 128_000_000
const HISTORY_FORMAT = 'plat-scene-history/1'

const nodeStates = z.record(z.string(), z.looseObject({ id: z.string() }).nullable())
const edit = z.object({
  tool: z.string(),
  operationId: z.string().optional(),
  version: z.int(),
  before: nodeStates,
  after: nodeStates,
})
const historyFile = z.object({
  format: z.literal(HISTORY_FORMAT),
  /** Hash of the scene after the last edit; the history is valid for that scene only. */
  sceneHash: z.string(),
  /** Counter of ids after the last edit, which the hash does not cover; absent in older files. */
  lastId: z.int().min(0).max(LAST_ID_MAX).optional(),
  state: z.object({
    version: z.int().min(0),
    undo: z.array(edit),
    redo: z.array(edit),
    answers: z.array(
      z.object({
        operationId: z.string(),
        call: z.string(),
        answer: z.looseObject({ ok: z.literal(true) }),
      }),
    ),
  }),
})

/** The history of `house.json` is `house.history.json`. */
export const historyPath = (path: string): string => `${path.replace(/\.json$/, '')}.history.json`
/** The history before the edit that is being written: it is there only while that goes on. */
export const formerPath = (path: string): string =>
  `${path.replace(/\.json$/, '')}.history.former.json`

/** The history that was found next to a scene file. */
export interface FoundHistory {
  state?: DraftState
  /** Counter of ids, which may be above that of the scene file. */
  lastId?: number
  /** True when it is that of the former path: the edit after it did not reach the scene. */
  isFormer?: boolean
  /** Why a history was ignored. */
  note?: string
}

/**
 * Reads the undo history that is stored next to a scene file. An edit that was killed before it
 * wrote the scene left its own history and the former one: the one of this scene counts. A damaged
 * history, or one of another state of the scene, is ignored instead of failing, and `note` states
 * why.
 */
export async function readHistory(path: string, scene: Scene): Promise<FoundHistory> {
  const own = await readOne(historyPath(path), scene)
  if (own?.state) return own
  const former = await readOne(formerPath(path), scene)
  return former?.state ? { ...former, isFormer: true } : (own ?? former ?? {})
}

/** Null where there is no such file. */
async function readOne(own: string, scene: Scene): Promise<FoundHistory | null> {
  const found = await stat(own).catch(() => null)
  if (found === null) return null
  const ignored = (reason: string) => ({
    note: `${own} ${reason}: earlier edits cannot be undone, and versions start again at 0.`,
  })
  if (found.size > HISTORY_BYTES_MAX) return ignored(`has more than ${HISTORY_BYTES_MAX} bytes`)
  let json: unknown
  try {
    json = JSON.parse(await readFile(own, 'utf8'))
  } catch {
    return ignored('cannot be read')
  }
  const read = historyFile.safeParse(json)
  if (!read.success) return ignored('is not a history file')
  const { sceneHash: hash, lastId, state } = read.data
  if (hash !== sceneHash(scene)) return ignored('belongs to another state of the scene')
  return { state: state as unknown as DraftState, lastId }
}

/**
 * Writes the history of `scene`, then lets `writeScene` write the scene itself. A process that is
 * killed at any time leaves a scene with its own history: the one before the edit stays at the
 * former path until the scene is written. `found` is what `readHistory` returned for the scene on
 * disk. Only for the holder of the mutex of `path`.
 */
export async function writeWithHistory(
  path: string,
  { scene, state }: { scene: Scene; state: DraftState },
  found: FoundHistory,
  writeScene: () => Promise<void>,
): Promise<void> {
  const [own, former] = [historyPath(path), formerPath(path)]
  for (const each of [path, own]) await sweepReplacements(each)
  if (found.state && !found.isFormer) await rename(own, former)
  const file = {
    format: HISTORY_FORMAT,
    sceneHash: sceneHash(scene),
    lastId: scene.lastId,
    state,
  }
  await replaceFile(own, `${JSON.stringify(file)}\n`)
  await writeScene()
  await rm(former, { force: true })
}

import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { replaceFile } from '../../catalog/atomic-file.ts'
import type { DraftState } from '../operations/draft.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

/** Most bytes of a history file: the undo and redo edits of a draft, and its stored answers. */
const HISTORY_BYTES_MAX = 64_000_000
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
const historyPath = (path: string): string => `${path.replace(/\.json$/, '')}.history.json`

/**
 * Reads the undo history that is stored next to a scene file. A damaged history, or one of another
 * state of the scene, is ignored instead of failing, and `note` states why.
 */
export async function readHistory(
  path: string,
  scene: Scene,
): Promise<{ state?: DraftState; note?: string }> {
  const own = historyPath(path)
  const found = await stat(own).catch(() => undefined)
  if (found === undefined) return {}
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
  if (read.data.sceneHash !== sceneHash(scene))
    return ignored('belongs to another state of the scene')
  return { state: read.data.state as unknown as DraftState }
}

export async function writeHistory(path: string, scene: Scene, state: DraftState): Promise<void> {
  const file = { format: HISTORY_FORMAT, sceneHash: sceneHash(scene), state }
  await replaceFile(historyPath(path), `${JSON.stringify(file)}\n`)
}

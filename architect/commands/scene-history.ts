import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { replaceFile } from '../../catalog/atomic-file.ts'
import type { DraftState } from '../operations/draft.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

/** Of one history file: what a draft keeps, twice over, and the answers of named edits. */
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
  /** Of the scene that the history led to: of another one it tells nothing. */
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
 * What is kept beside a scene to take its edits back. It is an aid and never a reason to fail: one
 * that is torn, or of another state of the scene, is set aside, and `note` says so.
 */
export async function readHistory(
  path: string,
  scene: Scene,
): Promise<{ state?: DraftState; note?: string }> {
  const own = historyPath(path)
  const found = await stat(own).catch(() => undefined)
  if (found === undefined) return {}
  const aside = (why: string) => ({
    note: `${own} ${why}: earlier edits cannot be taken back, and versions begin anew.`,
  })
  if (found.size > HISTORY_BYTES_MAX) return aside(`has more than ${HISTORY_BYTES_MAX} bytes`)
  let json: unknown
  try {
    json = JSON.parse(await readFile(own, 'utf8'))
  } catch {
    return aside('cannot be read')
  }
  const read = historyFile.safeParse(json)
  if (!read.success) return aside('is no history')
  if (read.data.sceneHash !== sceneHash(scene)) return aside('is of another state of the scene')
  return { state: read.data.state as unknown as DraftState }
}

export async function writeHistory(path: string, scene: Scene, state: DraftState): Promise<void> {
  const file = { format: HISTORY_FORMAT, sceneHash: sceneHash(scene), state }
  await replaceFile(historyPath(path), `${JSON.stringify(file)}\n`)
}

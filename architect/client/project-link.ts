import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { parseJson } from './typed-json.ts'

const LINK_FORMAT = 'plat-project-link/1'
/** Hex digits of the hash of a node, which is compared with that of the same node only. */
const NODE_HASH_DIGITS = 12

/** What file and draft have in common; null where the file was not made from the draft. */
const Shared = z
  .object({
    draftVersion: z.int().min(0),
    sceneHash: z.string(),
    /** Hash of each node, to state later which of them changed. */
    nodes: z.record(z.string(), z.string()),
  })
  .nullable()

const Link = z.object({
  format: z.literal(LINK_FORMAT),
  /** Address of the service. */
  url: z.string(),
  projectId: z.string(),
  /** After the last push or pull, or as before a pull that was undone. */
  shared: Shared,
  /** Hash of the saved version that was pulled last: the file has no changes where it has it. */
  pulledHash: z.string().nullable(),
  /** Shared before each pull in the undo history of the file, the latest last; see pull-history. */
  undo: z.array(Shared).default([]),
  /** Shared before each undo of a pull, the latest last. */
  redo: z.array(Shared).default([]),
})

/** The link of a scene file to the project that it was pushed to or pulled from. */
export type ProjectLink = Omit<z.infer<typeof Link>, 'format'>

/** The link of `house.json` is `house.project.json`. */
export const linkPath = (path: string): string => `${path.replace(/\.json$/, '')}.project.json`

/** Reads the link of a scene file; null without one. Throws `StepError` for a damaged one. */
export async function readLink(step: string, path: string): Promise<ProjectLink | null> {
  const own = linkPath(path)
  const text = await readFile(own, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    const { format: _, ...link } = parseJson(Link, text)
    return link
  } catch (cause) {
    const remedy = `Remove it, then run the command with the project's id: plat-architect ${step === 'push' ? `push ${path} --project <id>` : `pull <id> -o ${path}`}.`
    throw new StepError(step, own, 'is not the link of a scene to its project', remedy, { cause })
  }
}

export async function writeLink(path: string, link: ProjectLink): Promise<void> {
  const file = { format: LINK_FORMAT, ...link }
  await replaceFile(linkPath(path), `${JSON.stringify(file, null, 1)}\n`)
}

/** What file and draft have in common when both are this scene. */
export function sharedState(scene: Scene, draftVersion: number): ProjectLink['shared'] {
  return { draftVersion, sceneHash: sceneHash(scene), nodes: nodeHashes(scene) }
}

export function nodeHashes({ format, nodes }: Scene): Record<string, string> {
  return Object.fromEntries(
    Object.entries(nodes).map(([id, node]) => {
      const hash = sceneHash({ format, lastId: 0, nodes: { [id]: node } })
      return [id, hash.slice(0, NODE_HASH_DIGITS)]
    }),
  )
}

/** An id that is the same for the same push, so that a repeat of it changes nothing. */
export function pushId(scene: Scene, expectedVersion: number): string {
  const text = `${expectedVersion} ${sceneHash(scene)}`
  return `push-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
}

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nearestWord } from '../terminal/nearest-word.ts'
import { StepError } from '../terminal/step-error.ts'
import { allFiles, BuildId, MANIFEST_FILE, type Manifest, readManifest } from './manifest.ts'
import { readPin } from './pin.ts'
import { platHome } from './plat-home.ts'

/** Paths of the files of one build. Every path in a manifest is relative to `folder`. */
export interface BuildFolder {
  id: string
  folder: string
  manifestFile: string
  databaseFile: string
}

/** A finished build, for reading. */
export interface OpenBuild {
  id: string
  paths: BuildFolder
  manifest: Manifest
}

/**
 * Result of `listBuilds`: finished builds, and other folders with the reason why they are not
 * builds.
 */
export interface BuildList {
  builds: OpenBuild[]
  halves: { id: string; reason: string }[]
}

export function buildsFolder(home = platHome()): string {
  return join(home, 'builds')
}

/**
 * The layout of a build, finished or not. Throws `StepError` for an id that is not a folder name.
 */
export function buildFolder(id: string, home = platHome()): BuildFolder {
  if (!BuildId.safeParse(id).success) {
    throw new StepError('find the build', id, 'is not a build id', 'See `plat builds`.')
  }
  const folder = join(buildsFolder(home), id)
  return {
    id,
    folder,
    manifestFile: join(folder, MANIFEST_FILE),
    databaseFile: join(folder, `dossier-${id}.duckdb`),
  }
}

/**
 * Opens a finished build. Throws `StepError` when it is missing, unfinished or of another format.
 */
export async function openBuild(id: string, home = platHome()): Promise<OpenBuild> {
  const paths = buildFolder(id, home)
  const folder = await stat(paths.folder).catch(() => null)
  if (!folder?.isDirectory()) {
    const remedy = `${await suggestionFor(id, home)}See \`plat builds\` for what there is, or make one with \`plat build\`.`
    throw new StepError('open the build', paths.folder, 'there is no such build', remedy)
  }
  const manifest = await readManifest(paths.folder)
  if (manifest.build !== id) {
    const problem = `its manifest is of build ${manifest.build}`
    throw new StepError('open the build', paths.folder, problem, 'Give the folder its own name.')
  }
  return { id, paths, manifest }
}

/** The nearest id of a build as a sentence; an empty text where none is near. */
async function suggestionFor(id: string, home: string): Promise<string> {
  const ids = await readdir(buildsFolder(home)).catch(() => [])
  const near = nearestWord(id, ids.sort())
  return near === null ? '' : `Did you mean ${near}? `
}

/** Opens the build that is pinned now. Throws `StepError` when nothing is pinned. */
export async function openPinned(home = platHome()): Promise<OpenBuild> {
  const pin = await readPin(home)
  if (pin !== null) return await openBuild(pin.build, home)
  const remedy = 'Run `plat build`, then `plat pin <build>`.'
  throw new StepError('open the pinned build', home, 'no build is pinned', remedy)
}

/** Lists all builds, oldest first, and the folders without a sound manifest, by id. */
export async function listBuilds(home = platHome()): Promise<BuildList> {
  const list: BuildList = { builds: [], halves: [] }
  const entries = await readdir(buildsFolder(home), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isDirectory()) continue
    const id = entry.name
    try {
      list.builds.push(await openBuild(id, home))
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      list.halves.push({ id, reason: error.message })
    }
  }
  list.builds.sort((a, b) => compare(a.manifest.created_at, b.manifest.created_at))
  list.halves.sort((a, b) => compare(a.id, b.id))
  return list
}

/**
 * Lists the files of the manifest that are absent or of another size. It does not hash them: a pin
 * must be quick, the service hashes what it reads before it serves a build (`BuildFiles`), and
 * `plat verify` reads every byte.
 */
export async function missingFiles({ paths, manifest }: OpenBuild): Promise<string[]> {
  const missing: string[] = []
  for (const { file, bytes } of allFiles(manifest)) {
    const found = await stat(join(paths.folder, file)).catch(() => null)
    if (found === null) missing.push(`${file} is absent`)
    else if (found.size !== bytes) missing.push(`${file} has ${found.size} of ${bytes} bytes`)
  }
  return missing
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

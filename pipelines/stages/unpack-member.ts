import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'

/** A shapefile without one of these has no attributes or no index. */
const SHAPEFILE_SIDECARS = ['.dbf', '.shx']
/** Without this one its coordinate system is unknown, unless the partition file states it. */
const FRAME_SIDECAR = '.prj'

/** Names that a message lists when the wanted one is missing. */
const NAMES_SHOWN = 12

/**
 * Finds one file, or one `.gdb` folder, by its name at any depth, whatever the case. A name that
 * begins with `*` matches any beginning: `*.gdb`. For a shapefile its `.dbf`, `.shx` and `.prj`
 * must be in the same folder; the last may be absent where its `crs` is stated. Throws `StepError`,
 * which names the `asset`, when there is none, more than one, or a part is missing.
 */
export async function findMember(
  folder: string,
  name: string,
  asset = folder,
  { crs }: { crs?: string } = {},
): Promise<string> {
  const paths = await membersOf(folder)
  const found = paths.filter((path) => isNamed(path, name))
  if (found.length === 1) {
    const [path] = found
    if (path.toLowerCase().endsWith('.shp')) checkSidecars(path, paths, asset, crs)
    return path
  }
  const names = (found.length > 1 ? found : paths).map((path) => relative(folder, path)).sort()
  const rest = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : ''
  const shown = `${names.slice(0, NAMES_SHOWN).join(', ')}${rest}`
  const problem = found.length > 1 ? `is there more than once: ${shown}` : `is not among ${shown}`
  throw memberError(asset, `${name} ${problem}`)
}

/** Files, and each `.gdb` folder as one entry. */
async function membersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !/\.gdb(\/|$)/i.test(relative(folder, entry.parentPath)))
    .filter((entry) => entry.isFile() || /\.gdb$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function isNamed(path: string, name: string): boolean {
  const found = basename(path).toLowerCase()
  const wanted = name.toLowerCase()
  return wanted.startsWith('*') ? found.endsWith(wanted.slice(1)) : found === wanted
}

function checkSidecars(shp: string, paths: string[], asset: string, crs?: string): void {
  const stem = basename(shp).slice(0, -'.shp'.length).toLowerCase()
  const siblings = paths.filter((path) => dirname(path) === dirname(shp))
  const names = new Set(siblings.map((path) => basename(path).toLowerCase()))
  const needed = crs === undefined ? [...SHAPEFILE_SIDECARS, FRAME_SIDECAR] : SHAPEFILE_SIDECARS
  const missing = needed.filter((suffix) => !names.has(stem + suffix))
  if (missing.length === 0) return
  const problem = `${basename(shp)} comes without its ${missing.join(' and ')}`
  throw missing.includes(FRAME_SIDECAR) && missing.length === 1
    ? memberError(
        asset,
        problem,
        'Where the publisher states its coordinate system, give it as "crs" in the partition file.',
      )
    : memberError(asset, problem)
}

function memberError(
  asset: string,
  problem: string,
  remedy = 'Compare the asset with its source in catalog/sources, and take the lock again.',
): StepError {
  return new StepError('read the asset', asset, problem, remedy)
}

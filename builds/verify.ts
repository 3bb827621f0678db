import { join } from 'node:path'
import type { OpenBuild } from '../catalog/build-folder.ts'
import { missingFiles } from '../catalog/build-folder.ts'
import { allFiles, type Tiler } from '../catalog/manifest.ts'
import { Pack } from '../packs/pack-reader.ts'
import type { Habit } from '../pipelines/archive/findings.ts'
import type { ZoomGround } from '../pipelines/archive/ground-samples.ts'
import { verifyArchive } from '../pipelines/archive/verify-archive.ts'
import { fileSha256 } from '../pipelines/stages/fetch.ts'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { verifyDatabase } from './verify-database.ts'
import { verifyRaster } from './verify-raster.ts'

export interface Verification {
  /** Files whose bytes were all read. */
  files: number
  tiles: number
  /** What each zoom of a contiguous archive covers, by the archive's file. */
  ground: { file: string; zooms: ZoomGround[] }[]
  /** Archives of other tilers, with what those draw otherwise than ours: not problems. */
  foreign: { file: string; tiler: Tiler; habits: Habit[] }[]
  /** Cells of rasters, without those of overviews. */
  cells: number
  /** One line each; empty when the build is sound. */
  problems: string[]
}

/**
 * Reads every byte of a build: files against the manifest's hashes, packs against their own
 * checksum and row counts, the rows of the DuckDB file against those of the tables, and every tile
 * of every archive decoded and checked.
 */
export async function verifyBuild(
  { paths, manifest }: OpenBuild,
  progress: Progress,
): Promise<Verification> {
  const problems = await missingFiles({ id: paths.id, paths, manifest })
  const verification: Verification = {
    files: 0,
    tiles: 0,
    ground: [],
    foreign: [],
    cells: 0,
    problems,
  }
  if (problems.length > 0) return verification
  const { database } = manifest
  const files = allFiles(manifest).filter(({ sha256 }) => sha256 !== undefined)
  const hashing = progress.step('hash files', { total: files.length, unit: 'files' })
  for (const { file, sha256 } of files) {
    const found = await fileSha256(join(paths.folder, file))
    if (found !== sha256) problems.push(`${file}: its sha256 is not the manifest's`)
    verification.files++
    hashing.advance(1)
  }
  hashing.done()
  const isDamaged = problems.some((problem) => problem.startsWith(`${database.file}: `))
  // A file with other bytes is not opened: its problem is known.
  if (!isDamaged) problems.push(...(await verifyDatabase(paths.folder, manifest)))
  if (database.sha256 === undefined) verification.files++
  for (const pack of manifest.packs)
    problems.push(...verifyPack(join(paths.folder, pack.file), pack))
  for (const table of manifest.tables) {
    const rows = table.partitions.reduce((sum, partition) => sum + partition.rows, 0)
    const packs = manifest.packs.filter((each) => each.table === table.name)
    const packed = packs.reduce((sum, pack) => sum + pack.rows, 0)
    if (packs.length > 0 && packed !== rows)
      problems.push(`${packs[0].file}: ${packed} rows where its table has ${rows}`)
  }
  for (const raster of manifest.rasters) {
    verification.cells += raster.width * raster.height
    problems.push(...(await verifyRaster(paths.folder, raster, manifest.packs)))
  }
  for (const { file, tiler } of manifest.archives) {
    const report = await verifyArchive(join(paths.folder, file), progress)
    const [listed, stated] = [formatTiler(tiler), formatTiler(report.tiler)]
    if (listed !== stated)
      problems.push(`${file}: drawn by ${stated}, and the manifest has ${listed}`)
    if (report.tiler)
      verification.foreign.push({ file, tiler: report.tiler, habits: report.habits })
    verification.tiles += report.tiles
    if (report.ground.length > 0) verification.ground.push({ file, zooms: report.ground })
    for (const { code, where, message } of report.problems)
      problems.push(`${file}: ${code} at ${where}: ${message}`)
    const unlisted = report.problem_count - report.problems.length
    if (unlisted > 0) problems.push(`${file}: and ${unlisted} more`)
  }
  return verification
}

function formatTiler(tiler: Tiler | null): string {
  return tiler ? `${tiler.name} ${tiler.version}` : "Plat's own tiler"
}

function verifyPack(file: string, { rows, pieces }: { rows: number; pieces: number }): string[] {
  const problems: string[] = []
  let pack: Pack | undefined
  try {
    pack = new Pack({ file, memoryLimitBytes: 0 })
    if (!pack.verifyBody()) problems.push(`${file}: its body does not match its checksum`)
    if (pack.rows !== rows || pack.pieces !== pieces)
      problems.push(`${file}: its counts are not the manifest's`)
  } catch (error) {
    // A pack that cannot be opened is one more finding, and the other files are still read.
    if (!(error instanceof StepError)) throw error
    problems.push(error.message)
  } finally {
    pack?.close()
  }
  return problems
}

import { setImmediate } from 'node:timers/promises'
import { replaceFile } from '../../catalog/atomic-file.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import { hashFile } from '../../catalog/file-hash.ts'
import { dossierRow } from '../../layers/dossier-columns.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import type { Progress } from '../../terminal/progress.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { Packs } from '../dossier.ts'
import {
  type AnsweredPoint,
  answerPoint,
  type BulkCounts,
  type BulkQuery,
  noCounts,
} from './dossier-lines.ts'
import { linesToParquet } from './parquet-file.ts'
import type { PointColumns } from './point-columns.ts'
import { readPoints } from './point-file.ts'
import { asOnlyWriter, provenancePath, ResumableLines } from './resumable-lines.ts'

export interface BulkOptions {
  points: string
  /** `.ndjson` or `.parquet`. */
  out: string
  columns: PointColumns
  question: BulkQuery
  /** Start over, and replace what is there. */
  again: boolean
  progress: Progress
  /** Stops the run; a later run continues after the finished points. */
  signal?: AbortSignal
}

/** Points between two yields to the event loop, for signals and progress. */
const POINTS_PER_YIELD = 64

/**
 * Answers every point of a file with its dossier, in the file's order, into another file. The run
 * may be killed at any moment: the next one for the same points, build and query continues, and the
 * bytes are those of an uninterrupted run. Returns null when the signal stopped it. Throws
 * `StepError` for files that cannot be read or written, for points that changed meanwhile, and
 * while another run writes the same file.
 */
export async function answerPoints(
  build: OpenBuild,
  packs: Packs,
  options: BulkOptions,
): Promise<BulkCounts | null> {
  const input = await identify(options.points)
  return await asOnlyWriter(options.out, options.points, () =>
    answerInto(build, packs, options, input),
  )
}

async function answerInto(
  build: OpenBuild,
  packs: Packs,
  options: BulkOptions,
  input: { bytes: number; sha256: string },
): Promise<BulkCounts | null> {
  const { points, out, columns, question, again } = options
  const format = out.toLowerCase().endsWith('.parquet') ? 'parquet' : 'ndjson'
  const work = { points: input, build: build.id, question, columns, format }
  const lines = await ResumableLines.open(out, work, noCounts(), again)
  const rasters = new OpenRasters(build.paths.folder)
  try {
    if (!(await answerLines({ packs, rasters }, options, lines, format))) return null
    // Otherwise the output would cite a file that no longer exists.
    if ((await identify(points)).sha256 !== input.sha256)
      throw new StepError(
        'read the points',
        points,
        'changed while it was answered',
        'Leave it as it is, and answer it again with --again.',
      )
    const whole = await lines.finish()
    const made = format === 'ndjson' ? whole : await linesToParquet(whole, question.layers)
    await replaceFile(
      provenancePath(out),
      `${JSON.stringify(provenance(build, work, lines.counts), null, 2)}\n`,
    )
    await lines.publish(made)
    return lines.counts
  } finally {
    await rasters.close()
    await lines.close()
  }
}

/** Adds a line for each point that has none yet. False when the signal stopped it. */
async function answerLines(
  { packs, rasters }: { packs: Packs; rasters: OpenRasters },
  { points, columns, question, progress, signal }: BulkOptions,
  lines: ResumableLines<BulkCounts>,
  format: 'parquet' | 'ndjson',
): Promise<boolean> {
  if (lines.resumed > 0)
    progress.note(`${formatCount(lines.resumed)} points of an earlier run are reused`)
  const step = progress.step('answer the points', { unit: 'points' })
  for await (const point of readPoints(points, columns)) {
    if (point.line <= lines.resumed) continue
    const answer = await answerPoint(packs, rasters, point, question, lines.counts)
    await lines.add(format === 'ndjson' ? answer.line : flatLine(answer, question.layers))
    step.advance(1)
    if (point.line % POINTS_PER_YIELD > 0) continue
    await setImmediate()
    if (!signal?.aborted) continue
    await lines.pause()
    step.done('stopped; the same command continues from here')
    return false
  }
  step.done()
  return true
}

function flatLine({ point, sections, warning }: AnsweredPoint, layers: readonly string[]): string {
  const { line, id } = point
  const columns =
    'problem' in point
      ? { error: point.problem.message }
      : { lat: point.lat, lng: point.lng, warning }
  const dossier = sections && { layers: JSON.stringify(sections) }
  return JSON.stringify({ line, id, ...columns, ...dossierRow(layers, sections), ...dossier })
}

/** Provenance of the answers, stored next to them so that they can be cited and repeated. */
function provenance(build: OpenBuild, work: Record<string, unknown>, counts: BulkCounts) {
  const { created_at, code, locks, sources } = build.manifest
  return {
    ...work,
    build: { id: build.id, created_at, code },
    counts,
    locks: locks.map(({ id, vintage, retrieved_at }) => ({ id, vintage, retrieved_at })),
    attribution: sources.map(({ title, attribution, licence }) => ({
      source: title,
      attribution,
      licence: licence.name,
    })),
  }
}

async function identify(file: string): Promise<{ bytes: number; sha256: string }> {
  try {
    return await hashFile(file)
  } catch (cause) {
    const problem = (cause as Error).message
    throw new StepError('read the points', file, problem, 'Name a file that is there.', { cause })
  }
}

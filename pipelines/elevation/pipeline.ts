import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { elevationRasters, tables } from '../../layers/elevation/tables.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { readPartitions } from '../partition.ts'
import type { MadeRaster, PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { derive } from '../stages/convert.ts'
import { writeNamed } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { HEIGHT_MAX_M, HEIGHT_MIN_M } from './height-cells.ts'
import { type HeightSource, openHeights } from './height-source.ts'
import { type OverlapCounts, placeTiles } from './mosaic.ts'
import { extentOf, outlineOf } from './outline.ts'
import { ElevationPartition } from './partition-file.ts'
import { type HeightRaster, toLonLat } from './raster-file.ts'
import { sourceFrameOf } from './source-frame.ts'
import { type Survey, surveyRaster } from './survey.ts'

export const elevation: Pipeline<ElevationPartition> = {
  id: 'elevation',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('elevation', ElevationPartition),
  run,
}

async function run(
  definition: ElevationPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const { partition } = context
  const sources: HeightSource[] = []
  try {
    for (const { path, name } of await filesOf(definition, context))
      sources.push(openHeights(path, name, definition))
    const tally = new Tally()
    const { frame, lonLat, own } = await makeRasters(sources, tally, context)
    const { model, vertical_datum, resolution_m } = definition
    const ground = derive(outlineOf(sources, lonLat.survey))
    const rowOf = (raster_key: string, { raster, survey }: Written, cells: string | null) => ({
      values: {
        raster_key,
        file: `rasters/${basename(raster.file)}`,
        frame: cells,
        model,
        vertical_datum: vertical_datum.name,
        resolution_m,
        min_m: survey.min_m,
        max_m: survey.max_m,
      },
      ...ground,
    })
    const rows = [
      rowOf(partition, lonLat, null),
      ...(own ? [rowOf(`${partition}:source`, own, frame)] : []),
    ]
    const written = await writeNamed(elevationRasters, batchesOf([rows]), tally, context)
    const names = sources.map(({ name }) => name).join(', ')
    const coverage = {
      polygons: extentOf(sources),
      from: `the extent of the rasters: ${names}`,
      outside: 'nothing' as const,
      evidence: null,
      note: noteOf(definition, sources, frame),
    }
    const rasters = [lonLat.raster, ...(own ? [own.raster] : [])]
    return [{ ...written, coverage, rasters }]
  } finally {
    for (const source of sources) source.close()
  }
}

/** The files of a partition, the one that wins first. */
async function filesOf(
  { files }: ElevationPartition,
  context: PartitionContext,
): Promise<{ path: string; name: string }[]> {
  const found: { path: string; name: string }[] = []
  for (const { asset, member } of files) {
    const folder = await context.asset(asset)
    const names = (await readdir(folder, { recursive: true })).sort()
    const wanted = member.toLowerCase()
    const fits = (name: string) =>
      wanted.startsWith('*')
        ? name.toLowerCase().endsWith(wanted.slice(1))
        : name.toLowerCase().split('/').at(-1) === wanted
    const own = names.filter(fits)
    if (own.length === 0)
      throw new StepError(
        'read the asset',
        asset,
        `${member} is not among ${names.slice(0, 12).join(', ')}`,
        'Compare the asset with its source in catalog/sources, and correct the partition file.',
      )
    for (const name of own) found.push({ path: join(folder, name), name: name.split('/').at(-1)! })
  }
  return found
}

/** A raster file of the partition, and its survey. */
interface Written {
  raster: MadeRaster
  survey: Survey
}

/**
 * Writes the raster of the partition in longitude and latitude, and of a projected source its own
 * cells with their `frame`; adds the counts of its files to the tally.
 */
async function makeRasters(
  sources: readonly HeightSource[],
  tally: Tally,
  { partition, folder, progress }: PartitionContext,
): Promise<{ frame: string | null; lonLat: Written; own: Written | null }> {
  const overlaps: OverlapCounts = { cells: 0, differ: 0, filled: 0 }
  const mosaic = placeTiles(sources, partition)
  const frame = sourceFrameOf(mosaic)
  const scratch = join(folder, partition)
  const made = await toLonLat(mosaic, scratch, frame !== null, overlaps, progress)
  try {
    count(sources, overlaps, tally)
    const write = (raster: HeightRaster, name: string) =>
      writeRaster(raster, join(folder, name), partition, progress)
    const lonLat = await write(made.lonLat, `${partition}.tif`)
    const own = made.source && (await write(made.source, `${partition}.source.tif`))
    return { frame, lonLat, own }
  } finally {
    await made.lonLat.close()
    await made.source?.close()
  }
}

async function writeRaster(
  raster: HeightRaster,
  file: string,
  partition: string,
  progress: PartitionContext['progress'],
): Promise<Written> {
  const survey = surveyRaster(raster)
  if (survey.heights === 0)
    throw new StepError(
      'read the heights',
      partition,
      'no cell of its rasters has a height',
      'Check the nodata value and the unit that its partition file states.',
    )
  const { width, height } = raster
  const step = progress.step('write the raster')
  await raster.write(file)
  step.done(`${width} by ${height} cells`)
  return { raster: { file, width, height, cells_with_value: survey.heights }, survey }
}

function count(sources: readonly HeightSource[], overlaps: OverlapCounts, tally: Tally): void {
  for (const source of sources) {
    source.checkZeros()
    const { undeclared, outOfRange, example } = source.counts
    tally.add('elevation.undeclared_nodata_cells', undeclared)
    if (!example) continue
    const [row, column] = [Math.floor(example.index / source.width), example.index % source.width]
    const where = `${source.name}, row ${row}, column ${column}`
    const limits = `${HEIGHT_MIN_M} to ${HEIGHT_MAX_M} m`
    const message = `${where}: ${example.height.toPrecision(6)} m is not within ${limits}`
    tally.reject('elevation.out_of_range', message, outOfRange)
  }
  tally.add('elevation.overlap_cells', overlaps.cells)
  tally.add('elevation.overlap_cells_that_differ', overlaps.differ)
  tally.add('elevation.cells_filled_by_next', overlaps.filled)
}

const TWICE_NOTE =
  'Heights are interpolated twice, once to lay the cells into longitude and latitude and once at the point: on steep ground that is metres off.'

function noteOf(
  { note, vertical_datum }: ElevationPartition,
  sources: readonly HeightSource[],
  frame: string | null,
) {
  const isTwice = frame === null && !sources[0].frame.isGeographic()
  const unique = (texts: string[]) => [...new Set(texts)].join('; ')
  return joinNotes(
    note,
    `Heights: ${unique(sources.map(({ unit }) => unit))}; ${vertical_datum.name} (${vertical_datum.evidence}).`,
    `Coordinates: ${unique(sources.map(({ operation }) => operation))}.`,
    isTwice ? TWICE_NOTE : null,
  )
}

async function* batchesOf<Batch>(batches: Batch[]): AsyncGenerator<Batch> {
  yield* batches
}

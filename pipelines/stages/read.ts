import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Dataset, Layer } from 'gdal-async'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { chooseOperation } from './coordinate-operation.ts'
import { gdal } from './gdal.ts'
import { countShapes, frameOf, hasGeometry, quoteName, SQL_DIALECT } from './layer-frame.ts'
import { featuresOf, type SourceFeature } from './read-features.ts'

export interface ReadRequest {
  /** A shapefile, file geodatabase folder, GeoJSON, GeoPackage: whatever GDAL opens. */
  file: string
  /** Layer name, any case; the only layer when absent. */
  layer?: string
  /** Columns to read, any case. A missing one is an error that lists what there is. */
  columns: readonly string[]
  /** Columns that some editions lack: read where present, null elsewhere. */
  optionalColumns?: readonly string[]
  /** OGR attribute filter: features that do not fit it are not there. */
  where?: string
  /** The coordinate system, where the file lacks it and a document states it. */
  crs?: string | null
  progress: Progress
  /** Features in a slice, at most; chosen by size when absent. */
  sliceFeatures?: number
}

/** Features of one layer, slice by slice. */
export interface FeatureReader {
  /** Features in the layer, as the format counts them. */
  count: number
  /** How coordinates became lon/lat, in words. */
  operation: string
  slices(): AsyncGenerator<SourceFeature[]>
}

/** One slice in memory: 64 MB of FlatGeobuf, and never more than 50,000 features. */
const SLICE_BYTES = 64e6
const SLICE_FEATURES = 50_000
const SLICE_FEATURES_MIN = 500

let slicesMade = 0

/**
 * Opens one vector layer for reading. GDAL translates slices of it to FlatGeobuf in memory, in
 * lon/lat, while the slice before is being converted: three slices are the most that is held.
 * Throws `StepError` for a file that cannot be opened, an absent layer or column, an empty layer,
 * an undeclared coordinate system, and metres that pose as degrees.
 */
export function openFeatures(request: ReadRequest): FeatureReader {
  const target = basename(request.file)
  const fail = (problem: string, remedy: string, cause?: unknown) =>
    new StepError('read', target, problem, remedy, { cause })
  const dataset = openDataset(request.file)
  checkWhole(request.file, fail)
  const layer = layerNamed(dataset, request.layer, fail)
  const count = countWhere(layer, request.where, fail)
  if (count === 0)
    throw fail(
      `its layer ${layer.name} has no features${request.where ? ` where ${request.where}` : ''}`,
      'An empty layer is no data: check the download, or leave the partition out.',
    )
  if (!hasGeometry(request.file, layer.name))
    throw fail(
      `none of the ${count} features of its layer ${layer.name} has a geometry`,
      'A layer without shapes is no data: check the download, or leave the partition out.',
    )
  const srs = request.crs
    ? gdal.SpatialReference.fromUserInput(request.crs)
    : frameOf(dataset, layer.name)
  const operation = chooseOperation(srs, `${target} layer ${layer.name}`)
  const isLonLat = operation.targetWkt === null
  const extent = layer.getExtent()
  if (
    isLonLat &&
    (extent.minX < -181 || extent.maxX > 181 || extent.minY < -91 || extent.maxY > 91)
  )
    throw fail(
      `its coordinates reach ${extent.minX.toFixed(0)}, ${extent.minY.toFixed(0)}: they are not degrees`,
      'The file lacks or misstates its coordinate system: declare it in the partition file as "crs".',
    )
  const { selected, names } = selectColumns(layer, request, fail)
  const slice = request.sliceFeatures ?? sliceOf(request.file, count)

  // A handle works on one slice at a time, in a thread of its own: two keep both cores busy.
  const handles = [dataset, openDataset(request.file)]
  const translate = async (offset: number): Promise<Uint8Array> => {
    const handle = handles[(offset / slice) % handles.length]
    const name = `/vsimem/slice-${process.pid}-${slicesMade++}.fgb`
    const columns = selected.length > 0 ? selected.map(quoteName).join(', ') : 'FID'
    const where = request.where ? ` WHERE ${request.where}` : ''
    const sql = `SELECT ${columns} FROM ${quoteName(layer.name)}${where} LIMIT ${slice} OFFSET ${offset}`
    const output = [
      '-f',
      'FlatGeobuf',
      '-lco',
      'SPATIAL_INDEX=NO',
      '-dim',
      'XY',
      '-dialect',
      SQL_DIALECT,
      '-sql',
      sql,
    ]
    const geometry = ['-nlt', 'PROMOTE_TO_MULTI', '-nlt', 'CONVERT_TO_LINEAR']
    // GDAL refuses a source frame without a target: what is in lon/lat already stays as it is.
    const declared = request.crs ? ['-s_srs', request.crs] : []
    const frame = operation.targetWkt ? [...declared, '-t_srs', operation.targetWkt] : []
    try {
      const translated = await gdal.vectorTranslateAsync(name, handle, [
        ...output,
        ...geometry,
        ...frame,
      ])
      translated.close()
      return gdal.vsimem.release(name)
    } catch (cause) {
      throw fail(
        `GDAL could not read features ${offset} and on`,
        'The file may be cut off or damaged.',
        cause,
      )
    }
  }

  async function* slices(): AsyncGenerator<SourceFeature[]> {
    const step = request.progress.step(`read ${layer.name}`, { total: count, unit: 'features' })
    let seen = 0
    let asked = 0
    const coming: Promise<Uint8Array>[] = []
    const ask = () => {
      if (asked >= count) return
      const next = translate(asked)
      asked += slice
      // Failure is reported when its turn comes, not as an unhandled rejection.
      next.catch(() => {})
      coming.push(next)
    }
    try {
      for (const _ of handles) ask()
      for (let next = coming.shift(); next; next = coming.shift()) {
        const bytes = await next
        ask()
        const features = featuresOf(bytes, names, seen)
        seen += features.length
        step.advance(features.length)
        yield features
      }
      // FlatGeobuf leaves out features without a geometry: they come last, to be counted.
      const lacking =
        seen < count ? count - countShapes(request.file, layer.name, request.where) : 0
      for (let left = lacking; left > 0; left -= slice) {
        const features = Array.from({ length: Math.min(left, slice) }, () => nothing(seen++))
        step.advance(features.length)
        yield features
      }
    } finally {
      await Promise.allSettled(coming)
      for (const handle of handles) handle.close()
      step.done(`${seen.toLocaleString('en-US')} features`)
    }
    if (seen !== count)
      throw fail(
        `${seen} of ${count} features could be read`,
        'The file may be cut off or damaged: fetch it again.',
      )
  }
  return { count, operation: operation.description, slices }
}

/** Features in a slice of a file of this size. */
function sliceOf(file: string, count: number): number {
  const perFeature = Math.max(200, sizeOf(file) / count)
  return Math.round(
    Math.min(SLICE_FEATURES, Math.max(SLICE_FEATURES_MIN, SLICE_BYTES / perFeature)),
  )
}

function nothing(number: number): SourceFeature {
  return {
    number,
    polygons: null,
    point: null,
    lacks: 'geometry',
    collapsedRings: 0,
    attributes: {},
  }
}

function openDataset(file: string): Dataset {
  try {
    return gdal.open(file)
  } catch (cause) {
    const remedy = 'Check that the download is whole and of the expected format.'
    throw new StepError('read', basename(file), 'GDAL cannot open it', remedy, { cause })
  }
}

type Fail = (problem: string, remedy: string, cause?: unknown) => StepError

function layerNamed(dataset: Dataset, name: string | undefined, fail: Fail): Layer {
  const layers = dataset.layers.map((layer) => layer)
  if (name === undefined && layers.length === 1) return layers[0]
  const found = layers.find((layer) => layer.name.toLowerCase() === name?.toLowerCase())
  if (found) return found
  throw fail(
    name === undefined ? 'it has several layers and none is named' : `it has no layer ${name}`,
    `Name one of: ${layers.map((layer) => layer.name).join(', ') || '(none)'}.`,
  )
}

/** Features that the filter lets through; all of them without one. */
function countWhere(layer: Layer, where: string | undefined, fail: Fail): number {
  if (where === undefined) return layer.features.count()
  try {
    layer.setAttributeFilter(where)
    return layer.features.count()
  } catch (cause) {
    const remedy = 'Correct "where" in the partition file: names of columns, and values in quotes.'
    throw fail(`GDAL does not understand the filter ${where}`, remedy, cause)
  } finally {
    // GDAL's SQL sets a filter of its own.
    layer.setAttributeFilter(null as unknown as string)
  }
}

/** A shapefile says its own length: GDAL reads a shorter one and leaves out the shapes it lost. */
function checkWhole(file: string, fail: Fail): void {
  if (!/\.shp$/i.test(file)) return
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(28)
    readSync(descriptor, header, 0, 28, 0)
    const said = header.readInt32BE(24) * 2
    const { size } = fstatSync(descriptor)
    if (size < said)
      throw fail(
        `it has ${size} of the ${said} bytes that its header says`,
        'It was cut off: fetch it again.',
      )
  } finally {
    closeSync(descriptor)
  }
}

/** The layer's own spellings of the wanted columns, and back to the wanted spelling. */
function selectColumns(layer: Layer, request: ReadRequest, fail: Fail) {
  const own = layer.fields.getNames()
  const names = new Map<string, string>()
  const missing: string[] = []
  const find = (wanted: string) => own.find((name) => name.toLowerCase() === wanted.toLowerCase())
  for (const wanted of request.columns) {
    const name = find(wanted)
    if (name) names.set(name, wanted)
    else missing.push(wanted)
  }
  for (const wanted of request.optionalColumns ?? []) {
    const name = find(wanted)
    if (name) names.set(name, wanted)
  }
  if (missing.length > 0)
    throw fail(
      `its layer ${layer.name} lacks the column ${missing.join(', ')}`,
      `The schema changed, or the mapping is of another edition. It has: ${own.join(', ')}.`,
    )
  return { selected: [...names.keys()], names }
}

/** Bytes of the file, or of all files of a geodatabase folder. */
function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(file).reduce((sum, name) => sum + statSync(join(file, name)).size, 0)
}

/** Column names of a layer, for mappings that choose between editions. */
export function columnNames(file: string, layer?: string): string[] {
  const dataset = openDataset(file)
  try {
    const found = layerNamed(
      dataset,
      layer,
      (problem, remedy) => new StepError('read', basename(file), problem, remedy),
    )
    return found.fields.getNames()
  } finally {
    dataset.close()
  }
}

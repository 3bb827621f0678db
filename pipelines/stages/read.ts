import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Dataset, Layer } from 'gdal-async'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { chooseOperation } from './coordinate-operation.ts'
import { gdal } from './gdal.ts'
import { openGeoPackage } from './geo-package-table.ts'
import { countShapeless, frameOf, hasGeometry, quoteName, SQL_DIALECT } from './layer-frame.ts'
import type { MeasuredSlice } from './measured-slice.ts'
import type { OwnFile } from './own-range.ts'
import { featuresOf, type SourceFeature } from './read-features.ts'
import { deletedRecords, MULTIPATCH, openShapefile, type Shapefile } from './shapefile.ts'
import { isReadableType } from './shapefile-shapes.ts'
import { planSlices, type SlicePlan } from './slice-plans.ts'
import { measuredSlices } from './slice-stream.ts'
import { readAside } from './slice-threads.ts'

export interface ReadRequest {
  /** A shapefile, file geodatabase folder, GeoJSON, GeoPackage: whatever GDAL opens. */
  file: string
  /** Layer name, any case; the only layer when absent. */
  layer?: string
  /**
   * Columns to read, any case; of several names for one, those that the layer has. A column that is
   * missing under all of its names is an error that lists what there is.
   */
  columns: readonly (string | readonly string[])[]
  /** Columns that some editions lack: read where present, null elsewhere. */
  optionalColumns?: readonly string[]
  /** OGR attribute filter: features that do not match are left out. */
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
  /** Description of how coordinates became lon/lat. */
  operation: string
  /** The layer's own spelling of each column that is read, and the requested spelling. */
  names: ReadonlyMap<string, string>
  slices(): AsyncGenerator<SourceFeature[]>
  /** The slices without an object a feature, and with all columns as texts on request. */
  stretches(wantsTexts: boolean): AsyncGenerator<Stretch>
}

/** A slice of features in order, or a number of features without geometry. */
export type Stretch = { first: number } & ({ features: MeasuredSlice } | { missing: number })

/** One slice in memory: 16 MB of FlatGeobuf or so, and never more than 50,000 features. */
const SLICE_BYTES = 16e6
/**
 * Slice size for formats in which GDAL reads over all features before a slice: fewer slices cost
 * less.
 */
const SLOW_SLICE_BYTES = 64e6
const SLICE_FEATURES = 50_000
const SLICE_FEATURES_MIN = 500

let slicesMade = 0

/**
 * Opens one vector layer for reading. GDAL translates slices of it to FlatGeobuf in memory, in
 * lon/lat, while those before are measured and used; few slices are held at a time. Slices of a
 * shapefile or a GeoPackage in lon/lat are read without GDAL where nothing in them is odd.
 * Throws `StepError` for a file that cannot be opened, an absent layer or column, an empty layer,
 * an undeclared coordinate system, and metres that pose as degrees.
 */
export function openFeatures(request: ReadRequest): FeatureReader {
  const target = basename(request.file)
  const fail = (problem: string, remedy: string, cause?: unknown) =>
    new StepError('read', target, problem, remedy, { cause })
  const dataset = openDataset(request.file)
  const layer = layerNamed(dataset, request.layer, fail)
  // GDAL counts the deleted rows of a shapefile, and does not return them.
  const found = shapefileOf(request.file, layer, fail)
  const shapefile = request.where === undefined ? found : null
  const deleted = shapefile ? deletedRecords(shapefile) : []
  const counted = countWhere(layer, request.where, fail)
  const count = counted - deleted.length
  if (count === 0)
    throw fail(
      `its layer ${layer.name} has no features${request.where ? ` where ${request.where}` : ''}`,
      'An empty layer cannot be built: check the download, or leave the partition out.',
    )
  if (!hasGeometry(request.file, layer.name))
    throw fail(
      `none of the ${count} features of its layer ${layer.name} has a geometry`,
      'A layer without shapes cannot be built: check the download, or leave the partition out.',
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
  const isFast = request.where === undefined && layer.testCapability(gdal.OLCFastSetNextByIndex)
  const slice = request.sliceFeatures ?? sliceOf(request.file, count, isFast)

  // A handle works on one slice at a time, in a thread of its own: two use both cores. To open a
  // text format is to read the whole file, so one slice has one handle.
  const plans = planSlices(counted, slice, deleted)
  const handles = plans.length > 1 ? [dataset, openDataset(request.file)] : [dataset]
  const translate = async (handle: Dataset, plan: SlicePlan): Promise<Uint8Array> => {
    const name = `/vsimem/slice-${process.pid}-${slicesMade++}.fgb`
    const columns = selected.length > 0 ? selected.map(quoteName).join(', ') : 'FID'
    const where = request.where ? ` WHERE ${request.where}` : ''
    const sql = `SELECT ${columns} FROM ${quoteName(layer.name)}${where} LIMIT ${plan.features} OFFSET ${plan.from}`
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
        `GDAL could not read features ${plan.from} and on`,
        'The file may be cut off or damaged.',
        cause,
      )
    }
  }

  // GDAL inverts projections, so the own readers read what is in lon/lat.
  const isOwn = isLonLat && request.where === undefined
  const own = isOwn ? ownFileOf(request.file, layer, { shapefile, selected, slice }) : null

  async function* stretches(wantsTexts: boolean): AsyncGenerator<Stretch> {
    const step = request.progress.step(`read ${layer.name}`, { total: count, unit: 'features' })
    let seen = 0
    const lanes = handles.map((handle) => (plan: SlicePlan) => translate(handle, plan))
    const read = own ? (plan: SlicePlan) => readAside(own, plan, wantsTexts) : undefined
    const measured = measuredSlices({ lanes, read }, plans, wantsTexts)
    try {
      for await (const features of measured) {
        const first = seen
        seen += features.kinds.length
        step.advance(features.kinds.length)
        yield { first, features }
      }
      // FlatGeobuf leaves out features without a geometry: they come last, to be counted.
      const lacking = seen < count ? countShapeless(request.file, layer.name, request.where) : 0
      for (let left = lacking; left > 0; left -= slice) {
        const first = seen
        const missing = Math.min(left, slice)
        seen += missing
        step.advance(missing)
        yield { first, missing }
      }
    } finally {
      for (const handle of handles) handle.close()
      step.done(`${seen.toLocaleString('en-US')} features`)
    }
    if (seen !== count)
      throw fail(
        `${seen} of ${count} features could be read`,
        'The file may be cut off or damaged: fetch it again.',
      )
  }
  async function* slices(): AsyncGenerator<SourceFeature[]> {
    for await (const stretch of stretches(false)) yield featuresIn(stretch, names)
  }
  return { count, operation: operation.description, names, stretches, slices }
}

/** Features in a slice of a file of this size. */
function sliceOf(file: string, count: number, isFast: boolean): number {
  const perFeature = Math.max(200, sizeOf(file) / count)
  const most = (isFast ? SLICE_BYTES : SLOW_SLICE_BYTES) / perFeature
  return Math.round(Math.min(SLICE_FEATURES, Math.max(SLICE_FEATURES_MIN, most)))
}

/** The features of a stretch; `names` gives the wanted spelling of their columns. */
export function featuresIn(stretch: Stretch, names: ReadonlyMap<string, string>): SourceFeature[] {
  const { first } = stretch
  if ('features' in stretch) return featuresOf(stretch.features, names, first)
  return Array.from({ length: stretch.missing }, (_, i) => nothing(first + i))
}

function nothing(number: number): SourceFeature {
  return {
    number,
    polygons: null,
    lines: null,
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

/** The shapefile that a layer is, where its parts agree. */
function shapefileOf(file: string, layer: Layer, fail: Fail): Shapefile | null {
  const fields = layer.fields.map(({ name, type }) => ({ name, type }))
  const shapefile = openShapefile(file, { fields, features: layer.features.count() })
  if (shapefile?.type === MULTIPATCH)
    throw fail(
      `the shapes of its layer ${layer.name} are multipatches, surfaces in space`,
      'Ask the publisher for outlines, or convert the layer to polygons and lock that file.',
    )
  return shapefile
}

/** The layer as the file that is read without GDAL; null where GDAL reads it. */
function ownFileOf(
  file: string,
  layer: Layer,
  wanted: { shapefile: Shapefile | null; selected: readonly string[]; slice: number },
): OwnFile | null {
  const { shapefile, selected, slice } = wanted
  if (shapefile) {
    const columns = selected.map((name) => columnOf(shapefile, name))
    return isReadableType(shapefile.type) ? { shapefile: { ...shapefile, columns } } : null
  }
  const fields = selected.map((own) => {
    const { name, type } = layer.fields.get(own)
    return { name, type }
  })
  const described = { name: layer.name, fields, features: layer.features.count() }
  const geoPackage = openGeoPackage(file, described, slice)
  return geoPackage && { geoPackage }
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

/** The layer's own spellings of the wanted columns, and back to the wanted spelling. */
function selectColumns(layer: Layer, request: ReadRequest, fail: Fail) {
  const own = layer.fields.getNames()
  const names = new Map<string, string>()
  const missing: string[] = []
  const find = (wanted: string) => own.find((name) => name.toLowerCase() === wanted.toLowerCase())
  const select = (wanted: string) => {
    const name = find(wanted)
    if (name) names.set(name, wanted)
    return name !== undefined
  }
  for (const column of request.columns) {
    const found = [column].flat().filter(select)
    if (found.length === 0) missing.push([column].flat().join(' or '))
  }
  request.optionalColumns?.forEach(select)
  if (missing.length > 0)
    throw fail(
      `its layer ${layer.name} lacks the column ${missing.join(', ')}`,
      `The schema changed, or the mapping is of another edition. It has: ${own.join(', ')}.`,
    )
  return { selected: [...names.keys()], names }
}

function columnOf({ columns }: Shapefile, name: string) {
  return columns.find((column) => column.name === name)!
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

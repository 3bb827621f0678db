import type { SectionSource } from '../../catalog/section-source.ts'
import { FOOT_M } from '../../rasters/terrain.ts'
import type { FailureParts } from '../../upstream/failure.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { round } from '../../values/round.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, Location, SectionRows, TableRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { sourcesOf } from '../source-of.ts'
import { columns } from './columns.ts'
import { ElevationData } from './data.ts'
import { notesOf } from './notes.ts'
import { type LiveHeight, type RequestedElevation, requestElevation } from './request.ts'
import { summarise } from './summary.ts'
import { terrainFields, terrainStatus } from './terrain-fields.ts'

export const section: SectionDefinition = {
  name: 'Elevation',
  category: 'geography',
  data: ElevationData,
  reads: [{ table: 'elevation_rasters', onParcel: false }],
  requestData: requestElevation,
  answer,
  columns,
}

/** Descriptions of the models of rasters. */
const MODEL_TEXTS = {
  bare_earth: 'Bare earth: the ground, without buildings and trees',
  surface:
    'Surface: with buildings and trees on it; not the ground, and no substitute for an elevation certificate',
} as const
const LIVE_MODEL = 'Bare earth: the ground as 3DEP has it, interpolated at the point'

/** Where the cells around a point differ by so much, an interpolated centimetre has no meaning. */
const STEEP_CELLS_M = 1

interface Height {
  height_m: number
  datum: string
  model: string
  isSurface: boolean
  resolution_m: number
  /** Range of the four cells around the point; null where a service interpolated. */
  cellRange: { min: number; max: number } | null
  sources: SectionSource[]
}

function answer(
  location: Location,
  rows: SectionRows,
  requested?: RequestedElevation | null,
): Answer<ElevationData> {
  const table = rows.elevation_rasters
  const height = requested ? heightOf(table, requested) : null
  if (!requested || !height) return withoutHeight(table, requested ?? null)
  const terrain = terrainFields(requested.terrain)
  const { cellRange } = height
  const decimals = cellRange && cellRange.max - cellRange.min >= STEEP_CELLS_M ? 1 : 2
  const data: ElevationData = {
    elevation_m: round(height.height_m, decimals),
    elevation_ft: round(height.height_m / FOOT_M, decimals),
    datum: height.datum,
    model: height.model,
    resolution_m: round(height.resolution_m, 2),
    cell_range_m: cellRange && { min: round(cellRange.min, 2), max: round(cellRange.max, 2) },
    terrain_status: terrainStatus(location, requested.terrain),
    terrain,
    ...(location.includeGeometry && profileFields(requested)),
  }
  const further = terrainSources(table, requested).filter(
    (each) =>
      !height.sources.some(({ name, vintage }) => name === each.name && vintage === each.vintage),
  )
  const [main, ...others] = [...height.sources, ...further]
  const note = joinNotes(main.note, ...notesOf(location, data, requested.terrain))
  const source = { ...main, ...(note && { note }) }
  return {
    status: 'available',
    summary: summarise(data, height.isSurface),
    data,
    source,
    ...(others.length > 0 && { sources: [source, ...others] }),
  }
}

/** The heights along a line, or why there are none. */
function profileFields({
  pinned,
  profile,
}: RequestedElevation): Pick<ElevationData, 'profile' | 'profile_reason'> {
  if (profile) return { profile }
  const profile_reason = pinned
    ? 'The raster of this build has fewer than two heights along the line.'
    : 'No raster of heights in this build covers the location: the height of the point is from a live service, which has no lines.'
  return { profile: null, profile_reason }
}

function heightOf(table: TableRows, { pinned, live }: RequestedElevation): Height | null {
  if (pinned) {
    const { height_m, low_m, high_m, raster } = pinned
    const cellRange = { min: low_m, max: high_m }
    const { vertical_datum: datum, model, resolution_m } = raster
    const sources = sourcesOf(partitionsOf(table, [raster.partition]))
    const isSurface = model === 'surface'
    const modelText = MODEL_TEXTS[model]
    return { height_m, datum, model: modelText, isSurface, resolution_m, cellRange, sources }
  }
  if (!live || 'failure' in live || live.response.kind !== 'height') return null
  const { height_m, resolution_m } = live.response
  const { datum, source } = live
  return {
    height_m,
    datum,
    model: LIVE_MODEL,
    isSurface: false,
    resolution_m,
    cellRange: null,
    sources: [source],
  }
}

function terrainSources(table: TableRows, { terrain, terrainSource }: RequestedElevation) {
  if (terrain?.status !== 'ready') return []
  const pinned = sourcesOf(partitionsOf(table, terrain.terrain.partitions))
  return [...pinned, ...(terrainSource ? [terrainSource] : [])]
}

function partitionsOf({ elsewhere }: TableRows, names: readonly string[]): Coverage[] {
  return names.flatMap((name) => elsewhere.partitions(new Set([name])))
}

/**
 * Empty under a raster without a height here, not covered without one, not available on a failure.
 */
function withoutHeight(table: TableRows, requested: RequestedElevation | null): Answer<never> {
  const isCovered = table.contributed.length > 0
  const failure = requested?.live ? failureOf(requested.live) : null
  if (failure)
    return {
      status: 'not_available',
      summary: 'The height of this location is not known just now.',
      data: null,
      ...failure,
    }
  if (!isCovered)
    return {
      status: 'not_covered',
      summary: 'No raster of heights in this build covers this location.',
      data: null,
      reason: requested?.live
        ? 'No raster of this build covers the location, and 3DEP of the USGS has no height there either.'
        : table.inBuild
          ? 'The location lies outside of every raster of heights in this build, and no live service was called.'
          : 'This build has no rasters of heights, and no live service was called.',
      hint: 'Look at the heights of the USGS: https://apps.nationalmap.gov/viewer/.',
      operator_hint:
        'Add a raster: see pipelines/elevation/README.md; or switch on usgs-epqs with PLAT_LIVE.',
    }
  if (!requested)
    return {
      status: 'not_available',
      summary: 'The height of this location was not read for this answer.',
      data: null,
      reason:
        'A raster of this build covers the location, and no raster was read for this kind of answer.',
      hint: 'Request the location alone: then its rasters are read.',
    }
  const [source, ...others] = sourcesOf(table.contributed)
  return {
    status: 'empty',
    summary: 'The raster of heights that covers this location has none here.',
    data: null,
    source,
    ...(others.length > 0 && { sources: [source, ...others] }),
  }
}

/** Why a service that was called leaves the height unknown; null where it has definitely none. */
function failureOf(live: LiveHeight): FailureParts | null {
  if ('failure' in live) return live.failure
  if (live.response.kind !== 'sentence') return null
  return {
    reason: `${live.source.name} answered with a sentence instead of a height (${live.response.words}), as it does both off its coverage and when something fails there.`,
    hint: 'Request it again shortly; off the coast and outside of the United States there is no height.',
  }
}

import type { SectionSource } from '../../catalog/section-source.ts'
import { FOOT_M } from '../../rasters/terrain.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { round } from '../../values/round.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, Location, SectionRows, TableRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { sourcesOf } from '../source-of.ts'
import { columns } from './columns.ts'
import { ElevationData } from './data.ts'
import { NOT_STATED } from './datum.ts'
import { notesOf } from './notes.ts'
import { ask, type LiveHeight, type RequestedElevation } from './request.ts'
import { terrainData, terrainStatus } from './terrain-fields.ts'

export const section: SectionDefinition = {
  name: 'Elevation',
  category: 'geography',
  data: ElevationData,
  reads: [{ table: 'elevation_rasters', onParcel: false }],
  requestData: ask,
  answer,
  columns,
}

/** What was measured, by the model of a raster. */
const MODEL_WORDS = {
  bare_earth: 'Bare earth: the ground, without buildings and trees',
  surface:
    'Surface: with buildings and trees on it; not the ground, and no substitute for an elevation certificate',
} as const
const LIVE_MODEL = 'Bare earth: the ground as 3DEP has it, interpolated at the point'

/** Where the cells about a point differ so much, a centimetre between them would be made up. */
const STEEP_CELLS_M = 1

interface Height {
  height_m: number
  datum: string
  model: string
  isSurface: boolean
  resolution_m: number
  /** Of the four cells about the point; null where a service interpolated. */
  cellRange: { min: number; max: number } | null
  sources: SectionSource[]
}

function answer(
  location: Location,
  rows: SectionRows,
  said?: RequestedElevation | null,
): Answer<ElevationData> {
  const table = rows.elevation_rasters
  const height = said ? heightSaid(table, said) : null
  if (!said || !height) return withoutHeight(table, said ?? null)
  const terrain = terrainData(said.terrain)
  const { cellRange } = height
  const decimals = cellRange && cellRange.max - cellRange.min >= STEEP_CELLS_M ? 1 : 2
  const data: ElevationData = {
    elevation_m: round(height.height_m, decimals),
    elevation_ft: round(height.height_m / FOOT_M, decimals),
    datum: height.datum,
    model: height.model,
    resolution_m: round(height.resolution_m, 2),
    cell_range_m: cellRange && { min: round(cellRange.min, 2), max: round(cellRange.max, 2) },
    terrain_status: terrainStatus(location, said.terrain),
    terrain,
  }
  const besides = terrainSources(table, said).filter(
    (each) =>
      !height.sources.some(({ name, vintage }) => name === each.name && vintage === each.vintage),
  )
  const [main, ...others] = [...height.sources, ...besides]
  const note = joinNotes(main.note, ...notesOf(location, data, said.terrain))
  const source = { ...main, ...(note && { note }) }
  return {
    status: 'available',
    summary: summarise(data, height.isSurface),
    data,
    source,
    ...(others.length > 0 && { sources: [source, ...others] }),
  }
}

function heightSaid(table: TableRows, { pinned, live }: RequestedElevation): Height | null {
  if (pinned) {
    const { height_m, low_m, high_m, raster } = pinned
    const cellRange = { min: low_m, max: high_m }
    const { vertical_datum: datum, model, resolution_m } = raster
    const sources = sourcesOf(partitionsOf(table, [raster.partition]))
    const isSurface = model === 'surface'
    const words = MODEL_WORDS[model]
    return { height_m, datum, model: words, isSurface, resolution_m, cellRange, sources }
  }
  if (!live || 'failure' in live || live.answer.kind !== 'height') return null
  const { height_m, resolution_m } = live.answer
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

/** Covered by a raster that has no height here, by none, or nobody could tell. */
function withoutHeight(table: TableRows, said: RequestedElevation | null): Answer<never> {
  const isCovered = table.contributed.length > 0
  const silence = said?.live ? silenceOf(said.live) : null
  if (silence)
    return {
      status: 'not_available',
      summary: 'The height of this spot is not known just now.',
      data: null,
      ...silence,
    }
  if (!isCovered)
    return {
      status: 'not_covered',
      summary: 'No raster of heights in this build covers this spot.',
      data: null,
      reason: said?.live
        ? 'No raster of this build covers the spot, and 3DEP of the USGS says that it has no height there.'
        : table.inBuild
          ? 'The spot lies outside of every raster of heights in this build, and no live service was asked.'
          : 'This build has no rasters of heights, and no live service was asked.',
      hint: 'Add a raster: see pipelines/elevation/README.md; or switch on usgs-epqs with PLAT_LIVE.',
    }
  if (!said)
    return {
      status: 'not_available',
      summary: 'The height of this spot was not read for this answer.',
      data: null,
      reason: 'A raster of this build covers the spot, and who assembled this answer reads none.',
      hint: 'Ask GET /v1/location or `plat dossier`: they read the rasters of the build.',
    }
  const [source, ...others] = sourcesOf(table.contributed)
  return {
    status: 'empty',
    summary: 'The raster of heights that covers this spot has none here.',
    data: null,
    source,
    ...(others.length > 0 && { sources: [source, ...others] }),
  }
}

/** Why a service that was asked leaves the height unknown; null where it says that there is none. */
function silenceOf(live: LiveHeight): { reason: string; hint: string } | null {
  if ('failure' in live) return live.failure
  if (live.answer.kind !== 'sentence') return null
  return {
    reason: `${live.source.name} answered with a sentence instead of a height (${live.answer.words}), as it does both off its coverage and when something fails there.`,
    hint: 'Ask again shortly; off the coast and outside of the United States it stays so.',
  }
}

function summarise(
  { elevation_ft, elevation_m, datum, terrain }: ElevationData,
  isSurface: boolean,
) {
  const what = isSurface ? 'The surface here, with what stands on the ground,' : 'The ground here'
  const side = elevation_m < 0 ? 'below' : 'above'
  const amounts = `${Math.abs(elevation_ft)} ft (${Math.abs(elevation_m)} m)`
  const relief = terrain ? `, and its parcel's ground rises by ${terrain.relief_ft} ft` : ''
  const zero = datum === NOT_STATED ? 'a datum that its source does not state' : datum
  return `${what} is ${amounts} ${side} ${zero}${relief}.`
}

import type { SectionSource } from '../../catalog/section-source.ts'
import { type Box, boundsOf, GRID } from '../../geometry/polygons.ts'
import type { PinnedHeight } from '../../rasters/open-rasters.ts'
import { forPoints, inLonLat, type RasterRef, rasterRefs } from '../../rasters/raster-ref.ts'
import type { BuildTerrain, TerrainState } from '../../rasters/terrain.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location, SectionRows } from '../location.ts'
import { datumOf3dep, NAVD88 } from './datum.ts'
import { type EpqsResponse, parseEpqs } from './epqs-response.ts'
import { epqs, tiles3dep } from './upstream.ts'

/** Rasters of a build that are read for one spot or parcel, the best of them. */
const RASTERS_MAX = 32
/** Rasters so near a point may hold the pixels beside it: 100 m, above the coarsest spacing. */
const BESIDE_UNITS = 10_000

/** What was found beyond the packs. */
export interface RequestedElevation {
  /** From the rasters of the build; null where none has a height at the point. */
  pinned: PinnedHeight | null
  /** From the live service, which is asked where nothing is pinned; null where nobody asked. */
  live: LiveHeight | null
  /** Null without a parcel, and where nobody makes terrain for this answer. */
  terrain: TerrainState | null
  /** Of the live tiles that gave some of it. */
  terrainSource: SectionSource | null
}

export type LiveHeight =
  | { answer: EpqsResponse; datum: string; source: SectionSource }
  | { failure: { reason: string; hint: string } }

/** Asks the rasters of the build, the live service where they have nothing, and the terrain. */
export function ask(
  location: Location,
  rows: SectionRows,
  outside: ExternalSources,
): Promise<RequestedElevation> | null {
  const { rasters, terrain, upstreams } = outside
  if (!rasters && !upstreams?.isOn(epqs)) return null
  const made = terrain && location.parcel ? requestTerrain(location, rows, terrain) : null
  return Promise.all([heightOf(location, rows, outside), made]).then(([height, state]) => {
    const live_at = state?.status === 'ready' ? state.terrain.live_at : null
    const terrainSource =
      live_at !== null && upstreams
        ? upstreams.sourceOf(tiles3dep, { retrieved_at: live_at }, { kind: 'official' })
        : null
    return { ...height, terrain: state, terrainSource }
  })
}

async function heightOf(
  location: Location,
  rows: SectionRows,
  { rasters, upstreams }: ExternalSources,
): Promise<Pick<RequestedElevation, 'pinned' | 'live'>> {
  const { lng, lat } = location.point
  const [x, y] = [Math.round(lng * GRID), Math.round(lat * GRID)]
  const about: Box = [x - BESIDE_UNITS, y - BESIDE_UNITS, x + BESIDE_UNITS, y + BESIDE_UNITS]
  const refs = rasters ? forPoints(refsIn(rows, about)).slice(0, RASTERS_MAX) : []
  const pinned = refs.length > 0 ? await rasters!.heightAt(refs, lng, lat) : null
  if (pinned || !upstreams?.isOn(epqs)) return { pinned, live: null }
  try {
    const said = await upstreams.request(epqs, {
      query: { x: lng, y: lat, wkid: 4326, units: 'Meters', includeDate: 'false' },
      read: (answer) => parseEpqs(answer, lng, lat),
    })
    const datum = datumOf3dep(lng, lat)
    const note =
      said.value.kind === 'height' && said.value.raster_id !== null
        ? `Interpolated from raster ${said.value.raster_id} of 3DEP.`
        : undefined
    // Neither a condition of the moment nor a build of ours: the authority's own record, asked now.
    const source = upstreams.sourceOf(epqs, said, { kind: 'official', note, vintage: 'live' })
    return { pinned, live: { answer: said.value, datum, source } }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return { pinned, live: { failure: { reason: error.reason, hint: error.hint } } }
  }
}

function requestTerrain(
  { parcel, includeGeometry }: Location,
  rows: SectionRows,
  terrain: BuildTerrain,
): Promise<TerrainState> {
  const box = boundsOf(parcel!.polygons())
  const rasters = inLonLat(refsIn(rows, box))
    .slice(0, RASTERS_MAX)
    .filter(({ model, vertical_datum }) => model === 'bare_earth' && vertical_datum === NAVD88)
  const { parcel_key } = parcel!
  return terrain.terrainOf({ parcel_key, box, rasters, withLines: includeGeometry })
}

function refsIn({ elevation_rasters: table }: SectionRows, box: Box): RasterRef[] {
  const found = table.elsewhere.meeting([box], Number.POSITIVE_INFINITY) ?? []
  return rasterRefs(found)
}

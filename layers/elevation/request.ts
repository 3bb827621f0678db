import { setImmediate as nextRound } from 'node:timers/promises'
import type { SectionSource } from '../../catalog/section-source.ts'
import { toGridPoint } from '../../geometry/grid-point.ts'
import { type Box, boundsOf } from '../../geometry/polygons.ts'
import type { PinnedHeight } from '../../rasters/open-rasters.ts'
import { forPoints, inLonLat, type RasterRef, rasterRefs } from '../../rasters/raster-ref.ts'
import type { BuildTerrain, TerrainState } from '../../rasters/terrain.ts'
import { type FailureParts, failureParts, UpstreamFailure } from '../../upstream/failure.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location, SectionRows } from '../location.ts'
import type { ProfileData } from './data.ts'
import { datumOf3dep, NAVD88 } from './datum.ts'
import { type EpqsResponse, parseEpqs } from './epqs-response.ts'
import { profileBox, profileLine, readProfile } from './profile.ts'
import { epqs, tiles3dep } from './upstream.ts'

/** At most so many rasters of a build are read for one point or parcel, the best of them. */
const RASTERS_MAX = 32
/** Rasters so near a point may hold the pixels next to it: 100 m, above the coarsest spacing. */
const NEAR_UNITS = 10_000

/** Heights and terrain from outside the packs. */
export interface RequestedElevation {
  /** Height from the rasters of the build; null where none has a height at the point. */
  pinned: PinnedHeight | null
  /**
   * Height from the live service, which is called where nothing is pinned; null where it was not.
   */
  live: LiveHeight | null
  /** Null without a parcel, and in answers for which no terrain is made. */
  terrain: TerrainState | null
  /** Source of the live tiles that a part of the terrain comes from. */
  terrainSource: SectionSource | null
  /** Heights along a line, where shapes are requested; null where there are none. */
  profile: ProfileData | null
}

export type LiveHeight =
  | { response: EpqsResponse; datum: string; source: SectionSource }
  | { failure: FailureParts }

/**
 * Reads the rasters of the build, calls the live service where they have no height, and makes
 * terrain.
 */
export function requestElevation(
  location: Location,
  rows: SectionRows,
  outside: ExternalSources,
): Promise<RequestedElevation> | null {
  const { rasters, terrain, upstreams } = outside
  if (!rasters && !upstreams?.isOn(epqs)) return null
  const found = heightOf(location, rows, outside)
  const made = terrain && location.parcel ? terrainBeside(found, location, rows, terrain) : null
  const withProfile = found.then(async (height) => ({
    ...height,
    profile: await profileOf(location, rows, outside, height.pinned),
  }))
  return Promise.all([withProfile, made]).then(([height, state]) => {
    const live_at = state?.status === 'ready' ? state.terrain.live_at : null
    const terrainSource =
      live_at !== null && upstreams
        ? upstreams.sourceOf(tiles3dep, { retrieved_at: live_at }, { kind: 'official' })
        : null
    return { ...height, terrain: state, terrainSource }
  })
}

async function profileOf(
  location: Location,
  rows: SectionRows,
  { rasters }: ExternalSources,
  pinned: PinnedHeight | null,
): Promise<ProfileData | null> {
  if (!location.includeGeometry || !rasters || !pinned) return null
  const line = profileLine(location)
  const [west, south, east, north] = profileBox(line)
  const about: Box = [west - NEAR_UNITS, south - NEAR_UNITS, east + NEAR_UNITS, north + NEAR_UNITS]
  const refs = refsIn(rows, about).slice(0, RASTERS_MAX)
  return await readProfile(line, location, pinned, refs, rasters)
}

type FoundHeight = Pick<RequestedElevation, 'pinned' | 'live'>

/** True where a height was found: a section without one shows no terrain. */
function hasHeight({ pinned, live }: FoundHeight): boolean {
  return pinned !== null || (live !== null && 'response' in live && live.response.kind === 'height')
}

/**
 * Requests the terrain, unless it is known in this round of the loop that there is no height, as
 * while the live service rests: a request wakes another thread, which takes 0.15 ms.
 */
async function terrainBeside(
  found: Promise<FoundHeight>,
  location: Location,
  rows: SectionRows,
  terrain: BuildTerrain,
): Promise<TerrainState | null> {
  const height = await Promise.race([found, nextRound(null)])
  return height && !hasHeight(height) ? null : await requestTerrain(location, rows, terrain)
}

async function heightOf(
  location: Location,
  rows: SectionRows,
  { rasters, upstreams }: ExternalSources,
): Promise<FoundHeight> {
  const { lng, lat } = location.point
  const [x, y] = toGridPoint(location.point)
  const about: Box = [x - NEAR_UNITS, y - NEAR_UNITS, x + NEAR_UNITS, y + NEAR_UNITS]
  const refs = rasters ? forPoints(refsIn(rows, about)).slice(0, RASTERS_MAX) : []
  const pinned = refs.length > 0 ? await rasters!.heightAt(refs, lng, lat) : null
  if (pinned || !upstreams?.isOn(epqs)) return { pinned, live: null }
  try {
    const response = await upstreams.request(epqs, {
      query: { x: lng, y: lat, wkid: 4326, units: 'Meters', includeDate: 'false' },
      read: (httpResponse) => parseEpqs(httpResponse, lng, lat),
    })
    const datum = datumOf3dep(lng, lat)
    const note =
      response.value.kind === 'height' && response.value.raster_id !== null
        ? `Interpolated from raster ${response.value.raster_id} of 3DEP.`
        : undefined
    // Neither a condition of the moment nor data of a build: the authority's own record, read now.
    const source = upstreams.sourceOf(epqs, response, { kind: 'official', note, vintage: 'live' })
    return { pinned, live: { response: response.value, datum, source } }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return { pinned, live: { failure: failureParts(error) } }
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

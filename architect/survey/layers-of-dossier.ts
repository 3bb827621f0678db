import type { Survey, SurveyFloodZone, SurveyLayer } from '../scene/survey.ts'
import { FLOOD_RINGS_MAX } from '../scene/survey.ts'
import { METRES_PER } from '../scene/units.ts'
import { CodeBasisShape, type Dossier, FloodShape, ZoningShape } from './dossier-shape.ts'
import type { LocalFrame } from './local-frame.ts'
import { regionsOf, storedRing, UnusableShape } from './plan-shapes.ts'
import { cut, knownLayer, readSection, unknownLayer } from './section-reading.ts'

/** What a layer of a dossier adds to a survey. */
export interface PulledLayer<Name extends keyof Survey> {
  layer: SurveyLayer
  /** Absent where it is not known. */
  known?: NonNullable<Survey[Name]>
}

const FOOT_M = METRES_PER.ft
/** Kilonewtons on a square metre in one pound on a square foot. */
const PSF_KPA = 0.04788
/** Metres a second in one mile an hour, exactly. */
const MPH_MS = 0.44704
/** Share of a parcel without a zone from which its flood risk is known in part, in percent. */
const UNMAPPED_PCT = 0.1
/** Corners of one outline of a flood zone. */
const FLOOD_CORNERS_MAX = 96
const NAME_CHARACTERS_MAX = 120
const CODE_CHARACTERS_MAX = 40
const NOTE_CHARACTERS_MAX = 1_000
const AUTHORITY_CHARACTERS_MAX = 200

const metres = (feet: number | null | undefined): number | null =>
  feet === null || feet === undefined ? null : feet * FOOT_M
const word = (text: string | null | undefined): string | null =>
  text ? cut(text, CODE_CHARACTERS_MAX) : null

export function zoningOf(dossier: Dossier): PulledLayer<'zoning'> {
  const read = readSection(dossier, 'zoning', ZoningShape)
  if (!('data' in read))
    return { layer: unknownLayer('zoning', read.reason, read.section, dossier) }
  const { data, section } = read
  const { setbacks, dimensional_note, conditions } = data
  const note = [dimensional_note, conditions].filter(Boolean).join(' ')
  const known = {
    district: cut(data.district, NAME_CHARACTERS_MAX),
    jurisdiction: cut(data.jurisdiction, AUTHORITY_CHARACTERS_MAX),
    setbacks: setbacks
      ? {
          front: metres(setbacks.front_ft),
          side: metres(setbacks.side_ft),
          rear: metres(setbacks.rear_ft),
        }
      : null,
    heightMax: metres(data.max_height_ft),
    floorAreaRatioMax: data.max_far ?? null,
    // Dossiers have no figure for it.
    coverageMax: null,
    note: note ? cut(note, NOTE_CHARACTERS_MAX) : null,
  }
  const { front = null, side = null, rear = null } = known.setbacks ?? {}
  const missing = Object.entries({
    'front setback': front,
    'side setback': side,
    'rear setback': rear,
    height: known.heightMax,
  }).flatMap(([name, value]) => (value === null ? [name] : []))
  const base = (data.districts_on_parcel ?? []).filter(({ is_overlay }) => !is_overlay)
  const others = [...new Set(base.map(({ district }) => district))].filter(
    (district) => district !== data.district,
  )
  return {
    known,
    layer: knownLayer('zoning', section, dossier, [
      ...(missing.length > 0 ? [`No figure is stated for: ${missing.join(', ')}.`] : []),
      ...(others.length > 0
        ? [`The parcel is also in ${others.join(', ')}: the limits are those of ${data.district}.`]
        : []),
    ]),
  }
}

export function floodOf(dossier: Dossier, frame: LocalFrame): PulledLayer<'flood'> {
  const read = readSection(dossier, 'flood', FloodShape)
  if (!('data' in read)) return { layer: unknownLayer('flood', read.reason, read.section, dossier) }
  const { data, section } = read
  if (!data.mapped)
    return {
      layer: unknownLayer(
        'flood',
        'The place is not mapped for floods, which does not mean that the risk is low.',
        section,
        dossier,
      ),
    }
  const rows = data.zones_on_parcel ?? []
  const reasons: string[] = []
  let known: SurveyFloodZone[]
  try {
    known = outlinedZones(data, frame)
  } catch (error) {
    if (!(error instanceof UnusableShape)) throw error
    reasons.push(`The outline of a flood zone ${error.message}, so it is left out.`)
    known = []
  }
  if (known.length === 0)
    known = [...rows, ...(rows.length === 0 && data.zone_at_point ? [data.zone_at_point] : [])]
      .slice(0, FLOOD_RINGS_MAX)
      .map((row) => zoneOf(row, shareOf(row, data), []))
  if (known.length === 0)
    return { layer: unknownLayer('flood', 'No flood zone is stated here.', section, dossier) }
  const without = known.filter((zone) => zone.isHighRisk && zone.baseFloodElevation === null)
  if (without.length > 0)
    reasons.push(`No base flood elevation is stated for zone ${without[0].zone}.`)
  if ((data.unmapped_pct ?? 0) > UNMAPPED_PCT)
    reasons.push(`${data.unmapped_pct} % of the parcel is in no mapped zone.`)
  if (rows.length === 0) reasons.push('It is of the point: no parcel was measured.')
  return { known, layer: knownLayer('flood', section, dossier, reasons) }
}

type FloodRow = NonNullable<FloodShape['zone_at_point']>

function outlinedZones(data: FloodShape, frame: LocalFrame): SurveyFloodZone[] {
  let rings = 0
  return (data.geometry?.features ?? []).flatMap(({ properties, geometry }): SurveyFloodZone[] => {
    const outlines = regionsOf(geometry, frame).flatMap(({ outer, holes }) => [outer, ...holes])
    const stored = outlines
      .slice(0, FLOOD_RINGS_MAX - rings)
      .map((ring) => storedRing(ring, FLOOD_CORNERS_MAX))
    rings += stored.length
    return stored.length > 0 ? [zoneOf(properties, shareOf(properties, data), stored)] : []
  })
}

const zoneOf = (row: FloodRow, share: number | null, rings: [number, number][][]) => ({
  zone: cut(row.zone, CODE_CHARACTERS_MAX),
  isHighRisk: row.is_in_flood_zone,
  baseFloodElevation: metres(row.base_flood_elevation_ft),
  share,
  rings,
})

function shareOf(row: FloodRow, { zones_on_parcel }: FloodShape): number | null {
  const same = (zones_on_parcel ?? []).filter(
    ({ zone, is_in_flood_zone, base_flood_elevation_ft }) =>
      zone === row.zone &&
      is_in_flood_zone === row.is_in_flood_zone &&
      (base_flood_elevation_ft ?? null) === (row.base_flood_elevation_ft ?? null),
  )
  if (same.length === 0) return null
  return Math.min(1, same.reduce((sum, { coverage_pct }) => sum + coverage_pct, 0) / 100)
}

export function climateOf(dossier: Dossier): PulledLayer<'climate'> {
  const read = readSection(dossier, 'code_basis', CodeBasisShape)
  if (!('data' in read))
    return { layer: unknownLayer('climate', read.reason, read.section, dossier) }
  const { data, section } = read
  const [snow, wind] = [data.ground_snow_load_psf, data.wind_speed_mph]
  const known = {
    zone: word(data.climate_zone_iecc),
    frostDepth: metres(data.frost_depth_ft),
    groundSnowLoad: snow === null || snow === undefined ? null : snow * PSF_KPA,
    windSpeed: wind === null || wind === undefined ? null : wind * MPH_MS,
    seismicCategory: word(data.seismic_design_category),
  }
  const missing = Object.entries(known).flatMap(([name, value]) => (value === null ? [name] : []))
  const reasons = missing.length > 0 ? [`No value is stated for: ${missing.join(', ')}.`] : []
  return { known, layer: knownLayer('climate', section, dossier, reasons) }
}

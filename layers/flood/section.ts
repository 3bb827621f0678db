import { z } from 'zod'
import { clipExactly } from '../../geometry/exact-clip.ts'
import { toGeoJson } from '../../geometry/geojson.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { compareText } from '../../values/text-order.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedRow, Location, SectionRows } from '../location.ts'
import { fromOfficial } from '../official-rows.ts'
import type { Answer } from '../section.ts'
import { datedAs, provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { isMinimalOutside, WITHOUT_PARCEL, zonesOnParcel } from './parcel-zones.ts'
import { type RequestedFlood, requestFlood } from './request.ts'
import { summarise } from './summary.ts'
import { worstFirst, ZoneAtPoint, ZoneOnParcel, zoneOfRow, zoneRow } from './zone-rows.ts'
import { isHighRisk, MINIMAL_X, riskOf, type ZoneClass } from './zones.ts'

export const FloodData = z.object({
  is_in_flood_zone: z
    .boolean()
    .nullable()
    .describe(
      'whether the point is in a high-risk zone, for its parcel see `parcel_in_flood_zone`; null in a map gap, over open water and in zone D: nobody can tell',
    ),
  mapped: z.boolean().describe('false: the area is not mapped, which is not the same as low risk'),
  firm_panel: z
    .object({
      panel: z.string().describe('number of the panel'),
      effective_date: z.string().nullable().describe('ISO date'),
    })
    .nullable()
    .describe('the map panel at the spot'),
  zone_at_point: ZoneAtPoint.nullable().describe('null in a map gap'),
  evaluated_against: z
    .enum(['parcel', 'point'])
    .describe('whether a parcel polygon was found to measure on'),
  zones_on_parcel: z
    .array(ZoneOnParcel)
    .nullable()
    .describe(
      'the highest risk first, land that no zone maps left out; null without a parcel polygon',
    ),
  highest_risk_zone_on_parcel: z.string().nullable().describe('null without a parcel polygon'),
  parcel_in_flood_zone: z
    .enum(['none', 'part', 'whole'])
    .nullable()
    .describe(
      'how much of the parcel is in high-risk zones, whatever the point is in; `none` is of what zones determine alone: see `unmapped_pct` for the rest; null without a parcel polygon and where they determine nothing of it (additive)',
    ),
  unmapped_pct: z
    .number()
    .nullable()
    .describe(
      'share of the parcel that no zone maps, AREA NOT INCLUDED among it: with the shares of `zones_on_parcel` it adds to 100; negative where zones overlap (additive)',
    ),
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON FeatureCollection clipped to the parcel, with include_geometry=true'),
})
export type FloodData = z.infer<typeof FloodData>

export const section: SectionDefinition = {
  name: 'Flood zone',
  category: 'classification',
  data: FloodData,
  reads: [
    { table: 'flood_zones', onParcel: true },
    { table: 'flood_panels', onParcel: false },
  ],
  requestData: requestFlood,
  answer,
  columns,
}

const LOMA_NOTE =
  'Letters of map amendment (LOMA) are not in the zone polygons. Not a flood zone determination.'

/** From the build where it speaks, else from FEMA's service where that was asked. */
function answer(
  location: Location,
  rows: SectionRows,
  official?: RequestedFlood | null,
): Answer<FloodData> {
  if (!official) return answerFrom(location, rows)
  const answered = answerFrom(location, official.rows)
  if (answered.status === 'not_covered') return unmappedByFema(official)
  return fromOfficial(answered, official.source)
}

function unmappedByFema({ decided, source }: RequestedFlood): Answer<FloodData> {
  return {
    status: 'not_covered',
    summary: 'No flood map covers this spot, which says nothing about its risk.',
    data: null,
    reason: `No flood study in this build covers the spot, and FEMA's map service has no digital map here. ${decided}`,
    hint: "Ask the community: older maps may exist on paper (FEMA's Map Service Center, https://msc.fema.gov).",
    source,
  }
}

function answerFrom(location: Location, rows: SectionRows): Answer<FloodData> {
  const { flood_zones: zones, flood_panels: panels } = rows
  const speaks = [zones.coverage, zones.atPoint, zones.onParcel].some((found) => found.length > 0)
  if (!speaks) return notCovered(zones)
  const worst = [...zones.atPoint].sort(worstFirst)[0]
  const minimalOutside = zones.coverage.find(isMinimalOutside)
  const facts: ZoneClass | null = worst
    ? zoneOfRow(worst.row)
    : minimalOutside
      ? { zone: 'X', zone_subtype: MINIMAL_X }
      : null
  const mapped = facts !== null && riskOf(facts) !== 'unmapped'
  const data: FloodData = {
    is_in_flood_zone: facts ? topLevel(facts) : null,
    mapped,
    firm_panel: panelAt(panels.atPoint, worst),
    zone_at_point:
      mapped && facts ? { ...zoneRow(facts, worst?.row ?? null), bfe_datum: 'NAVD88' } : null,
    evaluated_against: location.parcel ? 'parcel' : 'point',
    ...(location.parcel ? zonesOnParcel(location.parcel, zones) : WITHOUT_PARCEL),
  }
  if (location.includeGeometry) data.geometry = zoneFeatures(location, zones)
  const notes = [
    LOMA_NOTE,
    !worst && minimalOutside ? `Outside every polygon: ${minimalOutside.outside_evidence}` : null,
    datumNote([...zones.atPoint, ...zones.onParcel]),
  ]
  return {
    status: 'available',
    summary: summarise(data, location),
    data,
    ...datedAs(
      provenance(
        [
          ...zones.contributed,
          ...zones.coverageOnParcel.filter(isMinimalOutside),
          ...panels.contributed,
        ],
        joinNotes(...notes),
      ),
      panelVintage(zones.contributed[0]?.partition, panels.atPoint),
    ),
  }
}

/** A study that only reaches onto the parcel, and draws no zone there, does not speak. */
function notCovered({ inBuild, coverageOnParcel }: SectionRows[string]): Answer<FloodData> {
  const reaches = coverageOnParcel.length > 0
  return {
    status: 'not_covered',
    summary: 'No flood study in this build covers this spot, which says nothing about its risk.',
    data: null,
    reason: !inBuild
      ? 'This build has no flood zone table.'
      : reaches
        ? 'The spot lies outside every flood study in this build; part of its parcel lies inside one.'
        : 'The spot lies outside every flood study in this build.',
    hint: reaches
      ? 'Ask at a point of the parcel that the study covers; the live service is not asked beside a study of the build.'
      : 'Build the county\'s NFHL download: see "take a new vintage" in CONTRIBUTING.md. FEMA\'s live service is asked where PLAT_LIVE=default,fema-nfhl says so.',
  }
}

/** True, false, or null where nobody determined it: unmapped, zone D, open water. */
function topLevel(facts: ZoneClass): boolean | null {
  const risk = riskOf(facts)
  if (risk === 'undetermined' || risk === 'unmapped' || risk === 'water') return null
  return isHighRisk(facts)
}

function datumNote(found: LocatedRow[]): string | null {
  const withheld = found
    .filter(({ row }) => row.base_flood_elevation_ft !== null && row.vertical_datum !== 'NAVD88')
    .map(({ row }) => (row.vertical_datum as string | null) ?? 'a datum the study does not state')
  if (withheld.length === 0) return null
  return `A base flood elevation is withheld: it is on ${[...new Set(withheld)].join(' and ')}, not NAVD88.`
}

/** A study is as old as the panel at the point, where it has dates of its panels. */
function panelVintage(study: string | undefined, panels: readonly LocatedRow[]): string | null {
  const date = newestPanel(panels.filter(({ row }) => row.partition === study))?.row.effective_date
  return date ? `map panel of ${date}` : null
}

/** Panels of two studies may overlap: the newer one speaks. */
function newestPanel(panels: readonly LocatedRow[]): LocatedRow | undefined {
  return [...panels].sort(
    (a, b) =>
      compareText(`${b.row.effective_date ?? ''}`, `${a.row.effective_date ?? ''}`) ||
      compareText(a.row.panel as string, b.row.panel as string),
  )[0]
}

/** The map panel at the point, or the one that the zone polygon itself names. */
function panelAt(panels: LocatedRow[], zone: LocatedRow | undefined): FloodData['firm_panel'] {
  const newest = newestPanel(panels)
  const panel = (newest ?? zone)?.row.panel as string | null | undefined
  if (!panel) return null
  return { panel, effective_date: (newest?.row.effective_date as string | undefined) ?? null }
}

function zoneFeatures(location: Location, zones: SectionRows[string]) {
  const parcel = location.parcel?.polygons()
  if (!parcel) return { type: 'FeatureCollection', features: [] }
  const features = [...zones.onParcel].sort(worstFirst).flatMap((found) => {
    const clipped = clipExactly(found.polygons(), parcel)
    const properties = zoneRow(zoneOfRow(found.row), found.row)
    return clipped ? [{ type: 'Feature', properties, geometry: toGeoJson(clipped) }] : []
  })
  return { type: 'FeatureCollection', features }
}

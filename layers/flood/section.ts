import { z } from 'zod'
import { clipExactly } from '../geometry/exact-clip.ts'
import { toGeoJson } from '../geometry/geojson.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, Found, Location, Row, SectionRows } from '../location.ts'
import { fromOfficial } from '../official-rows.ts'
import { round } from '../round.ts'
import type { Answer } from '../section.ts'
import { provenance } from '../source-of.ts'
import { compareText } from '../text-order.ts'
import { facts } from './facts.ts'
import { askOfficial, type OfficialFlood } from './official.ts'
import { describeZone, isHighRisk, MINIMAL_X, riskOf, type ZoneFacts, zoneRank } from './zones.ts'

const ZoneRow = z.object({
  zone: z.string().describe('FEMA zone, for example AE, X, D'),
  zone_subtype: z.string().nullable().describe('as published, for example FLOODWAY'),
  description: z.string().describe('the zone in words'),
  is_in_flood_zone: z
    .boolean()
    .describe('a high-risk zone; false of zone D too, where risk is undetermined'),
  base_flood_elevation_ft: z
    .number()
    .nullable()
    .describe('NAVD88; null on another datum, and where there is none'),
  depth_ft: z.number().nullable().describe('depth of AO zones (additive)'),
})
const ZoneAtPoint = ZoneRow.extend({ bfe_datum: z.literal('NAVD88') })
const ZoneOnParcel = ZoneRow.extend({
  coverage_pct: z.number().describe("share of the parcel's area"),
  area_m2: z.number().describe('of the zone on the parcel'),
})

export const FloodData = z.object({
  is_in_flood_zone: z
    .boolean()
    .nullable()
    .describe(
      'true in a high-risk zone; null in a map gap, over open water and in zone D: nobody can tell',
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
    .describe('the highest risk first; null without a parcel polygon'),
  highest_risk_zone_on_parcel: z.string().nullable().describe('null without a parcel polygon'),
  unmapped_pct: z
    .number()
    .nullable()
    .describe('share of the parcel under no zone polygon; negative where zones overlap (additive)'),
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
  ask: askOfficial,
  answer,
  facts,
}

/** A blank smaller than this is the rounding of shared borders. */
const BLANK_MIN_M2 = 0.5

const LOMA_NOTE =
  'Letters of map amendment (LOMA) are not in the zone polygons. Not a flood zone determination.'

/** From the build where it speaks, else from FEMA's service where that was asked. */
function answer(
  location: Location,
  rows: SectionRows,
  official?: OfficialFlood | null,
): Answer<FloodData> {
  if (!official) return answerFrom(location, rows)
  const answered = answerFrom(location, official.rows)
  if (answered.status === 'not_covered') return unmappedByFema(official)
  return fromOfficial(answered, official.source)
}

function unmappedByFema({ decided, source }: OfficialFlood): Answer<FloodData> {
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
  if (zones.coverage.length === 0 && zones.atPoint.length === 0) return notCovered(zones)
  const worst = [...zones.atPoint].sort(worstFirst)[0]
  const minimalOutside = zones.coverage.find(isMinimalOutside)
  const facts: ZoneFacts | null = worst
    ? zoneFacts(worst.row)
    : minimalOutside
      ? { zone: 'X', zone_subtype: MINIMAL_X }
      : null
  const mapped = facts !== null && riskOf(facts) !== 'unmapped'
  const onParcel = location.parcel ? zonesOnParcel(location, zones) : null
  const data: FloodData = {
    is_in_flood_zone: facts ? topLevel(facts) : null,
    mapped,
    firm_panel: panelAt(panels.atPoint, worst),
    zone_at_point:
      mapped && facts ? { ...zoneRow(facts, worst?.row ?? null), bfe_datum: 'NAVD88' } : null,
    evaluated_against: location.parcel ? 'parcel' : 'point',
    zones_on_parcel: onParcel?.rows ?? null,
    highest_risk_zone_on_parcel: onParcel?.highest ?? null,
    unmapped_pct: onParcel?.unmapped_pct ?? null,
  }
  if (location.includeGeometry) data.geometry = zoneFeatures(location, zones)
  const notes = [
    LOMA_NOTE,
    !worst && minimalOutside ? `Outside every polygon: ${minimalOutside.outside_evidence}` : null,
    datumNote([...zones.atPoint, ...zones.onParcel]),
  ]
  return {
    status: 'available',
    summary: summarise(data, facts),
    data,
    ...provenance(
      [...zones.spoke, ...zones.coverageOnParcel.filter(isMinimalOutside), ...panels.spoke],
      notes.filter(Boolean).join(' '),
    ),
  }
}

/** The point decides, even where its parcel reaches into a study: elsewhere it may be asked. */
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
function topLevel(facts: ZoneFacts): boolean | null {
  const risk = riskOf(facts)
  if (risk === 'undetermined' || risk === 'unmapped' || risk === 'water') return null
  return isHighRisk(facts)
}

function zoneFacts(row: Row): ZoneFacts {
  return { zone: row.zone as string, zone_subtype: row.zone_subtype as string | null }
}

function zoneRow(facts: ZoneFacts, row: Row | null): z.infer<typeof ZoneRow> {
  return {
    zone: facts.zone,
    zone_subtype: facts.zone_subtype,
    description: describeZone(facts),
    is_in_flood_zone: isHighRisk(facts),
    base_flood_elevation_ft: row ? navd88Elevation(row) : null,
    depth_ft: row ? (row.depth_ft as number | null) : null,
  }
}

/** The contract's elevations are NAVD88: one on another or an unstated datum is not published. */
function navd88Elevation(row: Row): number | null {
  return row.vertical_datum === 'NAVD88' ? (row.base_flood_elevation_ft as number | null) : null
}

function datumNote(found: Found[]): string | null {
  const withheld = found
    .filter(({ row }) => row.base_flood_elevation_ft !== null && row.vertical_datum !== 'NAVD88')
    .map(({ row }) => (row.vertical_datum as string | null) ?? 'a datum the study does not state')
  if (withheld.length === 0) return null
  return `A base flood elevation is withheld: it is on ${[...new Set(withheld)].join(' and ')}, not NAVD88.`
}

function worstFirst(a: Found, b: Found): number {
  return (
    zoneRank(zoneFacts(a.row)) - zoneRank(zoneFacts(b.row)) ||
    // Of two elevations the higher one is the safer answer.
    compareNumbers(navd88Elevation(b.row), navd88Elevation(a.row)) ||
    // A study without ids is keyed by shapes: the zone's name keeps the order from being chance.
    compareText(a.row.zone as string, b.row.zone as string) ||
    compareText(a.row.flood_zone_key as string, b.row.flood_zone_key as string)
  )
}

/** Null is below every number. */
function compareNumbers(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? -1 : b === null ? 1 : a - b
}

/** Whether a study says that what it covers and leaves blank is zone X. */
function isMinimalOutside({ outside }: Coverage): boolean {
  return outside === 'minimal'
}

/** One row per zone, subtype and elevation; percentages are computed, never normalised. */
function zonesOnParcel(location: Location, zones: SectionRows[string]) {
  const parcelArea = location.parcel!.area_m2
  const groups = new Map<string, { facts: ZoneFacts; row: Row | null; area_m2: number }>()
  const add = (facts: ZoneFacts, row: Row | null, area_m2: number) => {
    const key = JSON.stringify([facts, row && navd88Elevation(row), row?.depth_ft ?? null])
    const group = groups.get(key) ?? { facts, row, area_m2: 0 }
    group.area_m2 += area_m2
    groups.set(key, group)
  }
  for (const { row, area_m2 } of [...zones.onParcel].sort(worstFirst))
    add(zoneFacts(row), row, area_m2)
  for (const study of zones.coverageOnParcel.filter(isMinimalOutside)) {
    const drawn = zones.onParcel
      .filter(({ row }) => row.partition === study.partition)
      .reduce((sum, { area_m2 }) => sum + area_m2, 0)
    const blank = Math.min(study.parcel_m2, parcelArea) - drawn
    if (blank > BLANK_MIN_M2) add({ zone: 'X', zone_subtype: MINIMAL_X }, null, blank)
  }
  // Rows of one rank keep the order of their groups: worst elevation first.
  const ranked = [...groups.values()].sort((a, b) => zoneRank(a.facts) - zoneRank(b.facts))
  const mapped = ranked.filter(({ facts }) => riskOf(facts) !== 'unmapped')
  const mappedArea = mapped.reduce((sum, { area_m2 }) => sum + area_m2, 0)
  const rows = ranked.map(({ facts, row, area_m2 }) => ({
    ...zoneRow(facts, row),
    coverage_pct: round((area_m2 / parcelArea) * 100, 2),
    area_m2: round(area_m2, 1),
  }))
  return {
    rows,
    highest: mapped[0]?.facts.zone ?? null,
    unmapped_pct: round((1 - mappedArea / parcelArea) * 100, 2) + 0,
  }
}

/** The map panel at the point, or the one that the zone polygon itself names. */
function panelAt(panels: Found[], zone: Found | undefined): FloodData['firm_panel'] {
  // Panels of two studies may overlap: the newer one speaks.
  const newest = [...panels].sort(
    (a, b) =>
      compareText(`${b.row.effective_date ?? ''}`, `${a.row.effective_date ?? ''}`) ||
      compareText(a.row.panel as string, b.row.panel as string),
  )[0]
  const panel = (newest ?? zone)?.row.panel as string | null | undefined
  if (!panel) return null
  return { panel, effective_date: (newest?.row.effective_date as string | undefined) ?? null }
}

function zoneFeatures(location: Location, zones: SectionRows[string]) {
  const parcel = location.parcel?.polygons()
  if (!parcel) return { type: 'FeatureCollection', features: [] }
  const features = [...zones.onParcel].sort(worstFirst).flatMap((found) => {
    const clipped = clipExactly(found.polygons(), parcel)
    const properties = zoneRow(zoneFacts(found.row), found.row)
    return clipped ? [{ type: 'Feature', properties, geometry: toGeoJson(clipped) }] : []
  })
  return { type: 'FeatureCollection', features }
}

function summarise(data: FloodData, facts: ZoneFacts | null): string {
  if (!facts || !data.mapped)
    return 'The flood study does not map this spot, which is not the same as low risk.'
  const zone = describeZone(facts)
  const elsewhere = data.is_in_flood_zone ? '' : highRiskOnParcel(data.zones_on_parcel ?? [])
  const lead =
    data.is_in_flood_zone === true
      ? 'In a high-risk flood zone'
      : data.is_in_flood_zone === null
        ? 'The flood risk here is not determined'
        : 'Not in a high-risk flood zone'
  return `${lead}: ${zone}${elsewhere}.`
}

/** The parcel may reach into zones that its point is not in, AE split by elevation among them. */
function highRiskOnParcel(zones: z.infer<typeof ZoneOnParcel>[]): string {
  const high = zones.filter((zone) => zone.is_in_flood_zone)
  if (high.length === 0) return ''
  const names = new Set(high.map(({ zone }) => zone))
  // Zones drawn over each other add to more than there is.
  const sum = high.reduce((total, { coverage_pct }) => total + coverage_pct, 0)
  const share = `; ${Math.min(100, round(sum, 2))} % of the parcel is in`
  return names.size === 1
    ? `${share} zone ${high[0].zone}, a high-risk zone`
    : `${share} high-risk zones, ${[...names].join(' and ')}`
}

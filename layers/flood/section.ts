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
import { FloodData } from './data.ts'
import { isMinimalOutside, WITHOUT_PARCEL, zonesOnParcel } from './parcel-zones.ts'
import { type RequestedFlood, requestFlood } from './request.ts'
import { summarise } from './summary.ts'
import { worstFirst, zoneOfRow, zoneRow } from './zone-rows.ts'
import { isHighRisk, MINIMAL_X, riskOf, type ZoneClass } from './zones.ts'

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

/** Answers from the build, or from the rows of FEMA's service where they were requested. */
function answer(
  location: Location,
  rows: SectionRows,
  requested?: RequestedFlood | null,
): Answer<FloodData> {
  if (!requested) return answerFrom(location, rows)
  const answered = answerFrom(location, requested.rows)
  if (answered.status === 'not_covered') return unmappedByFema(requested)
  return fromOfficial(answered, requested.source)
}

/** FEMA's Map Service Center. */
const MSC = 'https://msc.fema.gov'
const OPERATOR_HINT =
  'Build the county\'s NFHL download: see "take a new vintage" in CONTRIBUTING.md. PLAT_LIVE=default,fema-nfhl switches FEMA\'s live service on.'

function unmappedByFema({ decided, source }: RequestedFlood): Answer<FloodData> {
  return {
    status: 'not_covered',
    summary: 'No flood map covers this location, which is not evidence about its risk.',
    data: null,
    reason: `No flood study in this build covers the location, and FEMA's map service has no digital map here. ${decided}`,
    hint: `Contact the community: older maps may exist on paper (FEMA's Map Service Center, ${MSC}).`,
    source,
  }
}

function answerFrom(location: Location, rows: SectionRows): Answer<FloodData> {
  const { flood_zones: zones, flood_panels: panels } = rows
  const isStudied = [zones.coverage, zones.atPoint, zones.onParcel].some(
    (found) => found.length > 0,
  )
  if (!isStudied) return notCovered(zones)
  const worst = [...zones.atPoint].sort(worstFirst)[0]
  const minimalOutside = zones.coverage.find(isMinimalOutside)
  const zone: ZoneClass | null = worst
    ? zoneOfRow(worst.row)
    : minimalOutside
      ? { zone: 'X', zone_subtype: MINIMAL_X }
      : null
  const mapped = zone !== null && riskOf(zone) !== 'unmapped'
  const data: FloodData = {
    is_in_flood_zone: zone ? topLevel(zone) : null,
    mapped,
    firm_panel: panelAt(panels.atPoint, worst),
    zone_at_point:
      mapped && zone ? { ...zoneRow(zone, worst?.row ?? null), bfe_datum: 'NAVD88' } : null,
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

/**
 * Answer without a study here, and with one that only reaches onto the parcel and draws no zone
 * there.
 */
function notCovered({ inBuild, coverageOnParcel }: SectionRows[string]): Answer<FloodData> {
  const reaches = coverageOnParcel.length > 0
  return {
    status: 'not_covered',
    summary:
      'No flood study in this build covers this location, which is not evidence about its risk.',
    data: null,
    reason: !inBuild
      ? 'This build has no flood zone table.'
      : reaches
        ? 'The location lies outside every flood study in this build; part of its parcel lies inside one.'
        : 'The location lies outside every flood study in this build.',
    hint: reaches
      ? 'Choose a point of the parcel that the study covers; the live service is not called where the build has a study.'
      : `Look at FEMA's Map Service Center, ${MSC}, or contact the community.`,
    ...(!reaches && { operator_hint: OPERATOR_HINT }),
  }
}

/** True when high risk; null where nobody determined it: unmapped, zone D, open water. */
function topLevel(zone: ZoneClass): boolean | null {
  const risk = riskOf(zone)
  if (risk === 'undetermined' || risk === 'unmapped' || risk === 'water') return null
  return isHighRisk(zone)
}

function datumNote(found: LocatedRow[]): string | null {
  const withheld = found
    .filter(({ row }) => row.base_flood_elevation_ft !== null && row.vertical_datum !== 'NAVD88')
    .map(({ row }) => (row.vertical_datum as string | null) ?? 'a datum the study does not state')
  if (withheld.length === 0) return null
  return `A base flood elevation is withheld: it is on ${[...new Set(withheld)].join(' and ')}, not NAVD88.`
}

/** Vintage of a study by its panel at the point, where its panels have dates. */
function panelVintage(study: string | undefined, panels: readonly LocatedRow[]): string | null {
  const date = newestPanel(panels.filter(({ row }) => row.partition === study))?.row.effective_date
  return date ? `map panel of ${date}` : null
}

/** Newest of the panels: those of two studies may overlap. */
function newestPanel(panels: readonly LocatedRow[]): LocatedRow | null {
  return (
    [...panels].sort(
      (a, b) =>
        compareText(`${b.row.effective_date ?? ''}`, `${a.row.effective_date ?? ''}`) ||
        compareText(a.row.panel as string, b.row.panel as string),
    )[0] ?? null
  )
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

import { clipExactly } from '../../geometry/exact-clip.ts'
import { toGeoJson } from '../../geometry/geojson.ts'
import { round } from '../../values/round.ts'
import { compareText } from '../../values/text-order.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedRow, Location, OverlappingRow, SectionRows, TableRows } from '../location.ts'
import { fromOfficial } from '../official-rows.ts'
import type { Answer } from '../section.ts'
import { datedAs, provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { type WetlandAttributes, type WetlandHere, WetlandsData } from './data.ts'
import { imageryOf, notesOf } from './notes.ts'
import { type RequestedWetlands, requestWetlands } from './request.ts'
import { summarise } from './summary.ts'
import { attributesOf, compareWetlands } from './wetland-attributes.ts'

export const section: SectionDefinition = {
  name: 'Wetlands',
  category: 'classification',
  data: WetlandsData,
  reads: [
    { table: 'wetlands', onParcel: true },
    { table: 'wetland_projects', onParcel: true },
  ],
  coveredBy: ['wetlands'],
  requestData: requestWetlands,
  answer,
  columns,
}

/**
 * Answers from the build, or from the rows of the inventory's service where they were requested.
 */
function answer(
  location: Location,
  rows: SectionRows,
  requested?: RequestedWetlands | null,
): Answer<WetlandsData> {
  if (!requested) return answerFrom(location, rows)
  const answered = answerFrom(location, requested.rows)
  if (answered.status === 'not_covered') return blankInService(requested)
  return fromOfficial(answered, requested.source)
}

const MAPPER = 'https://www.fws.gov/program/national-wetlands-inventory/wetlands-mapper'
const OPERATOR_HINT =
  "Build the state or watershed download of the National Wetlands Inventory that covers the location. PLAT_LIVE=default,fws-nwi switches the inventory's live service on."

/** The service has nothing here, and does not report whether the land was mapped. */
function blankInService({ source }: RequestedWetlands): Answer<WetlandsData> {
  return {
    status: 'not_covered',
    summary:
      'No wetlands map is known to cover this location, which is not evidence about wetlands.',
    data: null,
    reason:
      "No wetlands data in this build covers the location. The inventory's map service has none here, and it is not known whether it has mapped this land.",
    hint: `Look at the status layer of the inventory: ${MAPPER}.`,
    source,
  }
}

function answerFrom(location: Location, rows: SectionRows): Answer<WetlandsData> {
  const { wetlands, wetland_projects: projects } = rows
  const isFound = wetlands.atPoint.length > 0 || wetlands.onParcel.length > 0
  if (!isFound && wetlands.coverage.length === 0) return notCovered(wetlands)
  const note = notesOf(location, wetlands, projects)
  if (!isFound)
    return {
      status: 'empty',
      summary: `The National Wetlands Inventory maps no wetland ${location.parcel ? 'on this parcel' : 'at this location'}, which does not show that there is none.`,
      data: null,
      ...datedAs(provenance(wetlands.contributed, note), imageryOf(projects)),
    }
  const data = wetlandsData(location, wetlands)
  if (location.includeGeometry) data.geometry = wetlandFeatures(location, wetlands.onParcel)
  return {
    status: 'available',
    summary: summarise(data, wetlands.atPoint),
    data,
    ...datedAs(provenance(wetlands.contributed, note), imageryOf(projects)),
  }
}

function notCovered({ inBuild, coverageOnParcel }: TableRows): Answer<WetlandsData> {
  const reaches = coverageOnParcel.length > 0
  return {
    status: 'not_covered',
    summary:
      'No wetlands data in this build covers this location, which is not evidence about wetlands.',
    data: null,
    reason: !inBuild
      ? 'This build has no wetlands table.'
      : reaches
        ? 'The location lies outside all land that the wetlands data of this build covers; part of its parcel lies inside.'
        : 'The location lies outside all land that the wetlands data of this build covers.',
    hint: reaches
      ? 'Choose a point of the parcel that the data covers; the live service is not called where the build has data.'
      : `Look at the inventory's own map: ${MAPPER}.`,
    ...(!reaches && { operator_hint: OPERATOR_HINT }),
  }
}

function wetlandsData(location: Location, { atPoint, onParcel }: TableRows): WetlandsData {
  const { parcel } = location
  const area = parcel ? onParcel.reduce((sum, { area_m2 }) => sum + area_m2, 0) : null
  return {
    intersects_parcel: parcel ? onParcel.length > 0 : null,
    is_on_wetland: atPoint.length > 0,
    evaluated_against: parcel ? 'parcel' : 'point',
    parcel_coverage_pct: parcel ? round((area! / parcel.area_m2) * 100, 2) : null,
    wetlands: grouped(atPoint, onParcel, parcel?.area_m2 ?? null),
  }
}

/** One row a code and type, the largest first: areas are summed, overlaps counted twice. */
function grouped(atPoint: LocatedRow[], onParcel: OverlappingRow[], parcelArea: number | null) {
  const groups = new Map<string, { attributes: WetlandAttributes; area_m2: number }>()
  const add = (found: LocatedRow, area_m2: number) => {
    const attributes = attributesOf(found)
    const key = JSON.stringify([attributes.code, attributes.type])
    const group = groups.get(key) ?? { attributes, area_m2: 0 }
    group.area_m2 += area_m2
    groups.set(key, group)
  }
  for (const found of onParcel) add(found, found.area_m2)
  // A polygon that holds the point and shares only a sliver with the parcel is listed without an
  // area.
  for (const found of atPoint) add(found, 0)
  return [...groups.values()]
    .map(({ attributes, area_m2 }): WetlandHere => {
      const isMeasured = parcelArea !== null && area_m2 > 0
      return {
        ...attributes,
        coverage_pct: isMeasured ? round((area_m2 / parcelArea) * 100, 2) : null,
        area_m2: isMeasured ? round(area_m2, 1) : null,
      }
    })
    .sort((a, b) => (b.area_m2 ?? 0) - (a.area_m2 ?? 0) || compareWetlands(a, b))
}

/** Every polygon on the parcel, clipped to it; the largest first, ties broken by key. */
function wetlandFeatures(location: Location, onParcel: OverlappingRow[]) {
  const parcel = location.parcel?.polygons()
  if (!parcel) return { type: 'FeatureCollection', features: [] }
  const features = [...onParcel]
    .sort(
      (a, b) =>
        b.area_m2 - a.area_m2 ||
        compareText(a.row.wetland_key as string, b.row.wetland_key as string),
    )
    .flatMap((found) => {
      const clipped = clipExactly(found.polygons(), parcel)
      if (!clipped) return []
      return [{ type: 'Feature', properties: attributesOf(found), geometry: toGeoJson(clipped) }]
    })
  return { type: 'FeatureCollection', features }
}

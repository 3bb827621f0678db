import { z } from 'zod'
import { clipExactly } from '../../geometry/exact-clip.ts'
import { toGeoJson } from '../../geometry/geojson.ts'
import { round } from '../../values/round.ts'
import { compareText } from '../../values/text-order.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedRow, Location, OverlappingRow, SectionRows, TableRows } from '../location.ts'
import { fromOfficial } from '../official-rows.ts'
import type { Answer } from '../section.ts'
import { datedAs, provenance } from '../source-of.ts'
import { UNKNOWN_TYPE } from './classification.ts'
import { columns } from './columns.ts'
import { imageryOf, notesOf } from './notes.ts'
import { type RequestedWetlands, requestWetlands } from './request.ts'

const WetlandFacts = z.object({
  type: z.string().describe('class in words'),
  code: z.string().nullable().describe('raw Cowardin code'),
  description: z.string().nullable().describe('the whole code in words (additive)'),
  is_open_water: z
    .boolean()
    .describe('water without a vegetated wetland class; false also where the class is not known'),
  is_vegetated: z.boolean().nullable().describe('null where the class is not known (additive)'),
})
const WetlandHere = WetlandFacts.extend({
  coverage_pct: z.number().nullable().describe("share of the parcel's area; null without a parcel"),
  area_m2: z.number().nullable().describe('on the parcel; null without one'),
})
export type WetlandHere = z.infer<typeof WetlandHere>

export const WetlandsData = z.object({
  intersects_parcel: z.boolean().nullable().describe('null without a parcel'),
  is_on_wetland: z.boolean().describe('the very point lies inside a mapped wetland'),
  evaluated_against: z
    .enum(['parcel', 'point'])
    .describe('whether a parcel polygon was found to measure on'),
  parcel_coverage_pct: z
    .number()
    .nullable()
    .describe('sum over the polygons: above 100 where they overlap'),
  wetlands: z
    .array(WetlandHere)
    .describe('mapped wetlands and waters of the parcel, else of the point'),
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON FeatureCollection clipped to the parcel, with include_geometry=true'),
})
export type WetlandsData = z.infer<typeof WetlandsData>

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

/** From the build where it speaks, else from the inventory's service where that was asked. */
function answer(
  location: Location,
  rows: SectionRows,
  official?: RequestedWetlands | null,
): Answer<WetlandsData> {
  if (!official) return answerFrom(location, rows)
  const answered = answerFrom(location, official.rows)
  if (answered.status === 'not_covered') return blankInService(official)
  return fromOfficial(answered, official.source)
}

/** The service has nothing here, and does not say whether anybody looked. */
function blankInService({ source }: RequestedWetlands): Answer<WetlandsData> {
  return {
    status: 'not_covered',
    summary: 'No wetlands map is known to cover this spot, which says nothing about wetlands.',
    data: null,
    reason:
      "No wetlands data in this build covers the spot. The inventory's map service has none here, and it is not known whether it has mapped this land.",
    hint: 'Look at the status layer of the inventory: https://www.fws.gov/program/national-wetlands-inventory/wetlands-mapper.',
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
      summary: `The National Wetlands Inventory maps no wetland ${location.parcel ? 'on this parcel' : 'at this spot'}, which does not show that there is none.`,
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
    summary: 'No wetlands data in this build covers this spot, which says nothing about wetlands.',
    data: null,
    reason: !inBuild
      ? 'This build has no wetlands table.'
      : reaches
        ? 'The spot lies outside all land that the wetlands data of this build covers; part of its parcel lies inside.'
        : 'The spot lies outside all land that the wetlands data of this build covers.',
    hint: reaches
      ? 'Ask at a point of the parcel that the data covers; the live service is not asked beside data of the build.'
      : "Build the state or watershed download of the National Wetlands Inventory that covers the spot. The inventory's live service is asked where PLAT_LIVE=default,fws-nwi says so.",
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

/** One row a code and type, the largest first: areas are summed, polygons that overlap twice. */
function grouped(atPoint: LocatedRow[], onParcel: OverlappingRow[], parcelArea: number | null) {
  const groups = new Map<string, { facts: z.infer<typeof WetlandFacts>; area_m2: number }>()
  const add = (found: LocatedRow, area_m2: number) => {
    const facts = factsOf(found)
    const key = JSON.stringify([facts.code, facts.type])
    const group = groups.get(key) ?? { facts, area_m2: 0 }
    group.area_m2 += area_m2
    groups.set(key, group)
  }
  for (const found of onParcel) add(found, found.area_m2)
  // What holds the point and shares no more than a sliver with the parcel is told without an area.
  for (const found of atPoint) add(found, 0)
  return [...groups.values()]
    .map(({ facts, area_m2 }): WetlandHere => {
      const isMeasured = parcelArea !== null && area_m2 > 0
      return {
        ...facts,
        coverage_pct: isMeasured ? round((area_m2 / parcelArea) * 100, 2) : null,
        area_m2: isMeasured ? round(area_m2, 1) : null,
      }
    })
    .sort((a, b) => (b.area_m2 ?? 0) - (a.area_m2 ?? 0) || compareFacts(a, b))
}

function factsOf({ row }: LocatedRow): z.infer<typeof WetlandFacts> {
  return {
    type: row.type as string,
    code: row.code as string | null,
    description: row.description as string | null,
    is_open_water: row.is_open_water === true,
    is_vegetated: row.is_vegetated as boolean | null,
  }
}

type Named = Pick<WetlandHere, 'code' | 'type'>

/** By code, then type; those without a code last. */
function compareFacts(a: Named, b: Named): number {
  return (
    Number(a.code === null) - Number(b.code === null) ||
    compareText(a.code ?? '', b.code ?? '') ||
    compareText(a.type, b.type)
  )
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
      return [{ type: 'Feature', properties: factsOf(found), geometry: toGeoJson(clipped) }]
    })
  return { type: 'FeatureCollection', features }
}

function summarise(data: WetlandsData, atPoint: LocatedRow[]): string {
  const [largest] = data.wetlands
  if (data.is_on_wetland) {
    const here = atPoint.map(factsOf).sort(compareFacts)
    const lead = here.every(({ is_open_water }) => is_open_water)
      ? 'On mapped open water'
      : here.every(({ description }) => description === null)
        ? 'On a polygon of the wetlands data whose code does not tell what it is'
        : 'On a mapped wetland'
    const names = [...new Set(here.map(nameOf))].join(', and ')
    return `${lead}: ${names}${data.intersects_parcel ? `; ${shareOf(data)}` : ''}.`
  }
  const most = data.wetlands.length > 1 ? ', the largest part of it ' : ': '
  return `Not on a mapped wetland, but ${shareOf(data)}${most}${nameOf(largest)}.`
}

/** Polygons that overlap add to more than there is. */
function shareOf({ parcel_coverage_pct: share }: WetlandsData): string {
  const pct = share! < 0.01 ? 'less than 0.01' : share! > 100 ? 'as much as 100' : share
  return `mapped wetlands and waters take up ${pct} % of the parcel`
}

/** Words of ours go inside a sentence; a publisher's label stays as it is. */
function nameOf({ type, code, description }: Named & Pick<WetlandHere, 'description'>): string {
  const isOurs = description !== null || type === UNKNOWN_TYPE
  const name = isOurs ? type[0].toLowerCase() + type.slice(1) : type
  return code === null ? name : `${name} (${code})`
}

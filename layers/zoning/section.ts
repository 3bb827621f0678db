import { z } from 'zod'
import { distinct } from '../../values/distinct.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedRow, Location, Row, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { byAuthority, type DistrictOnParcel, districtsOnParcel, named } from './district-order.ts'
import { GoverningDocument, readDocuments } from './documents.ts'

const District = z.object({
  district: z.string().describe('code, as the map has it'),
  description: z.string().nullable().describe('the code in words, where the authority gives them'),
  jurisdiction: z.string().describe('whose map it is'),
})
const feet = z.number().nullable()

export const ZoningData = z.object({
  district: z.string().describe('code of the district that answers'),
  district_description: z
    .string()
    .nullable()
    .describe('the code in words, where the authority gives them'),
  jurisdiction: z.string().describe('which authority answered'),
  future_land_use: z
    .object({
      code: z.string().describe('as the plan has it'),
      description: z.string().nullable().describe('the code in words'),
      jurisdiction: z.string().describe('whose plan it is (additive)'),
    })
    .nullable(),
  land_development_code_url: z
    .string()
    .nullable()
    .describe('where the authority publishes its code'),
  governing_documents: z.array(GoverningDocument).optional().describe('documents that rule here'),
  setbacks: z
    .object({ front_ft: feet, side_ft: feet, rear_ft: feet })
    .nullable()
    .describe('null without a dimensional table; null values are conditional rules'),
  max_height_ft: feet.describe('null: conditional or not said'),
  max_far: z.number().nullable().describe('floor area over lot area'),
  min_lot_sqft: z.number().nullable().describe('null: conditional or not said'),
  dimensional_note: z.string().nullable().describe('verbatim conditions'),
  dimensional_source: z
    .object({
      url: z.string(),
      section: z.string().describe('where in the document'),
      retrieved_at: z.string().describe('when we read it, ISO date'),
    })
    .nullable()
    .describe('where the numbers are from'),
  conditions: z
    .string()
    .nullable()
    .describe("the map's own words on conditions of this polygon, verbatim (additive)"),
  overlays: z.array(District).describe('overlay districts at the point (additive)'),
  also_here: z
    .array(District)
    .describe('other base districts drawn over the point, which do not answer (additive)'),
  districts_on_parcel: z
    .array(
      District.extend({
        is_overlay: z.boolean(),
        coverage_pct: z.number().describe("share of the parcel's area"),
        area_m2: z.number().describe('of the district on the parcel'),
      }),
    )
    .nullable()
    .describe('all districts of the parcel, the point’s among them; null without one (additive)'),
})
export type ZoningData = z.infer<typeof ZoningData>

export const section: SectionDefinition = {
  name: 'Zoning',
  category: 'classification',
  data: ZoningData,
  reads: [
    { table: 'zoning_districts', onParcel: true },
    { table: 'future_land_use', onParcel: false },
  ],
  coveredBy: ['zoning_districts'],
  answer,
  columns,
}

const MAP_NOTE =
  "District by the authority's map at the point; not a zoning determination, which the authority gives."

function answer(location: Location, rows: SectionRows): Answer<ZoningData> {
  const { zoning_districts: districts, future_land_use: plans } = rows
  const here = [...districts.atPoint].sort(byAuthority)
  const base = here.filter(({ row }) => !row.is_overlay)
  const onParcel = location.parcel ? districtsOnParcel(districts.onParcel, location.parcel) : null
  if (base.length === 0) return blank(rows, here, onParcel)
  const [first, ...others] = base
  const overlays = distinct(here.filter(({ row }) => row.is_overlay).map(named))
  const plan = planAt(plans.atPoint, first)
  const documents = readDocuments(first.row.governing_documents as string | null)
  const data: ZoningData = {
    district: first.row.district as string,
    district_description: first.row.description as string | null,
    jurisdiction: first.row.jurisdiction as string,
    future_land_use: plan
      ? {
          code: plan.row.code as string,
          description: plan.row.description as string | null,
          jurisdiction: plan.row.jurisdiction as string,
        }
      : null,
    land_development_code_url: first.row.land_development_code_url as string | null,
    ...(documents.length > 0 && { governing_documents: [...documents] }),
    ...standardsOf(first.row),
    conditions: first.row.conditions as string | null,
    overlays,
    also_here: distinct(others.map(named)).filter(
      (other) => JSON.stringify(other) !== JSON.stringify(named(first)),
    ),
    districts_on_parcel: onParcel,
  }
  const speaking = [...districts.contributed, ...(plan ? plans.contributed : [])]
  return {
    status: 'available',
    summary: summarise(data),
    data,
    ...provenance(mainFirst(speaking, first.row.partition), notesOf(data).join(' ')),
  }
}

/** The plan of the authority that answers, else that of the first authority. */
function planAt(plans: readonly LocatedRow[], district: LocatedRow): LocatedRow | undefined {
  const sorted = [...plans].sort(byAuthority)
  return sorted.find(({ row }) => row.jurisdiction === district.row.jurisdiction) ?? sorted[0]
}

function standardsOf(row: Row) {
  const number = (column: string) => row[column] as number | null
  const text = (column: string) => row[column] as string | null
  const url = text('dimensional_source_url')
  const section = text('dimensional_source_section')
  const retrieved_at = text('dimensional_source_retrieved_at')
  return {
    setbacks: row.has_standards
      ? {
          front_ft: number('front_setback_ft'),
          side_ft: number('side_setback_ft'),
          rear_ft: number('rear_setback_ft'),
        }
      : null,
    max_height_ft: number('max_height_ft'),
    max_far: number('max_far'),
    min_lot_sqft: number('min_lot_sqft'),
    dimensional_note: text('dimensional_note'),
    dimensional_source: url && section && retrieved_at ? { url, section, retrieved_at } : null,
  }
}

function notesOf({ also_here, overlays, conditions }: ZoningData): string[] {
  const notes = [MAP_NOTE]
  const elsewhere = also_here.map((other) => `${other.district} of ${other.jurisdiction}`)
  if (elsewhere.length > 0)
    notes.push(`Drawn here too, without answering: ${elsewhere.join(', ')}.`)
  if (overlays.length > 0)
    notes.push(
      `Overlays add to the district: ${overlays.map(({ district }) => district).join(', ')}.`,
    )
  if (conditions !== null)
    notes.push(
      `The map marks conditions of this very polygon (${conditions}): numbers do not apply as they stand.`,
    )
  return notes
}

/** Nobody draws a base district at the point: empty where somebody covers it. */
function blank(
  { zoning_districts: districts, future_land_use: plans }: SectionRows,
  overlays: readonly LocatedRow[],
  onParcel: DistrictOnParcel[] | null,
): Answer<ZoningData> {
  const reaches = (onParcel ?? []).filter(({ is_overlay }) => !is_overlay)
  const parcelWords =
    reaches.length > 0 ? `; its parcel reaches into ${wordsOf(reaches.map(codeOf))}` : ''
  if (districts.coverage.length > 0) {
    const overlayWords =
      overlays.length > 0
        ? `, only the overlay ${wordsOf(overlays.map((o) => named(o).district))}`
        : ''
    return {
      status: 'empty',
      summary: `No base zoning district is drawn at this spot${overlayWords}${parcelWords}.`,
      data: null,
      ...provenance(districts.contributed, MAP_NOTE),
    }
  }
  const [plan] = [...plans.atPoint].sort(byAuthority)
  return {
    status: 'not_covered',
    summary: `No zoning map in this build covers this spot${parcelWords}.`,
    data: null,
    reason: !districts.inBuild
      ? 'This build has no zoning table.'
      : plan
        ? `Nobody's zoning map covers the spot; its future land use is ${plan.row.code}, by ${plan.row.jurisdiction}.`
        : 'The spot lies outside every zoning map in this build.',
    hint:
      reaches.length > 0
        ? 'Ask at a point of the parcel that the map covers.'
        : 'Add the jurisdiction: see pipelines/zoning/README.md.',
  }
}

const codeOf = ({ district }: { district: string }) => district

function wordsOf(codes: readonly string[]): string {
  return [...new Set(codes)].join(', ')
}

/** Names that would end a sentence stay out of the one sentence there is. */
function inSentence(description: string | null): string {
  return description === null || /[.!?]/.test(description) ? '' : ` (${description})`
}

function summarise(data: ZoningData): string {
  const { district, jurisdiction, overlays, districts_on_parcel, future_land_use: plan } = data
  const over = overlays.length > 0 ? ` under the overlay ${wordsOf(overlays.map(codeOf))}` : ''
  const others = (districts_on_parcel ?? []).filter(
    (each) =>
      !each.is_overlay && (each.district !== district || each.jurisdiction !== jurisdiction),
  )
  const parcel = others.length > 0 ? `; the parcel is also in ${wordsOf(others.map(codeOf))}` : ''
  const future = plan ? `; future land use ${plan.code}${inSentence(plan.description)}` : ''
  const zoned = `Zoned ${district}${inSentence(data.district_description)} by ${jurisdiction}`
  return `${zoned}${over}${parcel}${future}.`
}

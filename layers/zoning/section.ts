import { distinct } from '../../values/distinct.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedRow, Location, Row, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { ZoningData } from './data.ts'
import {
  byAuthority,
  type DistrictOnParcel,
  districtsOnParcel,
  listCodes,
  named,
} from './district-order.ts'
import { readDocuments } from './documents.ts'
import { summarise } from './summary.ts'

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
  if (base.length === 0) return withoutDistrict(rows, here, onParcel)
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
  const used = [...districts.contributed, ...(plan ? plans.contributed : [])]
  return {
    status: 'available',
    summary: summarise(data),
    data,
    ...provenance(mainFirst(used, first.row.partition), notesOf(data).join(' ')),
  }
}

/** The plan of the authority that answers, else that of the first authority. */
function planAt(plans: readonly LocatedRow[], district: LocatedRow): LocatedRow | null {
  const sorted = [...plans].sort(byAuthority)
  return (
    sorted.find(({ row }) => row.jurisdiction === district.row.jurisdiction) ?? sorted[0] ?? null
  )
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

/**
 * Section without a base district at the point: empty where a zoning map covers it, else not
 * covered.
 */
function withoutDistrict(
  { zoning_districts: districts, future_land_use: plans }: SectionRows,
  overlays: readonly LocatedRow[],
  onParcel: DistrictOnParcel[] | null,
): Answer<ZoningData> {
  const reaches = (onParcel ?? []).filter(({ is_overlay }) => !is_overlay)
  const parcelText = reaches.length > 0 ? `; its parcel reaches into ${listCodes(reaches)}` : ''
  if (districts.coverage.length > 0) {
    const overlayText =
      overlays.length > 0 ? `, only the overlay ${listCodes(overlays.map(named))}` : ''
    return {
      status: 'empty',
      summary: `No base zoning district is drawn at this location${overlayText}${parcelText}.`,
      data: null,
      ...provenance(districts.contributed, MAP_NOTE),
    }
  }
  const [plan] = [...plans.atPoint].sort(byAuthority)
  return {
    status: 'not_covered',
    summary: `No zoning map in this build covers this location${parcelText}.`,
    data: null,
    reason: !districts.inBuild
      ? 'This build has no zoning table.'
      : plan
        ? `Nobody's zoning map covers the location; its future land use is ${plan.row.code}, by ${plan.row.jurisdiction}.`
        : 'The location lies outside every zoning map in this build.',
    hint:
      reaches.length > 0
        ? 'Choose a point of the parcel that the map covers.'
        : 'Contact the planning office of the city or county.',
    ...(reaches.length === 0 && {
      operator_hint: 'Add the jurisdiction: see pipelines/zoning/README.md.',
    }),
  }
}

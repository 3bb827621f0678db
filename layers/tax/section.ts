import { compareText } from '../../values/text-order.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, Location, Row, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { TaxData } from './data.ts'
import { type LastSale, lastSaleOf } from './last-sale.ts'
import { summarise } from './summary.ts'

export const section: SectionDefinition = {
  name: 'Tax',
  category: 'property',
  data: TaxData,
  reads: [
    { table: 'parcels', onParcel: false },
    { table: 'sales', onParcel: false, keyed: { column: 'parcel_key', of: 'parcel' } },
    { table: 'tax_estimates', onParcel: false, keyed: { column: 'parcel_key', of: 'parcel' } },
  ],
  coveredBy: ['parcels'],
  answersWhere: { table: 'parcels', column: 'has_roll' },
  answer,
  columns,
}

function answer(location: Location, rows: SectionRows): Answer<TaxData> {
  const { parcels, sales, tax_estimates: estimates } = rows
  const { parcel } = location
  if (!parcel) return withoutParcel(parcels)
  const isOfRoll = parcels.contributed.some(
    (each) => each.partition === parcel.row.partition && hasRoll(each),
  )
  const roll = parcel.row.has_roll ? parcel.row : null
  const estimate = newest(estimates.keyed.map(({ row }) => row))
  const { sale, laterTransfers } = lastSaleOf(sales.keyed, roll)
  const main = parcels.contributed.filter(({ partition }) => partition === parcel.row.partition)
  if (!(roll && isOfRoll) && !estimate && sales.keyed.length === 0) {
    if (!parcels.coverage.some(hasRoll)) return notCovered(parcels, true)
    return {
      status: 'empty',
      summary:
        'No roll in this build has a row for this parcel, and no other source has its taxes.',
      data: null,
      ...provenance(main),
    }
  }
  const data = dataOf(roll, sale, sales.keyed.length > 0, estimate)
  const contributed: Coverage[] = [
    ...main,
    ...sales.contributed,
    ...(estimate
      ? estimates.contributed.filter((each) => each.partition === estimate.partition)
      : []),
  ]
  return {
    status: 'available',
    summary: summarise(data, roll !== null && isOfRoll),
    data,
    ...provenance(contributed, noteOf(data, sale, laterTransfers)),
  }
}

/** False for a fabric that comes without a roll: its parcels have no assessed values. */
function hasRoll({ has_roll }: Coverage): boolean {
  return has_roll !== false
}

function withoutParcel(parcels: SectionRows[string]): Answer<TaxData> {
  if (!parcels.coverage.some(hasRoll)) return notCovered(parcels, parcels.coverage.length > 0)
  return {
    status: 'empty',
    summary: 'No parcel is drawn at this location, so there is nothing to assess.',
    data: null,
    ...provenance(parcels.coverage),
  }
}

function notCovered({ inBuild }: SectionRows[string], hasParcels: boolean): Answer<TaxData> {
  return {
    status: 'not_covered',
    summary: 'No assessment roll in this build covers this location.',
    data: null,
    reason: !inBuild
      ? 'This build has no parcel table, and a roll is found through its parcels.'
      : hasParcels
        ? 'No assessment roll in this build covers the location: it has parcels here, and no values of them.'
        : 'The location lies outside every county whose parcels and roll are in this build.',
    hint: 'Look at the property records of the local assessor.',
    operator_hint: 'Build a county with its roll: see "add a county roll" in CONTRIBUTING.md.',
  }
}

/** Recorded values win; the estimate fills the others, which `estimated_fields` names. */
function dataOf(
  roll: Row | null,
  sale: LastSale | null,
  hasSales: boolean,
  estimate: Row | null,
): TaxData {
  const recorded = (name: string) => (roll?.[name] ?? null) as number | null
  const estimated_fields: string[] = []
  const best = (name: keyof TaxData, own: number | null): number | null => {
    if (own !== null) return own
    const value = (estimate?.[name] ?? null) as number | null
    if (value !== null) estimated_fields.push(name)
    return value
  }
  return {
    roll:
      roll || hasSales
        ? {
            assessment_year: recorded('assessment_year'),
            annual_tax: recorded('annual_tax'),
            just_value: recorded('just_value'),
            assessed_value: recorded('assessed_value'),
            taxable_value: recorded('taxable_value'),
            land_value: recorded('land_value'),
            dor_use_code: (roll?.use_code ?? null) as string | null,
            use_description: (roll?.use_description ?? null) as string | null,
            last_sale_price: sale?.price ?? null,
            last_sale_year: sale?.year ?? null,
            last_sale_month: sale?.month ?? null,
            last_sale_qualification: sale?.qualification ?? null,
          }
        : null,
    assessed_value: best('assessed_value', recorded('assessed_value')),
    property_tax_rate_pct: best('property_tax_rate_pct', null),
    estimated_annual_tax: best('estimated_annual_tax', null),
    year_built: best('year_built', recorded('year_built_actual')),
    estimated_fields,
    estimates_as_of:
      estimated_fields.length > 0 ? ((estimate?.as_of ?? null) as string | null) : null,
  }
}

function newest(estimates: Row[]): Row | null {
  const [first] = estimates.sort(
    (a, b) =>
      -compareText(`${a.as_of ?? ''}`, `${b.as_of ?? ''}`) ||
      compareText(`${a.estimate_key}`, `${b.estimate_key}`),
  )
  return first ?? null
}

function noteOf(data: TaxData, sale: LastSale | null, laterTransfers: number): string {
  const notes = []
  if (data.estimated_fields.length > 0)
    notes.push(
      `Estimated by a third party, not recorded: ${data.estimated_fields.map((field) => field.replace(/_pct$/, '').replaceAll('_', ' ')).join(', ')}.`,
    )
  if (laterTransfers > 0)
    notes.push(
      `${laterTransfers === 1 ? 'A transfer' : `${laterTransfers} transfers`} at a nominal price ${sale ? 'after the last sale ' : ''}${laterTransfers === 1 ? 'is' : 'are'} not reported as a sale.`,
    )
  if (sale?.isMultiParcel) notes.push('The price of the last sale is of several parcels together.')
  return notes.join(' ')
}

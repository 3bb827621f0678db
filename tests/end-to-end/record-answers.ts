import { expect } from 'vitest'
import type { Dossier } from '../../dossier/dossier.ts'
import type { TaxData } from '../../layers/tax/data.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'
import type { Sale } from '../../sample/sales/sales.ts'
import type { KnownLocation } from '../sample/known-locations.ts'

const COUNTY = 'Sample County (fictional)'
const TOWN = 'Town of Sampleton (fictional)'

/** The district, its authority and its numbers are those of the plan. */
export function expectZoning({ layers }: Dossier, { name, zoning }: KnownLocation): void {
  // A polygon without a code is not a district: its row is refused and counted.
  if (!zoning || zoning.district === null) {
    expect(layers.zoning.status).toBe(name === 'outside_county' ? 'not_covered' : 'empty')
    expect(layers.zoning.data).toBeNull()
    return
  }
  const { standards, futureLandUse, authority, alsoCounty } = zoning
  const data = layers.zoning.data as ZoningData
  expect(layers.zoning.status).toBe('available')
  expect(data).toMatchObject({
    district: zoning.district,
    district_description: zoning.description,
    jurisdiction: authority === 'town' ? TOWN : COUNTY,
    setbacks: standards && {
      front_ft: standards.frontFeet,
      side_ft: standards.sideFeet,
      rear_ft: standards.rearFeet,
    },
    max_height_ft: standards?.maxHeightFeet ?? null,
    max_far: standards?.maxFloorAreaRatio ?? null,
    min_lot_sqft: standards?.minLotSquareFeet ?? null,
    dimensional_note: standards?.note ?? null,
  })
  expect(data.dimensional_source?.section ?? null).toBe(standards?.section ?? null)
  expect(data.future_land_use).toEqual(futureLandUse && { ...futureLandUse, jurisdiction: COUNTY })
  expect(data.also_here.map(({ district }) => district)).toEqual(alsoCounty ? [alsoCounty] : [])
}

/** Recorded values win, the last sale is the newest at a price, and estimates are named as such. */
export function expectTax({ layers }: Dossier, { name, tax }: KnownLocation): void {
  const estimate = tax?.estimate ?? null
  if (!tax || (tax.roll === null && estimate === null)) {
    expect(layers.tax.status).toBe(name === 'outside_county' ? 'not_covered' : 'empty')
    expect(layers.tax.data).toBeNull()
    return
  }
  const { roll, sales } = tax
  const sale = lastAtAPrice(sales)
  const data = layers.tax.data as TaxData
  expect(layers.tax.status).toBe('available')
  if (roll === null) expect(data.roll).toBeNull()
  else {
    expect(data.roll).toMatchObject({
      assessment_year: roll.ASMNT_YR,
      annual_tax: null,
      just_value: roll.JV,
      assessed_value: roll.AV_NSD,
      taxable_value: roll.TV_NSD,
      land_value: roll.LND_VAL,
      dor_use_code: roll.DOR_UC,
      last_sale_price: sale?.price ?? null,
      last_sale_year: sale?.year ?? null,
      last_sale_month: sale?.month ?? null,
    })
  }
  expect(data).toMatchObject({
    assessed_value: roll?.AV_NSD ?? estimate?.assessedValue ?? null,
    property_tax_rate_pct: estimate?.taxRatePercent ?? null,
    estimated_annual_tax: estimate?.annualTax ?? null,
    year_built: roll?.ACT_YR_BLT ?? estimate?.yearBuilt ?? null,
  })
  const isEstimated = (field: string) => data.estimated_fields.includes(field)
  expect(isEstimated('assessed_value')).toBe(roll === null)
  expect(isEstimated('estimated_annual_tax')).toBe(Boolean(estimate?.annualTax))
}

/** Deeds for 100 dollars or less are not sales. In one month a qualified sale comes first. */
function lastAtAPrice(sales: readonly Sale[]): Sale | null {
  const priced = sales.filter(({ price }) => price > 100)
  const isNewest = ({ year, month }: Sale) => year === priced[0].year && month === priced[0].month
  const newest = priced.filter(isNewest)
  return newest.find(({ qualification }) => /^0[12]$/.test(qualification)) ?? newest[0] ?? null
}

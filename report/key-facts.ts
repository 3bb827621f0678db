import type { BoundariesData } from '../layers/boundaries/data.ts'
import type { CodeBasisData } from '../layers/code_basis/data.ts'
import type { ElevationData } from '../layers/elevation/data.ts'
import type { FloodData } from '../layers/flood/data.ts'
import type { MarketData } from '../layers/market/data.ts'
import type { ParcelData } from '../layers/parcel/data.ts'
import type { PermitsData } from '../layers/permits/data.ts'
import type { Section } from '../layers/section.ts'
import type { SoilsData } from '../layers/soils/data.ts'
import type { StructuresData } from '../layers/structures/data.ts'
import type { TaxData } from '../layers/tax/data.ts'
import type { UtilitiesData } from '../layers/utilities/data.ts'
import type { WeatherData } from '../layers/weather/data.ts'
import type { WetlandsData } from '../layers/wetlands/data.ts'
import type { ZoningData } from '../layers/zoning/data.ts'
import { formatUsd } from '../values/us-dollars.ts'
import { inWords, MONTHS } from './facts.ts'
import { formatMeasure, inSystem, type UnitSystem } from './units.ts'

/** The data of each section that this version knows. */
export interface SectionData {
  parcel: ParcelData
  flood: FloodData
  wetlands: WetlandsData
  structures: StructuresData
  soils: SoilsData
  code_basis: CodeBasisData
  weather: WeatherData
  elevation: ElevationData
  boundaries: BoundariesData
  market: MarketData
  tax: TaxData
  zoning: ZoningData
  permits: PermitsData
  utilities: UtilitiesData
}
export type SectionName = keyof SectionData

/** The sections of a dossier by their name. */
export type Sections = Partial<Record<string, Section>>

/** One of the first facts that people look for. */
export interface KeyFact {
  label: string
  value: string
  /** Whose value it is, or how old. */
  note: string | null
  layer: SectionName
}

/** The data of a section that has some; null where there is none to read. */
export function dataOf<Name extends SectionName>(
  sections: Sections,
  name: Name,
): SectionData[Name] | null {
  const section = sections[name]
  return section?.status === 'available' ? (section.data as SectionData[Name] | null) : null
}

/** The facts of the card above the sections, in the order of the card; those not known left out. */
export function keyFacts(sections: Sections, system: UnitSystem): KeyFact[] {
  const found = [lotSize, use, zoning, yearBuilt, value, lastSale, ground].map((read) =>
    read(sections, system),
  )
  return found.filter((fact) => fact !== null)
}

type Read = (sections: Sections, system: UnitSystem) => KeyFact | null

const lotSize: Read = (sections, system) => {
  const parcel = dataOf(sections, 'parcel')
  if (parcel?.area_m2 == null) return null
  const isSmall = parcel.area_m2 < SMALL_LOT_M2
  const measure = isSmall
    ? { value: parcel.area_m2, unit: 'm²' }
    : { value: parcel.area_m2 / 10_000, unit: 'ha' }
  const { value, unit } = inSystem(measure, system)
  const text = `${value.toLocaleString('en-US', { maximumFractionDigits: isSmall ? 0 : 2 })} ${unit}`
  const more = parcel.parcel_count_here
  const note = more > 1 ? `one of ${more.toLocaleString('en-US')} stacked parcels` : null
  return { label: 'Lot size', value: text, note, layer: 'parcel' }
}

/** Below it, about half an acre, people speak of square feet. */
const SMALL_LOT_M2 = 2_000

const use: Read = (sections) => {
  if (dataOf(sections, 'parcel')?.is_street_shaped)
    return { label: 'Use', value: 'Street right-of-way', note: 'by its shape', layer: 'parcel' }
  const home = dataOf(sections, 'market')?.observation?.home_type
  const buildings = dataOf(sections, 'structures')?.buildings ?? []
  const main = buildings.toSorted((a, b) => (b.on_parcel_m2 ?? 0) - (a.on_parcel_m2 ?? 0))[0]
  const kind = main?.primary_occupancy ?? main?.occupancy
  if (kind)
    return { label: 'Use', value: kind, note: 'of the largest building', layer: 'structures' }
  if (!home) return null
  return { label: 'Use', value: inWords(home), note: 'by a listing provider', layer: 'market' }
}

const zoning: Read = (sections) => {
  const zoned = dataOf(sections, 'zoning')
  if (!zoned) return null
  return {
    label: 'Zoning',
    value: zoned.district,
    note: zoned.district_description,
    layer: 'zoning',
  }
}

const yearBuilt: Read = (sections) => {
  const recorded = dataOf(sections, 'structures')?.county_record?.year_built_actual
  if (recorded != null)
    return { label: 'Year built', value: `${recorded}`, note: 'county record', layer: 'structures' }
  const tax = dataOf(sections, 'tax')
  if (tax?.year_built == null) return null
  const isEstimate = tax.estimated_fields.includes('year_built')
  const note = isEstimate ? 'by a listing provider' : 'county record'
  return { label: 'Year built', value: `${tax.year_built}`, note, layer: 'tax' }
}

const value: Read = (sections) => {
  const tax = dataOf(sections, 'tax')
  const roll = tax?.roll
  const amount = tax?.assessed_value ?? roll?.just_value
  if (!tax || amount == null) return null
  const isAssessed = tax.assessed_value !== null
  const isEstimate = isAssessed && tax.estimated_fields.includes('assessed_value')
  const label = isAssessed ? 'Assessed value' : 'Market value on the roll'
  const year = roll?.assessment_year ? `roll of ${roll.assessment_year}` : 'county roll'
  return { label, value: formatUsd(amount), note: isEstimate ? 'an estimate' : year, layer: 'tax' }
}

const lastSale: Read = (sections) => {
  const roll = dataOf(sections, 'tax')?.roll
  if (!roll?.last_sale_price || !roll.last_sale_year) return null
  const month = roll.last_sale_month === null ? '' : `${MONTHS[roll.last_sale_month - 1]} `
  return {
    label: 'Last sale',
    value: formatUsd(roll.last_sale_price),
    note: `${month}${roll.last_sale_year}`,
    layer: 'tax',
  }
}

const ground: Read = (sections, system) => {
  const elevation = dataOf(sections, 'elevation')
  if (!elevation) return null
  const unit = system === 'us' ? 'ft' : 'm'
  const height = system === 'us' ? elevation.elevation_ft : elevation.elevation_m
  return {
    label: 'Ground height',
    value: formatMeasure({ value: height, unit }, system),
    note: `above ${elevation.datum}`,
    layer: 'elevation',
  }
}

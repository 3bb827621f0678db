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
import { vintageYears } from '../layers/vintage-age.ts'
import type { WeatherData } from '../layers/weather/data.ts'
import type { WetlandsData } from '../layers/wetlands/data.ts'
import type { ZoningData } from '../layers/zoning/data.ts'
import { formatUsd } from '../values/us-dollars.ts'
import { inWords, MONTHS } from './facts.ts'
import { formatArea, formatMeasure, type UnitSystem } from './units.ts'

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
  const text = formatArea(parcel.area_m2, system)
  const more = parcel.parcel_count_here
  const note = more > 1 ? `one of ${more.toLocaleString('en-US')} stacked parcels` : null
  return { label: 'Lot size', value: text, note, layer: 'parcel' }
}

const NOTES = {
  'Stream or other water': 'by maps of soils and wetlands',
  'Street right-of-way': 'by its shape',
}
/** Share of a strip of land from which on it is called water. */
const WATER_MIN_PCT = 50

/**
 * The name of a long, narrow parcel that is not on the roll; null for any other. Streams are drawn
 * like streets, and the maps of soils and wetlands show which one it is.
 */
export function landStrip(sections: Sections): keyof typeof NOTES | null {
  if (!dataOf(sections, 'parcel')?.is_street_shaped) return null
  const soils = dataOf(sections, 'soils')?.soil_units ?? []
  const wetlands = dataOf(sections, 'wetlands')?.wetlands ?? []
  const shares = [
    soils.filter(({ kind }) => kind === 'water'),
    wetlands.filter(({ is_open_water }) => is_open_water),
  ].map((waters: { coverage_pct: number | null }[]) =>
    waters.reduce((sum, { coverage_pct }) => sum + (coverage_pct ?? 0), 0),
  )
  return Math.max(...shares) >= WATER_MIN_PCT ? 'Stream or other water' : 'Street right-of-way'
}

const use: Read = (sections) => {
  const strip = landStrip(sections)
  if (strip) return { label: 'Use', value: strip, note: NOTES[strip], layer: 'parcel' }
  const home = dataOf(sections, 'market')?.observation?.home_type
  const buildings = dataOf(sections, 'structures')?.buildings ?? []
  const main = buildings.toSorted((a, b) => (b.on_parcel_m2 ?? 0) - (a.on_parcel_m2 ?? 0))[0]
  const kind = main?.primary_occupancy ?? main?.occupancy
  if (kind)
    return { label: 'Use', value: kind, note: 'of the largest building', layer: 'structures' }
  const recorded = dataOf(sections, 'tax')?.roll?.use_description
  if (recorded)
    return { label: 'Use', value: inWords(recorded), note: 'assessment roll', layer: 'tax' }
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
    return {
      label: 'Year built',
      value: `${recorded}`,
      note: 'assessment roll',
      layer: 'structures',
    }
  const tax = dataOf(sections, 'tax')
  if (tax?.year_built == null) return null
  const isEstimate = tax.estimated_fields.includes('year_built')
  const note = isEstimate ? 'by a listing provider' : 'assessment roll'
  return { label: 'Year built', value: `${tax.year_built}`, note, layer: 'tax' }
}

/** The year of the roll: of its assessments, else of the edition of its file; null without one. */
export function rollYear(sections: Sections): number | null {
  const roll = dataOf(sections, 'tax')?.roll
  if (!roll) return null
  return roll.assessment_year ?? vintageYears(sections.tax?.source?.vintage ?? '')?.to ?? null
}

const value: Read = (sections) => {
  const tax = dataOf(sections, 'tax')
  const roll = tax?.roll
  const amount = tax?.assessed_value ?? roll?.just_value
  if (!tax || amount == null) return null
  const isAssessed = tax.assessed_value !== null
  const isEstimate = isAssessed && tax.estimated_fields.includes('assessed_value')
  const label = isAssessed ? 'Assessed value' : 'Market value on the roll'
  const year = rollYear(sections)
  const ofYear = year === null ? 'assessment roll' : `roll of ${year}`
  return {
    label,
    value: formatUsd(amount),
    note: isEstimate ? 'an estimate' : ofYear,
    layer: 'tax',
  }
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

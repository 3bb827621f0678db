import { round } from '../../values/round.ts'
import { compareText } from '../../values/text-order.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedRow, Location, OverlappingRow, Row, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { SoilsData, type SoilUnit } from './data.ts'
import { summarise } from './summary.ts'
import { type UnitKind, unitKind } from './unit-kind.ts'

export const section: SectionDefinition = {
  name: 'Soils',
  category: 'classification',
  data: SoilsData,
  reads: [{ table: 'soil_map_units', onParcel: true }],
  coveredBy: ['soil_map_units'],
  answer,
  columns,
}

const SURVEY_NOTE =
  'Values are of the map unit, a mix of soils mapped at 1:12,000 to 1:24,000, not a site investigation.'
const OUTSIDE_NOTE =
  'The point itself lies outside every soil survey in this build: the units are of the part of its parcel inside one.'
const DUAL_NOTE =
  'Of a dual hydrologic group such as B/D the first letter holds where the soil is drained, the second where it is not.'

function answer(location: Location, { soil_map_units }: SectionRows): Answer<SoilsData> {
  const { atPoint, onParcel, slivers_m2, contributed, coverage } = soil_map_units
  const isOfParcel = location.parcel !== null && onParcel.length > 0
  const groups = isOfParcel ? groupsOnParcel(onParcel) : groupsAtPoint(atPoint)
  if (groups.length === 0) return withoutUnits(soil_map_units)
  const parcelArea = isOfParcel ? location.parcel!.area_m2 : null
  const soil_units = groups.map(({ row, area_m2 }) => soilUnit(row, area_m2, parcelArea))
  const data: SoilsData = {
    soil_units,
    evaluated_against: isOfParcel ? 'parcel' : 'point',
    unmapped_pct: parcelArea && unmappedPct(groups, slivers_m2, parcelArea),
  }
  const partitions = [...new Set(groups.map(({ row }) => row.partition))]
  // Sources are in the order of the units, so that the main one is that of the largest.
  const used = partitions.flatMap((id) => contributed.filter(({ partition }) => partition === id))
  const notes = [
    SURVEY_NOTE,
    absenceNote(groups),
    coverage.length === 0 && atPoint.length === 0 ? OUTSIDE_NOTE : null,
    soil_units.some((unit) => unit.hydrologic_group?.includes('/')) ? DUAL_NOTE : null,
  ]
  return {
    status: 'available',
    summary: summarise(data),
    data,
    ...provenance(used, notes.filter((note) => note !== null).join(' ')),
  }
}

function withoutUnits({
  inBuild,
  coverage,
  coverageOnParcel,
}: SectionRows[string]): Answer<SoilsData> {
  if (coverage.length > 0)
    return {
      status: 'empty',
      summary: 'The soil survey covers this location and has no map unit here.',
      data: null,
      ...provenance(coverage, SURVEY_NOTE),
    }
  return {
    status: 'not_covered',
    summary: 'No soil survey in this build covers this location.',
    data: null,
    reason: !inBuild
      ? 'This build has no table of soil map units.'
      : coverageOnParcel.length > 0
        ? 'The location lies outside every soil survey in this build; its parcel reaches into one that has no map unit there.'
        : 'The location lies outside every soil survey in this build.',
    hint: 'Look at the Web Soil Survey of the USDA: https://websoilsurvey.nrcs.usda.gov.',
    operator_hint:
      'Build the SSURGO export of the survey area: see "Take a new vintage" in CONTRIBUTING.md.',
  }
}

interface Group {
  row: Row
  /** NaN at a point. */
  area_m2: number
}

/** One group per map unit of a partition, the largest first, ties by key. */
function groupsOnParcel(found: readonly OverlappingRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { row, area_m2 } of [...found].sort(byUnit)) {
    const key = unitOf(row)
    const group = groups.get(key) ?? { row, area_m2: 0 }
    group.area_m2 += area_m2
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => b.area_m2 - a.area_m2 || byUnit(a, b))
}

function groupsAtPoint(found: readonly LocatedRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { row } of [...found].sort(byUnit))
    if (!groups.has(unitOf(row))) groups.set(unitOf(row), { row, area_m2: Number.NaN })
  return [...groups.values()]
}

/**
 * Key of a map unit of one partition: two builds of one survey area may be of different editions.
 */
function unitOf({ mukey, partition }: Row): string {
  return `${mukey} ${partition}`
}

function byUnit(a: { row: Row }, b: { row: Row }): number {
  return (
    compareText(unitOf(a.row), unitOf(b.row)) ||
    // A sum of areas depends on its order in the last bit: polygons need a fixed order too.
    compareText(a.row.soil_map_unit_key as string, b.row.soil_map_unit_key as string)
  )
}

function soilUnit(row: Row, area_m2: number, parcelArea: number | null): SoilUnit {
  const symbol = row.symbol as string | null
  // An export may have 0 % for land that nobody surveyed.
  const isSurveyed = kindOf(row) !== 'not_surveyed'
  const name = row.map_unit as string | null
  return {
    map_unit: name ?? `Map unit ${symbol ?? row.mukey}`,
    symbol,
    drainage_class: row.drainage_class as string | null,
    hydrologic_group: row.hydrologic_group as string | null,
    hydric_pct: isSurveyed ? (row.hydric_pct as number | null) : null,
    hydric_class: isSurveyed ? (row.hydric_class as string | null) : null,
    flooding_frequency: row.flooding_frequency as string | null,
    ponding_pct: row.ponding_pct as number | null,
    water_table_depth_cm: row.water_table_depth_cm as number | null,
    slope_pct: row.slope_pct as number | null,
    kind: kindOf(row),
    mukey: row.mukey as string,
    survey_area: row.area_symbol as string | null,
    coverage_pct: parcelArea === null ? null : round((area_m2 / parcelArea) * 100, 2),
    area_m2: parcelArea === null ? null : round(area_m2, 1),
  }
}

function kindOf(row: Row): UnitKind {
  return unitKind(row.symbol as string | null, row.map_unit as string | null)
}

/**
 * Share of the parcel that no unit covers, or a unit that the survey left for later. Slivers of
 * units that are not listed do not count as a gap.
 */
function unmappedPct(groups: readonly Group[], slivers_m2: number, parcelArea: number): number {
  const mapped = groups
    .filter(({ row }) => kindOf(row) !== 'not_surveyed')
    .reduce((sum, { area_m2 }) => sum + area_m2, slivers_m2)
  return round((1 - mapped / parcelArea) * 100, 2) + 0
}

/** Why values are null: the polygons came without the survey's tables, or have no row there. */
function absenceNote(groups: readonly Group[]): string | null {
  const without = groups.filter(({ row }) => !row.has_tabular)
  if (without.length === 0) return null
  return without.length === groups.length
    ? 'No survey table of this build names or describes these map units.'
    : `The survey tables have no row for ${without.length} of these ${groups.length} map units.`
}

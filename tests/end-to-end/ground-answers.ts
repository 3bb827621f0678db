import { expect } from 'vitest'
import type { Dossier } from '../../dossier/dossier.ts'
import type { SoilsData } from '../../layers/soils/data.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import type { InventoryPoint } from '../../sample/buildings/inventory.ts'
import { occupancyOf } from '../../sample/files/structures-file.ts'
import { heightOf } from '../../sample/plan/box.ts'
import type { MapUnit } from '../../sample/soils/map-units.ts'
import type { KnownLocation } from '../sample/known-locations.ts'
import type { ExpectedOutline } from '../sample/locations/expected-structures.ts'
import { SHARE_TOLERANCE } from '../sample/locations/lot-cells.ts'

/** Tolerance of shares that are added from cells of the plan, in percentage points. */
const PCT_TOLERANCE = 100 * SHARE_TOLERANCE
/** Area that corners on a grid of 1 cm may add to an outline. */
const GRID_M2 = 0.3

/** Expects the wetlands section to agree with the plan, where the plan states something. */
export function expectWetlands({ layers }: Dossier, location: KnownLocation): void {
  const { isMapped, imageYear, here, onParcel } = location.wetlands!
  const { status, data: answered, source } = layers.wetlands
  const data = answered as WetlandsData | null
  if (!isMapped) {
    expect(status).toBe('not_covered')
    return
  }
  // Percentages by code: the section adds the polygons of one code.
  const pcts = new Map<string | null, number>()
  for (const { code, share } of onParcel ?? []) pcts.set(code, (pcts.get(code) ?? 0) + 100 * share)
  // A wetland wholly inside is on the parcel, however small it is.
  const isInside = onParcel?.some(({ share }) => share === 0) ?? false
  const isUncertain = here.length === 0 && [...pcts.values()].every((pct) => pct < PCT_TOLERANCE)
  if (here.length > 0 || isInside || !isUncertain) expect(status).toBe('available')
  else if (pcts.size === 0) expect(status).toBe('empty')
  expect(source?.note).toContain('NWI is not a regulatory delineation')
  expect(source?.note).toContain(String(imageYear))
  if (data === null) return
  expect(data.is_on_wetland).toBe(here.length > 0)
  expect(data.evaluated_against).toBe(location.parcel === null ? 'point' : 'parcel')
  const codes = new Set(data.wetlands.map(({ code }) => code))
  for (const { code } of here) expect(codes).toContain(code)
  for (const [code, pct] of pcts)
    if (pct === 0 || pct > PCT_TOLERANCE) expect(codes).toContain(code)
  const facts = new Map([...here, ...(onParcel ?? [])].map((wetland) => [wetland.code, wetland]))
  for (const { code, type, is_open_water, coverage_pct } of data.wetlands) {
    const { isOpenWater, label } =
      facts.get(code) ?? expect.fail(`no ${code} is near ${location.name}`)
    expect(is_open_water).toBe(isOpenWater ?? false)
    if (isOpenWater === null) expect(type).toBe(label)
    expect(Math.abs((coverage_pct ?? 0) - (pcts.get(code) ?? 0))).toBeLessThan(PCT_TOLERANCE)
  }
}

/** Expects the soils section to agree with the plan, where the plan states something. */
export function expectSoils({ layers }: Dossier, location: KnownLocation): void {
  const { here, onParcel } = location.soils!
  const { status, data: answered } = layers.soils
  const data = answered as SoilsData | null
  if (here === null && !onParcel?.length) {
    expect(status).toBe('not_covered')
    return
  }
  expect(status).toBe('available')
  expect(data!.evaluated_against).toBe(onParcel === null ? 'point' : 'parcel')
  const promised = new Map<string, { unit: MapUnit; share: number | null }>(
    onParcel === null
      ? [[here!.mukey, { unit: here!, share: null }]]
      : onParcel.map(({ unit, share }) => [unit.mukey, { unit, share }]),
  )
  for (const { unit, share } of promised.values()) {
    const answer = data!.soil_units.find(({ mukey }) => mukey === unit.mukey)
    if (answer === undefined) {
      expect(share ?? 1, `no ${unit.symbol}`).toBeLessThan(SHARE_TOLERANCE)
      continue
    }
    expect(answer).toMatchObject(factsOf(unit))
    if (share === null) expect(answer.coverage_pct).toBeNull()
    else expect(Math.abs(answer.coverage_pct! - 100 * share)).toBeLessThan(PCT_TOLERANCE)
  }
  for (const { mukey, coverage_pct } of data!.soil_units) {
    if (!promised.has(mukey)) expect(coverage_pct ?? 100).toBeLessThan(PCT_TOLERANCE)
  }
}

/** Expects a unit that is missing in the tables to answer with its symbol and nulls. */
function factsOf({ symbol, attributes }: MapUnit) {
  if (attributes === null) {
    const nothing = { drainage_class: null, hydrologic_group: null, hydric_pct: null }
    return { map_unit: `Map unit ${symbol}`, symbol, ...nothing }
  }
  const { name, drainage, group, hydricPercent, flooding, ponding, waterTable } = attributes
  const answers = { map_unit: name, symbol, drainage_class: drainage, hydrologic_group: group }
  // A hydric share of unsurveyed land is not a finding, even if the tables have one.
  if (symbol === 'NOTCOM') return { ...answers, hydric_pct: null }
  return {
    ...answers,
    hydric_pct: hydricPercent,
    flooding_frequency: flooding,
    ponding_pct: ponding,
    water_table_depth_cm: waterTable,
  }
}

/** Expects the structures section to agree with the plan. */
export function expectStructures({ layers }: Dossier, location: KnownLocation): void {
  const { surveyed, learned, inventory } = location.structures!
  const { status, data: answered } = layers.structures
  const data = answered as StructuresData | null
  if (location.name === 'outside_county') {
    expect(status).toBe('not_covered')
    return
  }
  const outlines = surveyed.length > 0 ? surveyed : learned
  const isOnRoll = Boolean(location.parcel?.roll?.ACT_YR_BLT)
  if (outlines.length === 0 && inventory.length === 0 && !isOnRoll) {
    expect(status).toBe('empty')
    expect(data).toBeNull()
    return
  }
  expect(status).toBe('available')
  expect(data!.building_count).toBe(outlines.length)
  const kind = surveyed.length > 0 ? /surveyed/ : outlines.length > 0 ? /learned/ : /^none/
  expect(data!.footprint_source).toMatch(kind)
  const drawn = [...data!.buildings].sort((a, b) => b.footprint_m2! - a.footprint_m2!)
  const known = [...outlines].sort((a, b) => b.outline.area - a.outline.area)
  for (const [i, outline] of known.entries()) expectBuilding(drawn[i], outline, surveyed.length > 0)
  const whole = outlines.reduce((sum, { outline, share }) => sum + outline.area * share, 0)
  const miss = outlines.reduce((sum, outline) => sum + missOf(outline), 0)
  expect(Math.abs(data!.total_footprint_m2! - whole)).toBeLessThanOrEqual(miss)
  expect(data!.structure_attributes).toMatchObject(inventory.map(attributesOf))
}

/** A lot's side is a chord of the plan's bent line: it may be a metre off it. */
function missOf({ outline, share }: ExpectedOutline): number {
  const metreOfLine = share < 1 ? heightOf(outline.box) : 0
  return outline.area * 1e-4 + GRID_M2 + metreOfLine
}

function expectBuilding(
  answered: StructuresData['buildings'][number],
  { building, outline }: ExpectedOutline,
  isSurveyed: boolean,
): void {
  const off = Math.abs(answered.footprint_m2! - outline.area)
  expect(off).toBeLessThan(outline.area * 1e-4 + GRID_M2)
  const [occupancy, primary] = occupancyOf(building)
  const isClassified = isSurveyed && occupancy !== 'Unclassified'
  expect(answered).toMatchObject({
    occupancy: isClassified ? occupancy : null,
    primary_occupancy: isClassified ? primary : null,
    height_m: isSurveyed ? building.height : null,
  })
}

/** The year of a block is never the year of a building. */
function attributesOf(point: InventoryPoint) {
  const { groundFeet, foundationFeet, medianYear } = point
  const floor = groundFeet === null ? null : expect.closeTo(groundFeet + foundationFeet, 2)
  return {
    year_built: null,
    block_median_year_built: medianYear,
    stories: point.stories,
    foundation_code: point.foundation,
    foundation_height_ft: foundationFeet,
    ground_elevation_ft: groundFeet,
    first_floor_elevation_ft_est: floor,
    elevation_datum: 'NAVD88',
    occupancy_type: point.occupancy,
  }
}

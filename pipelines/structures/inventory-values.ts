import { type Column, columnsToRead, columnValue, namesOf } from '../../layers/column-mapping.ts'
import { describeOccupancy } from '../../layers/structures/occupancy-types.ts'
import { structureInventory } from '../../layers/structures/tables.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { round } from '../../values/round.ts'
import { RowError } from '../../values/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import { numberOf, positiveOf, textOf } from './attribute-readings.ts'
import type { InventoryMapping } from './mapping.ts'

const METRES_PER_FOOT = 0.3048
/** Decimals of metres turned into feet: 0.001 ft, finer than the raster they come from. */
const FEET_DECIMALS = 3
/** Both columns come from one raster value, each rounded: a foot apart is another unit. */
const PAIR_TOLERANCE_FT = 0.5
/** Badwater is at -282 ft, Denali at 20,310 ft: values beyond are sentinels or another unit. */
const GROUND_FT = { low: -300, high: 20_400 }

/** A row of the inventory; its key is the inventory's `fd_id`. */
export function inventoryValues(
  { attributes }: SourceFeature,
  mapping: InventoryMapping,
  tally: Tally,
): Record<string, PackValue> {
  const read = (column: Column) => columnValue(attributes, column)
  const id = textOf(read(mapping.id))
  if (id === null) throw new RowError('structures.no_id', `${namesOf(mapping.id)} is empty`)
  const occupancy = textOf(read(mapping.occupancy_type))
  const occupancyText = occupancy === null ? null : describeOccupancy(occupancy)
  if (occupancy !== null && occupancyText === null) tally.add('structures.unknown_occupancy')
  const foundation = textOf(read(mapping.foundation.code))
  const foundationText = foundation === null ? null : (mapping.foundation.codes[foundation] ?? null)
  if (foundation !== null && foundationText === null) tally.add('structures.unknown_foundation')
  return {
    [structureInventory.key]: id,
    occupancy_type: occupancy,
    occupancy_description: occupancyText,
    stories: whole(positiveOf(read(mapping.stories))),
    foundation_code: foundation,
    foundation_type: foundationText,
    foundation_height_ft: notNegative(numberOf(read(mapping.foundation.height_ft))),
    ground_elevation_ft: groundFeet(attributes, mapping, tally),
    ...years(attributes, mapping),
    sqft: positiveOf(read(mapping.sqft)),
    damage_category: textOf(read(mapping.damage_category)),
    census_block: textOf(read(mapping.census_block)),
    location_source: textOf(read(mapping.location_source)),
  }
}

/**
 * Ground elevation in feet. When feet and metres disagree the value is left out and counted. 0 is
 * sea level and stays.
 */
export function groundFeet(
  attributes: SourceFeature['attributes'],
  { ground_elevation: { feet, metres } }: InventoryMapping,
  tally: Tally,
): number | null {
  const inFeet = numberOf(columnValue(attributes, feet))
  const inMetres = numberOf(columnValue(attributes, metres))
  const converted = inMetres === null ? null : round(inMetres / METRES_PER_FOOT, FEET_DECIMALS)
  if (inFeet !== null && converted !== null && Math.abs(inFeet - converted) > PAIR_TOLERANCE_FT) {
    tally.add('structures.feet_unlike_metres')
    return null
  }
  const ground = inFeet ?? converted
  if (ground === null || (ground >= GROUND_FT.low && ground <= GROUND_FT.high)) return ground
  tally.add('structures.impossible_elevation')
  return null
}

/** Years: in the edition with both columns the "median" is the structure's own year where known. */
function years(attributes: SourceFeature['attributes'], mapping: InventoryMapping) {
  const read = (column: Column | null) => whole(positiveOf(columnValue(attributes, column)))
  const own = read(mapping.year_built)
  const median = own === null ? read(mapping.block_median_year_built) : null
  return { year_built: own, block_median_year_built: median }
}

/**
 * The columns to read. Throws `StepError` with the list when the file has a column that the mapping
 * does not know: an edition with new columns may have changed the units of old ones.
 */
export function inventoryColumns(
  mapping: InventoryMapping,
  own: readonly string[],
  target: string,
) {
  const { foundation, ground_elevation: ground, year_built, unread } = mapping
  const { id, occupancy_type, stories, block_median_year_built, sqft } = mapping
  const { damage_category, census_block, location_source } = mapping
  const mapped = [
    ...[id, occupancy_type, stories, foundation.code, foundation.height_ft],
    ...[block_median_year_built, sqft, damage_category, census_block, location_source],
    ...[ground.feet, ground.metres, year_built],
  ]
  const names = mapped.flatMap((column) => column?.names ?? [])
  const known = new Set([...names, ...unread].map((name) => name.toLowerCase()))
  const unknown = own.filter((name) => !known.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new StepError(
      'read the inventory',
      target,
      `it has columns that "${mapping.title}" does not know: ${unknown.join(', ')}`,
      'It is another edition: look up the units of its elevations, then write its mapping in pipelines/structures/mappings.',
    )
  return columnsToRead(mapped)
}

function whole(number: number | null): number | null {
  return number === null ? null : Math.round(number)
}

/** A floor below the ground is a basement, and has a code: a negative height is a sentinel. */
function notNegative(number: number | null): number | null {
  return number !== null && number >= 0 ? number : null
}

import { round } from '../../values/round.ts'
import type { LocatedRow } from '../location.ts'
import type { StructureAttributes } from './data.ts'

/** Feet to two decimals: finer than a 10 m raster knows the ground. */
const FEET_DECIMALS = 2

/** Structures of the inventory in the contract's shape, in the order of their keys. */
export function structureAttributesOf(points: readonly LocatedRow[]): StructureAttributes[] {
  const key = (found: LocatedRow) => found.row.structure_key as string
  return [...points].sort((a, b) => (key(a) < key(b) ? -1 : 1)).map(attributesOf)
}

function attributesOf({ row }: LocatedRow): StructureAttributes {
  const number = (name: string) => row[name] as number | null
  const text = (name: string) => row[name] as string | null
  const ground = number('ground_elevation_ft')
  const foundation = number('foundation_height_ft')
  const isKnown = ground !== null && foundation !== null
  return {
    year_built: number('year_built'),
    stories: number('stories'),
    foundation_type: text('foundation_type'),
    foundation_height_ft: foundation,
    ground_elevation_ft: ground === null ? null : round(ground, FEET_DECIMALS),
    first_floor_elevation_ft_est: isKnown ? round(ground + foundation, FEET_DECIMALS) : null,
    elevation_datum: 'NAVD88',
    occupancy_type: text('occupancy_type'),
    occupancy_description: text('occupancy_description'),
    block_median_year_built: number('block_median_year_built'),
    foundation_code: text('foundation_code'),
  }
}

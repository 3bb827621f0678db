import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)
const integer = (about: string) => z.int().nullable().describe(about)

/** Origin of an outline: the section prefers an agency's survey to a model's drawing. */
export const FOOTPRINT_KINDS = ['surveyed', 'learned'] as const
export type FootprintKind = (typeof FOOTPRINT_KINDS)[number]

export const buildingFootprints: Table = {
  name: 'building_footprints',
  grain: 'One outline of a building, seen from above, from one source.',
  key: 'building_footprint_key',
  geometry: 'polygons',
  unpacked: ['source_area_m2', 'production_date', 'method'],
  row: z.object({
    building_footprint_key: z
      .string()
      .describe("Partition and the source's own id of the building, or a geometry hash"),
    partition: z.string().describe('Partition of the build the row comes from'),
    kind: z
      .enum(FOOTPRINT_KINDS)
      .describe(
        'surveyed: compiled or checked by an agency; learned: drawn by a model from images',
      ),
    occupancy: text('Class of use as the source words it; its word for "unclassified" is null'),
    primary_occupancy: text('Use in more detail, as the source words it'),
    source_class: text(
      "The source's own class of the outline, verbatim (Bangor: PRIMARY, ACCESSORY)",
    ),
    height_m: real('Height in metres; 0 and -99999 are null'),
    footprint_m2: z
      .number()
      .positive()
      .describe('Area on the ellipsoid, square metres, measured from the outline'),
    source_area_m2: real("The source's own figure for the area, square metres, for audit only"),
    image_date: text('Date of the image, ISO; an interval (from/to) where the source gives one'),
    production_date: text('Date the outline was made, ISO'),
    method: text('How the source checked the outline, as it states'),
  }),
}

export const structureInventory: Table = {
  name: 'structure_inventory',
  grain: 'One structure of the National Structure Inventory, as a point.',
  key: 'structure_key',
  geometry: 'points',
  unpacked: ['census_block', 'damage_category', 'location_source'],
  row: z.object({
    structure_key: z.string().describe("Partition and the inventory's fd_id"),
    partition: z.string().describe('Partition of the build the row comes from'),
    occupancy_type: text('Hazus occupancy code as the inventory spells it, for example RES1-1SNB'),
    occupancy_description: text('The code in words; null for a code that we do not know'),
    stories: integer('Stories; 0 is null'),
    foundation_code: text('Foundation code as published'),
    foundation_type: text('Foundation in words; null for a code that we do not know'),
    foundation_height_ft: real(
      'First floor above the ground, feet: assigned by rule, not measured',
    ),
    ground_elevation_ft: real(
      'Ground at the point, feet above NAVD88, from a 10 m raster; converted where published in metres',
    ),
    year_built: integer(
      "The structure's own year from parcel records, in the one edition that has it; never a median",
    ),
    block_median_year_built: integer(
      'Median year built of the census block: not the year of this structure',
    ),
    sqft: real('Floor area, square feet; 0 is null'),
    damage_category: text('RES, COM, IND or PUB'),
    census_block: text('15-digit census block'),
    location_source: text('Code of the source that placed the point'),
  }),
}

export const tables = [buildingFootprints, structureInventory]

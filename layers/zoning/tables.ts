import { z } from 'zod'
import type { Table } from '../../packs/table.ts'
import { USE_GROUPS } from '../use-group.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)

const authority = {
  partition: z.string().describe('Partition of the build the row comes from'),
  jurisdiction: z.string().describe('The authority whose map or law it is'),
  authority_level: z
    .string()
    .describe(
      'municipal, county, regional or state: where maps overlap, the first of these answers',
    ),
}

export const zoningDistricts: Table = {
  name: 'zoning_districts',
  grain: "One polygon of an authority's zoning map with one district, base or overlay.",
  key: 'zoning_district_key',
  geometry: 'polygons',
  row: z.object({
    zoning_district_key: z.string().describe('Partition and a hash of the geometry'),
    ...authority,
    district: z.string().describe('District code, verbatim; XML entities are decoded'),
    description: text("The district's name: the file's, else that of the authority's code"),
    use_group: z
      .enum(USE_GROUPS)
      .nullable()
      .describe(
        "What the district is mainly for, read by Plat off its name or its code for the map's colours; null where neither shows it, and for overlays. No rule of the authority",
      ),
    is_overlay: z
      .boolean()
      .describe('Whether it lies over the base district and adds to it, never instead of it'),
    conditions: text('Conditions of this very polygon in the file, verbatim: `CONTRACT: 06-89`'),
    has_standards: z
      .boolean()
      .describe('Whether a dimensional table of the authority has a line for the district'),
    front_setback_ft: real('Front setback, feet; null where conditional'),
    side_setback_ft: real('Side setback, feet; null where conditional'),
    rear_setback_ft: real('Rear setback, feet; null where conditional'),
    max_height_ft: real('Greatest building height, feet; null where conditional'),
    max_far: real('Greatest floor area ratio; null where conditional'),
    min_lot_sqft: real('Smallest lot, square feet; null where conditional'),
    dimensional_note: text('Conditions of the dimensional rules, verbatim'),
    dimensional_source_url: text('Where the dimensional table is published'),
    dimensional_source_section: text('Its section of the code'),
    dimensional_source_retrieved_at: text('When it was read, ISO date'),
    land_development_code_url: text("The authority's land development code"),
    governing_documents: text(
      'JSON list of the documents that govern here: the rows of zoning_documents',
    ),
  }),
}

export const futureLandUse: Table = {
  name: 'future_land_use',
  grain: "One polygon of an authority's future land use map with one category.",
  key: 'future_land_use_key',
  geometry: 'polygons',
  row: z.object({
    future_land_use_key: z.string().describe('Partition and a hash of the geometry'),
    ...authority,
    code: z.string().describe('Category, verbatim; XML entities are decoded'),
    description: text("The category's name, where the file has one"),
  }),
}

export const zoningDocuments: Table = {
  name: 'zoning_documents',
  grain: 'One document that governs building in one jurisdiction.',
  key: 'zoning_document_key',
  geometry: 'none',
  row: z.object({
    zoning_document_key: z.string().describe('Partition and a hash of kind, title, section, url'),
    ...authority,
    kind: z.string().describe('land_development_code, floodplain_ordinance and the like'),
    title: z.string().describe("Verbatim title in the authority's table of contents"),
    section: text('Section or chapter'),
    url: z.string().describe('Where it is published'),
    retrieved_at: text('When it was read, ISO date'),
  }),
}

export const tables = [zoningDistricts, futureLandUse, zoningDocuments]

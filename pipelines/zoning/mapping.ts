import { z } from 'zod'
import { Column, mappingReader } from '../../layers/column-mapping.ts'
import { AUTHORITY_LEVELS } from '../../layers/zoning/authority.ts'
import { GoverningDocument } from '../../layers/zoning/documents.ts'

const ColumnName = z.string().min(1)

/**
 * How one layer of polygons with codes is read. Columns are tried in order: the first filled one.
 */
export const CodedLayer = z.strictObject({
  code: z.union([
    z.array(Column).min(1),
    /** Code of a layer that has only one and no column for it. */
    z.strictObject({ constant: z.string().min(1) }),
  ]),
  /** Columns with the code's name; none: the table `descriptions`. */
  description: z.array(Column).default([]),
  /**
   * Columns that are filled when a polygon has conditions of its own; their texts stay verbatim.
   */
  conditions: z.array(Column).default([]),
  /** Values that mean "none", compared as text after trimming. */
  null_if: z.array(z.string()).default([]),
})
export type CodedLayer = z.infer<typeof CodedLayer>

export const STANDARD_NUMBERS = [
  'front_setback_ft',
  'side_setback_ft',
  'rear_setback_ft',
  'max_height_ft',
  'max_far',
  'min_lot_sqft',
] as const
export type StandardNumber = (typeof STANDARD_NUMBERS)[number]

/** A value of the dimensional table: a number, or the words of a conditional rule. */
const Cell = z
  .union([z.number().nonnegative(), z.string().min(1)])
  .nullable()
  .default(null)
const numbers = <T extends z.ZodType>(cell: T) =>
  Object.fromEntries(STANDARD_NUMBERS.map((name) => [name, cell])) as Record<StandardNumber, T>

/** One district's line in the dimensional table. */
export const StandardsLine = z.strictObject({
  ...numbers(Cell),
  note: z.string().min(1).nullable().default(null),
  section: z.string().min(1).nullable().default(null),
})
export type StandardsLine = z.infer<typeof StandardsLine>

const StandardsSource = z.strictObject({
  url: z.url(),
  /** Section of the lines that name none of their own. */
  section: z.string().min(1).nullable(),
  retrieved_at: z.iso.date(),
})

export const Standards = z.union([
  z.strictObject({
    source: StandardsSource,
    /** Lines by district code, in the mapping itself. */
    districts: z.record(z.string(), StandardsLine),
  }),
  z.strictObject({
    source: StandardsSource,
    /** Columns of the CSV that the partition names. */
    columns: z.strictObject({
      district: ColumnName,
      ...numbers(ColumnName.nullable().default(null)),
      note: ColumnName.nullable().default(null),
      section: ColumnName.nullable().default(null),
    }),
  }),
])
export type Standards = z.infer<typeof Standards>

/** Meaning of one authority's zoning files. Adding a jurisdiction is adding such a file. */
export const ZoningMapping = z.strictObject({
  title: z.string().min(1),
  /** The authority, as answers name it. */
  jurisdiction: z.string().min(1),
  /** Where maps overlap, municipal wins over county, county over regional and state. */
  authority_level: z.enum(AUTHORITY_LEVELS),
  base: CodedLayer,
  /** Overlay layers, by the names that the partition gives its files. */
  overlays: z.record(z.string(), CodedLayer).default({}),
  future_land_use: CodedLayer.nullable(),
  /** Names of codes that the files do not carry, and where they were read. */
  descriptions: z
    .strictObject({
      source: z.string().min(10),
      districts: z.record(z.string(), z.string().min(1)),
    })
    .nullable(),
  standards: Standards.nullable(),
  land_development_code: z
    .strictObject({
      url: z.url(),
      /** Evidence that this is the authority's code. */
      evidence: z.string().min(20),
    })
    .nullable(),
  governing_documents: z.array(GoverningDocument),
})
export type ZoningMapping = z.infer<typeof ZoningMapping>

/** Reads `pipelines/zoning/mappings/<id>.json`, with the changes of an edition. */
export const readZoningMapping = mappingReader('zoning', import.meta.url, ZoningMapping)

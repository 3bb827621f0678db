import { z } from 'zod'
import { mappingReader } from '../../layers/column-mapping.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { LAND_USES } from '../../layers/use-group.ts'
import { columnsOf } from '../../packs/table.ts'

/** Columns that a mapping may fill; the others come from the partition and the geometry. */
const MAPPED = columnsOf(parcels).filter(
  ({ name }) =>
    !['parcel_key', 'partition', 'county_fips', 'county_name', 'area_m2', 'has_roll'].includes(
      name,
    ),
)
export const MAPPED_COLUMNS = MAPPED

/** Columns that a fabric of ids and addresses may fill: the others are a roll's. */
const FABRIC_COLUMNS = ['county_local_code', 'situs_line1', 'situs_city', 'situs_zip']

/** Codes of one range, at most. */
const CODES_MAX = 1_000
/** Codes or words of a roll: `Commercial`, and `001-009` for nine codes of three digits. */
const Codes = z
  .array(z.string().min(1))
  .transform((codes) => codes.flatMap((code) => codesOf(code)))

/** How one column of the table is read from the roll. */
const ColumnRule = z.union([
  z.strictObject({
    /** Columns of the roll; several are joined by a blank. */
    columns: z.array(z.string().min(1)).min(1),
    /** Values that mean "not known", compared as text after trimming. */
    null_if: z.array(z.string()).default([]),
    /**
     * `zip5` keeps the first five digits; `street_address` leaves out the house number 0 of vacant
     * land, so that `0   OAK ST` is `OAK ST`.
     */
    as: z.enum(['verbatim', 'zip5', 'street_address']).default('verbatim'),
    /** Some editions lack the column: null there. */
    optional: z.boolean().default(false),
  }),
  z.strictObject({ constant: z.union([z.string(), z.number()]) }),
  z.strictObject({
    columns: z.array(z.string().min(1)).min(1),
    null_if: z.array(z.string()).default([]),
    optional: z.boolean().default(false),
    /** What codes mean, for `use_group`. Codes that are in no list are counted, and left out. */
    groups: z.partialRecord(z.enum(LAND_USES), Codes),
    /** Codes that show no use. */
    without_group: Codes.default([]),
  }),
])
export type ColumnRule = z.infer<typeof ColumnRule>

/** A county or state roll, in its own column names. Adding a roll is adding such a file. */
export const RollMapping = z.strictObject({
  title: z.string().min(1),
  /** Variants of the roll that were chosen, for readers of its values. */
  note: z.string().min(1).optional(),
  /**
   * Whether a parcel with an id is on a roll when the fabric has the columns itself. By default it
   * is when the mapping fills a column besides those of the address.
   */
  is_roll: z.boolean().optional(),
  /** Ordered id rule: the first column with a value names the parcel. */
  id: z.array(z.string().min(1)).min(1),
  /** Columns that distinguish parcels of one id, joined: a unit number, an address with one. */
  unit: z.array(z.string().min(1)),
  columns: z.record(z.string(), ColumnRule).superRefine((columns, issue) => {
    for (const [name, rule] of Object.entries(columns)) {
      if (!MAPPED.some((column) => column.name === name))
        issue.addIssue({
          code: 'custom',
          message: `${name} is not one of: ${MAPPED.map((column) => column.name).join(', ')}`,
        })
      if ((name === 'use_group') !== 'groups' in rule)
        issue.addIssue({
          code: 'custom',
          message: `"groups" is the rule of use_group and of no other column: ${name}`,
        })
    }
  }),
})
export type RollMapping = z.infer<typeof RollMapping>

/** The codes of a range; any other text is itself. */
function codesOf(text: string): string[] {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(text) ?? []
  if (first === undefined || first.length !== last.length) return [text]
  const count = Number(last) - Number(first) + 1
  if (count < 1 || count > CODES_MAX) return [text]
  return Array.from({ length: count }, (_, i) => `${Number(first) + i}`.padStart(first.length, '0'))
}

/** Whether a fabric that is read by the mapping carries a roll. */
export function carriesRoll({ is_roll, columns }: RollMapping): boolean {
  return is_roll ?? Object.keys(columns).some((name) => !FABRIC_COLUMNS.includes(name))
}

/** Reads `pipelines/parcel/mappings/<id>.json`, with the changes of an edition. */
export const readRollMapping = mappingReader('parcel', import.meta.url, RollMapping)

/** A DBF file cuts names at 10 characters: `TOT_LVG_AREA` is `TOT_LVG_AR` there. */
const DBF_NAME_LENGTH = 10

/**
 * The name under which a table has a wanted column, any case, also cut at 10 characters; null when
 * it has none, or when two of its names match.
 */
export function ownName(wanted: string, names: readonly string[]): string | null {
  const key = wanted.trim().toUpperCase()
  const same = names.filter((name) => name.trim().toUpperCase() === key)
  if (same.length === 1) return same[0]
  const cut = names.filter((name) => name.trim().toUpperCase() === key.slice(0, DBF_NAME_LENGTH))
  return key.length > DBF_NAME_LENGTH && cut.length === 1 ? cut[0] : null
}

/** Names of all columns that a mapping may read. */
export function mappedNames({ id, unit, columns }: RollMapping): string[] {
  const ruled = Object.values(columns).flatMap((rule) => ('columns' in rule ? rule.columns : []))
  return [...id, ...unit, ...ruled]
}

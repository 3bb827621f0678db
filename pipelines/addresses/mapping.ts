import { z } from 'zod'
import { type MappingEdition, readMapping } from '../../layers/column-mapping.ts'

/** Spellings of one column, in any case: the first one with a value speaks. */
const Spellings = z.array(z.string().min(1)).min(1)

/** How a file of addresses maps onto `address_points`. */
const PointsMapping = z
  .strictObject({
    title: z.string().min(1),
    table: z.literal('address_points'),
    columns: z.strictObject({
      /** What names the row for ever. Never a county's parcel id: keys are public. */
      id: Spellings.optional(),
      number: Spellings.optional(),
      street: Spellings.optional(),
      /** Number and street in one column: `129 KNOLLWOOD DR`. */
      address: Spellings.optional(),
      unit: Spellings.optional(),
      city: Spellings.optional(),
      state: Spellings.optional(),
      zip: Spellings.optional(),
      /** Degrees, of a CSV; other formats have shapes. */
      lng: Spellings.optional(),
      lat: Spellings.optional(),
    }),
    /** Columns without which the file is another one: it is refused. */
    required: z.array(z.string()),
  })
  .refine(({ columns: { address, number, street } }) => address ?? (number && street), {
    path: ['columns'],
    message: 'must name address, or number and street',
  })
export type PointsMapping = z.infer<typeof PointsMapping>

const Column = z.string().min(1)

const Side = z.strictObject({
  /** A part of the key that is the side's own. */
  id: Column.optional(),
  from: Column,
  to: Column,
  parity: Column.optional(),
  zip: Column.optional(),
})

/** The columns of points as their files spell them: `lng` and `lat` are those of a CSV. */
export interface PointColumns {
  columns: Partial<Record<string, readonly string[]>>
  required: readonly string[]
}

/** How a file of streets with house numbers at their ends maps onto `street_ranges`. */
const RangesMapping = z.strictObject({
  title: z.string().min(1),
  table: z.literal('street_ranges'),
  columns: z.strictObject({
    /** Columns that name the stretch together. */
    id: z.array(Column),
    street: Column,
    /** Columns that together are another name of it: a map's and an office's differ. */
    second_name: z.array(Column).optional(),
  }),
  left: Side,
  right: Side,
  /** Numbers that stand for none, beside blanks. */
  no_number: z.array(z.string()),
  parity_codes: z.record(z.string(), z.enum(['odd', 'even', 'both'])),
})
export type RangesMapping = z.infer<typeof RangesMapping>

/** The columns of a mapping of ranges, all of which a file must have. */
export function rangeColumns({ columns, left, right }: RangesMapping): string[] {
  const { id, street, second_name = [] } = columns
  const sides = [...Object.values(left), ...Object.values(right)]
  return [...new Set([...id, street, ...second_name, ...sides])]
}

/** How a list of ZIP codes with coordinates maps onto `zip_points`. */
const ZipsMapping = z.strictObject({
  title: z.string().min(1),
  table: z.literal('zip_points'),
  /** Columns of a CSV; null for a JSON object of `"12345": [lat, lng]`. */
  columns: z.strictObject({ zip: Column, lat: Column, lng: Column }).nullable(),
})
export type ZipsMapping = z.infer<typeof ZipsMapping>

const AddressesMapping = z.discriminatedUnion('table', [PointsMapping, RangesMapping, ZipsMapping])

/** Reads `pipelines/addresses/mappings/<id>.json`, with the changes of an edition. */
export async function readAddressesMapping(
  edition: MappingEdition,
): Promise<z.infer<typeof AddressesMapping>> {
  return await readMapping('addresses', edition, AddressesMapping)
}

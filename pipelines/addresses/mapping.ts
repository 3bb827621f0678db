import { z } from 'zod'
import { Column, mappingReader } from '../../layers/column-mapping.ts'

/** How a file of addresses maps onto `address_points`. */
const PointsMapping = z
  .strictObject({
    title: z.string().min(1),
    table: z.literal('address_points'),
    columns: z.strictObject({
      /** Column with a lasting id of the row. Never a county's parcel id: keys are public. */
      id: Column.optional(),
      number: Column.optional(),
      street: Column.optional(),
      /** Number and street in one column: `129 KNOLLWOOD DR`. */
      address: Column.optional(),
      unit: Column.optional(),
      city: Column.optional(),
      state: Column.optional(),
      zip: Column.optional(),
      /** Degrees, of a CSV; other formats have shapes. */
      lng: Column.optional(),
      lat: Column.optional(),
    }),
  })
  .refine(({ columns: { address, number, street } }) => address ?? (number && street), {
    path: ['columns'],
    message: 'must name address, or number and street',
  })
export type PointsMapping = z.infer<typeof PointsMapping>

const Side = z.strictObject({
  /** A part of the key that differs between the sides. */
  id: Column.optional(),
  from: Column,
  to: Column,
  parity: Column.optional(),
  zip: Column.optional(),
})

/** The columns of points as their files spell them: `lng` and `lat` are those of a CSV. */
export type PointColumns = Partial<Record<string, Column>>

/** How a file of streets with house numbers at their ends maps onto `street_ranges`. */
const RangesMapping = z.strictObject({
  title: z.string().min(1),
  table: z.literal('street_ranges'),
  columns: z.strictObject({
    /** Columns that together identify the stretch. */
    id: z.array(Column),
    street: Column,
    /** Columns that together are a second name: the map's and the office's names differ. */
    second_name: z.array(Column).optional(),
  }),
  left: Side,
  right: Side,
  /** Numbers that mean "no number", in addition to blanks. */
  null_if: z.array(z.string()),
  parity_codes: z.record(z.string(), z.enum(['odd', 'even', 'both'])),
})
export type RangesMapping = z.infer<typeof RangesMapping>

/** Lists the columns of a mapping of ranges. */
export function rangeColumns({ columns, left, right }: RangesMapping): Column[] {
  const { id, street, second_name = [] } = columns
  return [...id, street, ...second_name, ...Object.values(left), ...Object.values(right)]
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
export const readAddressesMapping = mappingReader('addresses', import.meta.url, AddressesMapping)

import { z } from 'zod'
import { LayerFile, PartitionBase, TableFile } from '../partition.ts'

/** A file that is not a CSV, and takes no filter. */
const WholeFile = TableFile.omit({ where: true })
/** An edition as text that sorts by year: `IECC 2012`, `ASCE 7-16`. */
const Edition = z.string().min(4)

/** One file and the table that its rows belong to. */
export const Input = z.discriminatedUnion('table', [
  /** DOE's list of counties, one column for the thermal zone and one for moisture. */
  TableFile.extend({ table: z.literal('climate_zones'), edition: Edition }),
  /** Design values by county; every row names its edition. `design-values.ts` lists the columns. */
  TableFile.extend({ table: z.literal('design_values') }),
  /** NOAA's PFDS point estimate, English units, depths, partial duration series. */
  WholeFile.extend({
    table: z.literal('rainfall_frequencies'),
    /** The county that the point is in: the file does not state it. */
    county_fips: z.string().regex(/^\d{5}$/),
  }),
  /** ZIP codes by zone, JSON: `{ "CA_03": ["94110"] }`; keys of other states are left out. */
  WholeFile.extend({ table: z.literal('title24_zones'), edition: Edition }),
  /** CAL FIRE's polygons, of any of its schemas since 2007. */
  LayerFile.extend({ table: z.literal('fire_hazard_zones') }),
])
export type Input = z.infer<typeof Input>
export type InputOf<Name extends Input['table']> = Extract<Input, { table: Name }>

export const CodeBasisPartition = PartitionBase.extend({
  inputs: z.array(Input).min(1),
  /** The layer that declares the coverage of all inputs; null when none does. */
  coverage: LayerFile.nullable(),
  /** Publisher that declares it. */
  declared_by: z.string().min(10),
  note: z.string().min(1),
})
export type CodeBasisPartition = z.infer<typeof CodeBasisPartition>

import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { BoundariesData } from './data.ts'

const Row = z.object({
  boundaries_state: z.string().nullable().describe('USPS code of the state at the point'),
  boundaries_county: z.string().nullable().describe('County at the point'),
  boundaries_county_fips: z
    .string()
    .nullable()
    .describe('Its Census code, 5 digits; by a county line it may not be that of the roll'),
  boundaries_zip: z
    .string()
    .nullable()
    .describe('ZIP code tabulation area at the point, which is not a ZIP code'),
  boundaries_precision: z
    .string()
    .nullable()
    .describe('boundary_file; parcel or nearest where no file draws a county at the point'),
  boundaries_county_line_m: z
    .number()
    .nullable()
    .describe('Metres to a generalised county line too near to be certain of the county'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: BoundariesData): z.infer<typeof Row> => ({
    boundaries_state: data.state,
    boundaries_county: data.county?.name ?? null,
    boundaries_county_fips: data.county?.fips ?? null,
    boundaries_zip: data.zip,
    boundaries_precision: data.precision,
    boundaries_county_line_m: data.county_line?.distance_m ?? null,
  }),
}

import { z } from 'zod'

const Covered = z.enum(['covered', 'not_covered'])

export const UtilitiesData = z.object({
  wastewater: z.enum(['sewer', 'septic']).nullable().describe('null: not known, see `planes`'),
  wastewater_confidence: z
    .enum(['known', 'likely'])
    .nullable()
    .describe('null also where the inventory is less sure than its own `likely`'),
  wastewater_updated: z
    .string()
    .nullable()
    .describe(
      "ISO day, month or year of the inventory's record, else of the inventory where its vintage is a date; null where neither is",
    ),
  drinking_water: z
    .string()
    .nullable()
    .describe("the inventory's words for the parcel, else the water systems around the point"),
  electric_providers: z
    .array(
      z.object({
        name: z.string().describe('as the territory file has it'),
        type: z.string().nullable().describe('kind of ownership, verbatim'),
        utility_id: z.string().nullable().describe('number of the EIA (additive)'),
        tagged_as: z
          .string()
          .nullable()
          .describe('name that a republisher put on it, verbatim; it may be wrong (additive)'),
      }),
    )
    .describe('all whose territory holds the point, by name'),
  wastewater_as_recorded: z
    .string()
    .nullable()
    .describe("the inventory's code, verbatim: `SWLSeptic` (additive)"),
  drinking_water_as_recorded: z
    .string()
    .nullable()
    .describe("the inventory's code, verbatim (additive)"),
  drinking_water_from: z
    .enum(['inventory', 'service_area'])
    .nullable()
    .describe('which of the two it is from (additive)'),
  water_systems: z
    .array(
      z.object({
        pwsid: z.string().nullable(),
        name: z.string().describe('of the system'),
        is_modeled: z.boolean().nullable().describe('the outline is a model’s estimate'),
      }),
    )
    .describe('public water systems whose area holds the point, drawn before modelled (additive)'),
  planes: z
    .object({ wastewater: Covered, drinking_water: Covered, electric: Covered })
    .describe(
      'whether any source of the build covers the point: distinguishes a null from missing coverage (additive)',
    ),
})
export type UtilitiesData = z.infer<typeof UtilitiesData>

import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { UtilitiesData } from './data.ts'

const text = (about: string) => z.string().nullable().describe(about)

const Row = z.object({
  utilities_wastewater: text('`sewer` or `septic` by the inventory; null where it does not say'),
  utilities_wastewater_confidence: text(
    '`known` or `likely`; null where the inventory is less sure than that',
  ),
  utilities_wastewater_as_recorded: text("The inventory's code, verbatim"),
  utilities_drinking_water: text(
    "The inventory's words for the parcel, else the water systems whose area holds its point",
  ),
  utilities_electric_providers: text(
    'Names of all utilities whose territory holds its point, `; ` between',
  ),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: UtilitiesData): z.infer<typeof Row> => ({
    utilities_wastewater: data.wastewater,
    utilities_wastewater_confidence: data.wastewater_confidence,
    utilities_wastewater_as_recorded: data.wastewater_as_recorded,
    utilities_drinking_water: data.drinking_water,
    utilities_electric_providers:
      data.electric_providers.map(({ name }) => name).join('; ') || null,
  }),
}

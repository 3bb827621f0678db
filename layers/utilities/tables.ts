import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const integer = (about: string) => z.int().nullable().describe(about)
const Partition = z.string().describe('Partition of the build the row comes from')

/** A state's inventory of the wastewater and drinking water of parcels. */
export const wastewaterParcels: Table = {
  name: 'wastewater_parcels',
  grain: "One parcel of a county in a state's inventory of wastewater and drinking water.",
  key: 'wastewater_parcel_key',
  geometry: 'none',
  lookups: ['parcel_key'],
  unpacked: [
    'wastewater_source_type',
    'wastewater_source_name',
    'drinking_water_updated',
    'drinking_water_source_type',
  ],
  row: z.object({
    wastewater_parcel_key: z.string().describe('Partition and parcel key'),
    partition: Partition,
    parcel_key: z
      .string()
      .regex(/^pk_[a-z2-7]{24}$/)
      .describe('Parcel it is of: the keyed hash of county FIPS and county parcel id'),
    county_fips: z.string().length(5).describe('Census county code, 5 digits'),
    wastewater: z
      .enum(['sewer', 'septic'])
      .nullable()
      .describe('Null where undetermined, unknown, not built, or where records contradict'),
    wastewater_confidence: z
      .enum(['known', 'likely'])
      .nullable()
      .describe("Null for the inventory's third grade, somewhat likely, and where there is none"),
    wastewater_as_recorded: text('Code of the inventory, verbatim: `SWLSeptic`; `; ` between two'),
    wastewater_words: text("The inventory's own words for the code; null for an unknown code"),
    wastewater_updated: text('When the inventory last changed it: ISO day, month or year'),
    wastewater_source_type: text('Kind of evidence, verbatim'),
    wastewater_source_name: text('Where the evidence is from, verbatim'),
    drinking_water: text(
      "The inventory's words where they name a supply: `Known Private Well`; an unknown code verbatim",
    ),
    drinking_water_as_recorded: text('Code of the inventory, verbatim; `; ` between two'),
    drinking_water_updated: text('When the inventory last changed it: ISO day, month or year'),
    drinking_water_source_type: text('Kind of evidence, verbatim'),
  }),
}

/** Territories of electric utilities. They overlap, and all of them count. */
export const electricTerritories: Table = {
  name: 'electric_territories',
  grain: 'One territory of one electric utility; territories overlap.',
  key: 'electric_territory_key',
  geometry: 'polygons',
  row: z.object({
    electric_territory_key: z.string().describe('Partition and the utility number of the EIA'),
    partition: Partition,
    utility_id: text('Utility number of the Energy Information Administration, as published'),
    name: z.string().describe('Name of the utility, verbatim'),
    type: text('Kind of ownership, verbatim: `COOPERATIVE`; null where the file does not say'),
    office_state: text('State of its postal address, which need not be that of the territory'),
    holding_company: text('Holding company, verbatim'),
    tagged_as: text('Name that a republisher put on it, verbatim; it may be wrong'),
  }),
}

/** Outlines of the service areas of public water systems. */
export const waterServiceAreas: Table = {
  name: 'water_service_areas',
  grain: 'One service area of one public water system; areas overlap.',
  key: 'water_service_area_key',
  geometry: 'polygons',
  row: z.object({
    water_service_area_key: z.string().describe('Partition and the number of the water system'),
    partition: Partition,
    pwsid: text('Number of the public water system, nine characters as a rule'),
    name: z.string().describe('Name of the water system, verbatim'),
    is_modeled: z
      .boolean()
      .nullable()
      .describe('The outline is an estimate by a model; false: by a state or the system itself'),
    method: text('How the outline was made, verbatim: `Random Forest`'),
    population_served: integer('People served, as reported'),
    service_connections: integer('Service connections, as reported'),
  }),
}

export const tables = [wastewaterParcels, electricTerritories, waterServiceAreas]

import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)

export const floodZones: Table = {
  name: 'flood_zones',
  grain: 'One polygon of a flood study with one zone, subtype and base flood elevation.',
  key: 'flood_zone_key',
  geometry: 'polygons',
  row: z.object({
    flood_zone_key: z
      .string()
      .describe("Partition and the study's own polygon id, or a geometry hash"),
    partition: z.string().describe('Partition of the build the row comes from'),
    zone: z.string().describe('FEMA flood zone, NFHL spelling'),
    zone_subtype: text('Zone subtype, NFHL spelling'),
    risk: z
      .string()
      .describe(
        'Our reading of zone and subtype: high_coastal, high, undetermined, moderate, minimal, water, unmapped',
      ),
    is_sfha: z.boolean().nullable().describe('SFHA_TF as published: special flood hazard area'),
    base_flood_elevation_ft: real(
      'Static base flood elevation in feet above vertical_datum; -9999 and -8888 are null',
    ),
    vertical_datum: text(
      'Datum of the elevation as published (NAVD88, NGVD29, ...); null where not stated',
    ),
    depth_ft: real('Depth of AO zones, feet'),
    velocity: real('Velocity as published, in the unit of the study'),
    panel: text(
      'Map panel where the zone polygon names it (Q3); NFHL keeps panels in flood_panels',
    ),
    study_id: text('DFIRM_ID of the study'),
    study_version: text('VERSION_ID'),
  }),
}

export const floodPanels: Table = {
  name: 'flood_panels',
  grain: 'One panel of a flood insurance rate map.',
  key: 'flood_panel_key',
  geometry: 'polygons',
  row: z.object({
    flood_panel_key: z.string().describe('Partition and panel number'),
    partition: z.string().describe('Partition of the build the row comes from'),
    panel: z.string().describe('Panel number with suffix, for example 34017C0093D'),
    effective_date: text('Date the panel became effective, ISO; 9999-09-09 is null'),
    is_printed: z.boolean().nullable().describe('Whether FEMA printed the panel'),
    not_printed_reason: text(
      'PNP_REASON: why a panel was not printed, for example AREA NOT INCLUDED',
    ),
  }),
}

export const tables = [floodZones, floodPanels]

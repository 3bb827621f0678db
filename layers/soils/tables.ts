import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)

export const soilMapUnits: Table = {
  name: 'soil_map_units',
  grain: "One polygon of a soil survey, with the survey's values of its map unit.",
  key: 'soil_map_unit_key',
  geometry: 'polygons',
  row: z.object({
    soil_map_unit_key: z
      .string()
      .describe('Partition and a geometry hash: the polygons have no id of their own'),
    partition: z.string().describe('Partition of the build the row comes from'),
    mukey: z.string().describe('Map unit key of the National Soil Information System'),
    area_symbol: text('Survey area, for example ME614'),
    spatial_version: z.int().nullable().describe('SPATIALVER: version of the survey area lines'),
    symbol: text('MUSYM: the symbol on the map, of this survey area alone'),
    has_tabular: z
      .boolean()
      .describe('Whether the survey tables have the map unit; without them all facts are null'),
    map_unit: text('muname: name of the map unit; null without a tabular row'),
    map_unit_kind: text('mukind: Consociation, Complex, Association, Undifferentiated group'),
    drainage_class: text('drclassdcd: natural drainage class, dominant condition'),
    wettest_drainage_class: text('drclasswettest: drainage class of the wettest component'),
    hydrologic_group: text(
      'hydgrpdcd verbatim: A to D, or A/D, B/D, C/D whose second letter is the undrained state',
    ),
    hydric_pct: real('Percent of the unit rated hydric; hydric_pct_from names the table'),
    hydric_pct_from: z
      .enum(['muaggatt', 'component'])
      .nullable()
      .describe('muaggatt.hydclprs, or the sum of comppct_r of components rated hydric'),
    hydric_class: text(
      'hydric, predominantly hydric, partially hydric, predominantly nonhydric, nonhydric',
    ),
    flooding_frequency: text('flodfreqdcd: flooding frequency class, dominant condition'),
    ponding_pct: real('pondfreqprs: percent of the unit subject to ponding'),
    water_table_depth_cm: real('wtdepannmin: shallowest depth to a wet layer in the year, cm'),
    bedrock_depth_cm: real('brockdepmin: shallowest depth to bedrock, cm'),
    slope_pct: real('slopegradwta: slope, weighted average of the components, percent'),
  }),
  unpacked: [
    'spatial_version',
    'map_unit_kind',
    'wettest_drainage_class',
    'hydric_pct_from',
    'bedrock_depth_cm',
  ],
}

export const soilComponents: Table = {
  name: 'soil_components',
  grain: 'One component (a soil, or land that is none) of a map unit.',
  key: 'soil_component_key',
  geometry: 'none',
  row: z.object({
    soil_component_key: z.string().describe('Partition and cokey'),
    partition: z.string().describe('Partition of the build the row comes from'),
    mukey: z.string().describe('The map unit it is a part of'),
    cokey: z.string().describe('Component key; may be new in each edition of the survey'),
    component: text('compname: usually a soil series'),
    component_kind: text('compkind: Series, Miscellaneous area, ...'),
    component_pct: real('comppct_r: share of the map unit, representative value, percent'),
    is_major: z.boolean().nullable().describe('majcompflag: whether the map unit is named for it'),
    slope_pct: real('slope_r: representative slope, percent'),
    drainage_class: text('drainagecl: natural drainage class'),
    hydrologic_group: text('hydgrp verbatim'),
    hydric_rating: text('hydricrating: Yes, No or Unranked'),
    frost_action: text('frostact: potential frost action'),
    concrete_corrosion: text('corcon: risk of corrosion of concrete'),
    steel_corrosion: text('corsteel: risk of corrosion of uncoated steel'),
  }),
  // No section reads single components: the values that it needs are in soil_map_units.
  unpacked: [
    'mukey',
    'cokey',
    'component',
    'component_kind',
    'component_pct',
    'is_major',
    'slope_pct',
    'drainage_class',
    'hydrologic_group',
    'hydric_rating',
    'frost_action',
    'concrete_corrosion',
    'steel_corrosion',
  ],
}

export const tables = [soilMapUnits, soilComponents]

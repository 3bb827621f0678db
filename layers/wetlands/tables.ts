import { z } from 'zod'
import type { Table } from '../../packs/table.ts'
import { KINDS } from './classification.ts'

const text = (about: string) => z.string().nullable().describe(about)

export const wetlands: Table = {
  name: 'wetlands',
  grain: 'One polygon of the National Wetlands Inventory, wetland or deepwater, with one code.',
  key: 'wetland_key',
  geometry: 'polygons',
  unpacked: [
    'kind',
    'system',
    'subsystem',
    'class',
    'subclass',
    'water_regime',
    'modifiers',
    'label',
    'source_area_acres',
  ],
  row: z.object({
    wetland_key: z
      .string()
      .describe("Partition and the inventory's own polygon id, or a geometry hash"),
    partition: z.string().describe('Partition of the build the row comes from'),
    code: text('Cowardin code (ATTRIBUTE) as published, typing errors included; null where blank'),
    type: z.string().describe('Class in words, read from the code; the label where it has none'),
    description: text('The whole code in the words of FGDC-STD-004-2013; null where not readable'),
    kind: z
      .enum(KINDS)
      .describe("Group of the Fish and Wildlife Service's map legend, read from the code"),
    system: text('System in words: marine, estuarine, riverine, lacustrine, palustrine'),
    subsystem: text('Subsystem in words; the palustrine system has none'),
    class: text('Class in words; mixed classes joined by a slash, the larger one first'),
    subclass: text('Subclass in words; several joined by a slash'),
    water_regime: text('How long the land is under water, in words'),
    modifiers: text('Special, water chemistry and soil modifiers in words, joined by commas'),
    is_open_water: z
      .boolean()
      .nullable()
      .describe('Bay, lake, river or pond without a vegetated wetland class; null where not known'),
    is_vegetated: z
      .boolean()
      .nullable()
      .describe('Whether a class of it is named after its plants; null where not known'),
    label: text('General type as published (WETLAND_TYPE), where the file has it'),
    source_area_acres: z
      .number()
      .nullable()
      .describe('Acres as published; the area of the polygon itself is measured'),
  }),
}

export const wetlandProjects: Table = {
  name: 'wetland_projects',
  grain:
    'One mapping project of the National Wetlands Inventory: the land that was mapped at once.',
  key: 'wetland_project_key',
  geometry: 'polygons',
  unpacked: ['image_date', 'image_scale', 'image_type', 'data_source', 'supplement_url'],
  row: z.object({
    wetland_project_key: z.string().describe('Partition and a geometry hash: projects have no ids'),
    partition: z.string().describe('Partition of the build the row comes from'),
    project: text('Name of the project, often that of a topographic map sheet'),
    is_mapped: z
      .boolean()
      .nullable()
      .describe('Whether its wetlands are in the digital data: false for No_Data and Non-Digital'),
    image_year: z
      .int()
      .nullable()
      .describe('Year of the imagery it was mapped from; 0 and 9999 are null'),
    image_date: text('Month and year of the imagery as published: 04/85, or several'),
    image_scale: text('Scales of the imagery as published'),
    image_type: text(
      'Kind of the imagery: CIR colour infrared, BW black and white, TC true colour',
    ),
    data_source: text('Who mapped it, as published'),
    supplement_url: text('Report on the project'),
  }),
}

export const tables = [wetlands, wetlandProjects]

import { z } from 'zod'
import { Background } from './backgrounds.ts'
import { MapNames, Rendering } from './rendering.ts'

export const LayerEntry = z.object({
  id: z.string().describe('stable id, and the name of the section'),
  object: z.literal('layer'),
  slug: z.string().describe('the name in addresses'),
  title: z.string().describe('title for people'),
  description: z.string().optional().describe('what the layer contains, in a sentence'),
  category: z.enum([
    'boundary',
    'parcel',
    'hazard',
    'regulatory',
    'market',
    'imagery',
    'infrastructure',
    'environment',
  ]),
  status: z
    .enum(['available', 'building', 'planned'])
    .describe(
      'available: dossiers of the build in service answer from it, or this service requests it live; building: part of a build in progress, which this service never reports; planned: no dossier of the build in service answers from it',
    ),
  coverage: z
    .object({
      label: z
        .string()
        .describe(
          'names of the covered areas, such as City of Bangor, which may be smaller than a county',
        ),
      states: z.array(z.string()).optional().describe('postal codes, or FIPS codes without one'),
      county_count: z
        .number()
        .optional()
        .describe(
          'counties in which a dossier can answer from it: those that its partitions name, and those with a point inside the coverage of partitions that name no county',
        ),
      feature_count: z
        .number()
        .optional()
        .describe('rows of its main table in partitions from which a dossier can answer'),
    })
    .optional(),
  vintage: z.string().optional().describe('editions of the sources in the build'),
  attribution: z.string().optional().describe('credits that must be shown with the layer'),
  rendering: Rendering.optional(),
  names: z
    .array(MapNames)
    .optional()
    .describe('labels that a map writes with the layer: names of streets or places (additive)'),
  created_at: z.string().optional().describe('date of the oldest source copy in the build'),
  updated_at: z.string().optional().describe('when the build was created'),
})
export type LayerEntry = z.infer<typeof LayerEntry>

export const LayerList = z.object({
  object: z.literal('list'),
  data: z.array(LayerEntry),
  backgrounds: z
    .array(Background)
    .describe(
      'pictures that a map may draw beneath the layers, from services that the operator chose; they are not data of this service (additive)',
    ),
})
export type LayerList = z.infer<typeof LayerList>

import { z } from 'zod'
import { Rendering } from './rendering.ts'

export const LayerEntry = z.object({
  id: z.string().describe('stable; the name of its section'),
  object: z.literal('layer'),
  slug: z.string().describe('names it in addresses'),
  title: z.string().describe('as it is shown'),
  description: z.string().optional().describe('what it tells, in a sentence'),
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
      'available: dossiers of the pinned build answer from it, or this service requests it live; building: in a build that is being made, which this service does not report, as it knows the pinned build alone; planned: known to the platform, and no dossier of the build in service answers from it',
    ),
  coverage: z
    .object({
      label: z
        .string()
        .describe(
          'what its partitions cover in words, such as City of Bangor: it may be less than a county',
        ),
      states: z.array(z.string()).optional().describe('postal codes, or FIPS codes without one'),
      county_count: z
        .number()
        .optional()
        .describe(
          'counties in which a dossier can answer from it: those that its partitions name, and those whose middle lies in what a partition of no one county covers',
        ),
      feature_count: z
        .number()
        .optional()
        .describe('rows of its main table, of partitions from which a dossier can answer'),
    })
    .optional(),
  vintage: z.string().optional().describe("the publishers' editions in the build"),
  attribution: z.string().optional().describe('to be shown with it'),
  rendering: Rendering.optional(),
  created_at: z.string().optional().describe('oldest copy of a source in the build'),
  updated_at: z.string().optional().describe('when the build was made'),
})
export type LayerEntry = z.infer<typeof LayerEntry>

export const LayerList = z.object({ object: z.literal('list'), data: z.array(LayerEntry) })
export type LayerList = z.infer<typeof LayerList>

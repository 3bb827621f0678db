import { z } from 'zod'

export const STATUSES = ['available', 'empty', 'not_covered', 'not_available'] as const
export const CATEGORIES = ['property', 'classification', 'geography', 'conditions'] as const

/** Where a section's facts come from. */
export const SectionSource = z.object({
  name: z.string().describe('upstream dataset or service'),
  kind: z
    .enum(['live', 'official', 'archive', 'computed'])
    .describe(
      'live: conditions now; official: a regulatory record of the authority; archive: a pinned build; computed: derived by the service',
    ),
  vintage: z
    .string()
    .optional()
    .describe('of when the data is: its content where that is stated, else the edition'),
  age: z
    .string()
    .optional()
    .describe(
      'how old the data was when our copy was taken, where its vintage names a year (additive field)',
    ),
  attribution: z.string().optional().describe('to be shown with the facts'),
  note: z.string().optional().describe('caveats such as datum or resolution'),
  retrieved_at: z.string().optional().describe('when our copy was taken (additive field)'),
})
export type SectionSource = z.infer<typeof SectionSource>

/** The envelope of one section; `data` is the layer's own shape. */
export function sectionSchema(layer: string, data: z.ZodType) {
  return z.object({
    object: z.literal('location_section'),
    layer: z.literal(layer).describe('name of the section'),
    name: z.string().describe('display name'),
    category: z.enum(CATEGORIES).describe('what kind of fact it tells'),
    status: z
      .enum(STATUSES)
      .describe('read it before `data`: whether facts follow, and if not, why'),
    summary: z.string().describe('one plain-language sentence'),
    data: data.nullable().describe('null where there is nothing to tell'),
    source: SectionSource.optional(),
    sources: z.array(SectionSource).optional().describe('all that spoke, the main one first'),
    reason: z
      .string()
      .optional()
      .describe('why there is no answer; where a source has nothing here, by whom it is covered'),
    hint: z.string().optional().describe('what would produce an answer'),
  })
}

export interface Section<Data = unknown> {
  object: 'location_section'
  layer: string
  name: string
  category: (typeof CATEGORIES)[number]
  status: (typeof STATUSES)[number]
  summary: string
  data: Data | null
  source?: SectionSource
  sources?: SectionSource[]
  reason?: string
  hint?: string
}

/** What a layer's answer function gives: the envelope's constants are added by the dossier. */
export type Answer<Data = unknown> = Omit<Section<Data>, 'object' | 'layer' | 'name' | 'category'>

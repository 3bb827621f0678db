import { z } from 'zod'
import { SectionSource } from '../catalog/section-source.ts'

export const STATUSES = ['available', 'empty', 'not_covered', 'not_available'] as const
export const CATEGORIES = ['property', 'classification', 'geography', 'conditions'] as const

/** The envelope of one section; `data` is the layer's own shape. */
export function sectionSchema(layer: string, data: z.ZodType) {
  return z.object({
    object: z.literal('location_section'),
    layer: z.literal(layer).describe('name of the section'),
    name: z.string().describe('display name'),
    category: z.enum(CATEGORIES).describe('what kind of data it holds'),
    status: z
      .enum(STATUSES)
      .describe('read it before `data`: whether facts follow, and if not, why'),
    summary: z.string().describe('one plain-language sentence'),
    data: data.nullable().describe('null where there is no data'),
    source: SectionSource.optional(),
    sources: z.array(SectionSource).optional().describe('all that contributed, the main one first'),
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

/** Result of a layer's answer function; the dossier adds the constants of the envelope. */
export type Answer<Data = unknown> = Omit<Section<Data>, 'object' | 'layer' | 'name' | 'category'>

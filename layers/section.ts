import { z } from 'zod'
import { SectionSource } from '../catalog/section-source.ts'

export const STATUSES = ['available', 'empty', 'not_covered', 'not_available'] as const
export const CATEGORIES = ['property', 'classification', 'geography', 'conditions'] as const
export type SectionStatus = (typeof STATUSES)[number]

/** What the schema of a section depends on, in the definition of a layer. */
export interface SectionShape {
  /** The layer's data in the contract. */
  data: z.ZodType
  /** True when the section may have data while it is `not_available`; else data is null then. */
  hasDataUnavailable?: boolean
}

const reason = z.string().describe('why the section has no answer')
const hint = z.string().optional().describe('what would produce an answer, for people')
const operator_hint = z
  .string()
  .optional()
  .describe('what the operator of the service can do; not for users of a map (additive field)')

/**
 * The schema of one section: a union that `status` discriminates. Each variant is the envelope with
 * its own `data`: the layer's shape where the section is `available`, null elsewhere.
 */
export function sectionSchema(layer: string, { data, hasDataUnavailable }: SectionShape) {
  const head = {
    object: z.literal('location_section'),
    layer: z.literal(layer).describe('name of the section'),
    name: z.string().describe('display name'),
    category: z.enum(CATEGORIES).describe('what kind of data it holds'),
  }
  const body = {
    summary: z.string().describe('one plain-language sentence'),
    source: SectionSource.optional(),
    sources: z.array(SectionSource).optional().describe('all that contributed, the main one first'),
  }
  const variant = <Own extends z.ZodRawShape>(status: SectionStatus, own: Own) => {
    const about = 'read it before `data`: whether facts follow, and if not, why'
    return z.object({ ...head, status: z.literal(status).describe(about), ...body, ...own })
  }
  const none = z.null().describe('no data')
  return z.discriminatedUnion('status', [
    variant('available', { data }),
    variant('empty', {
      data: none,
      reason: z.string().optional().describe('by whom the location is covered'),
      hint,
    }),
    variant('not_covered', { data: none, reason, hint, operator_hint }),
    variant('not_available', {
      data: hasDataUnavailable ? data.nullable().describe('what is known all the same') : none,
      reason,
      hint,
      operator_hint,
    }),
  ])
}

/** What people, and the operator of the service, can do about a missing answer. */
export interface Advice {
  hint?: string
  operator_hint?: string
}

/** Result of a layer's answer function: whether it has data and a reason depends on its status. */
export type Answer<Data = unknown> = {
  summary: string
  source?: SectionSource
  sources?: SectionSource[]
} & (
  | {
      status: 'available'
      data: Data
      reason?: undefined
      hint?: undefined
      operator_hint?: undefined
    }
  | { status: 'empty'; data: null; reason?: string; hint?: string; operator_hint?: undefined }
  | ({ status: 'not_covered'; data: null; reason: string } & Advice)
  | ({ status: 'not_available'; data: Data | null; reason: string } & Advice)
)

/** A section of a dossier: the answer of a layer, with the constants of the envelope. */
export type Section<Data = unknown> = {
  object: 'location_section'
  layer: string
  name: string
  category: (typeof CATEGORIES)[number]
} & Answer<Data>

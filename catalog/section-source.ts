import { z } from 'zod'

/** The source of a section's data. */
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

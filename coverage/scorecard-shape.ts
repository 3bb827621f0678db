import { z } from 'zod'
import { CATEGORIES, STATUSES } from '../layers/section.ts'
import { PROBE_KINDS } from './probes.ts'

const Count = z.int().nonnegative()

/** How often each status was answered; the four add up to the probes. */
export const StatusCounts = z.object(
  Object.fromEntries(STATUSES.map((status) => [status, Count])) as Record<
    (typeof STATUSES)[number],
    typeof Count
  >,
)
export type StatusCounts = z.infer<typeof StatusCounts>

export const CountyScore = z.object({
  name: z.string().nullable(),
  fips: z
    .string()
    .nullable()
    .describe('census county code; null where a partition names no county'),
  state: z.string().nullable().describe('postal code, or FIPS digits where there is none'),
  statuses: StatusCounts,
  by_probe: z
    .object(
      Object.fromEntries(PROBE_KINDS.map((kind) => [kind, StatusCounts])) as Record<
        (typeof PROBE_KINDS)[number],
        typeof StatusCounts
      >,
    )
    .describe(
      'inside: in a declared coverage; border: within 100 m of one; anywhere: in the box of the county',
    ),
  fill: z
    .record(z.string(), z.number().min(0).max(1))
    .describe('per field of data, the share of available answers in which it is not null'),
  sources: z.array(
    z.object({
      name: z.string(),
      vintage: z.string().nullable(),
      answers: Count.describe('probes that named it as their main source'),
    }),
  ),
})
export type CountyScore = z.infer<typeof CountyScore>

export const SectionScore = z.object({
  layer: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  stage: z
    .enum(['answering', 'live'])
    .describe(
      'live sections have no table: they ask an upstream when a dossier does, and are not probed, so they have no counties',
    ),
  statuses: StatusCounts.describe('over all counties listed'),
  counties: z.array(CountyScore),
})
export type SectionScore = z.infer<typeof SectionScore>

export const Scorecard = z.object({
  object: z.literal('coverage_scorecard'),
  build: z.string().describe('id of the build that was probed'),
  filter: z.object({
    layer: z.string().nullable(),
    state: z.string().nullable(),
    county: z.string().nullable(),
  }),
  seed: z.int().describe('the same build, filter and seed give the same scorecard'),
  probes_per_county: Count.describe(
    'fewer where many counties are asked: narrow by state or county',
  ),
  sections: z.array(SectionScore),
})
export type Scorecard = z.infer<typeof Scorecard>

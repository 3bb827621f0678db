import { z } from 'zod'
import { CATEGORIES, STATUSES } from '../layers/section.ts'
import { PROBE_KINDS } from './probes.ts'

const Count = z.int().nonnegative()
const Percent = z.number().min(0).max(100)

/** Number of answers by status; the four add up to the probes. */
export const StatusCounts = z.object(
  Object.fromEntries(STATUSES.map((status) => [status, Count])) as Record<
    (typeof STATUSES)[number],
    typeof Count
  >,
)
export type StatusCounts = z.infer<typeof StatusCounts>

/** Share that a section answers, measured by probes. */
export const Share = z.object({
  probes: Count.describe('how many probes the shares are of'),
  available_pct: Percent.describe('percent with facts'),
  known_pct: Percent.describe('percent with facts, or known to have nothing: available and empty'),
})
export type Share = z.infer<typeof Share>

const PROBED = {
  anywhere: 'uniform by area inside the county line; null without a county line',
  inside: 'in a declared coverage of a partition of the county; null without one',
  border: 'within 100 m of the border of such a coverage, on either side; null without one',
}

export const CountyScore = z.object({
  name: z.string().nullable(),
  fips: z
    .string()
    .nullable()
    .describe('census county code; null where a partition names no county'),
  state: z.string().nullable().describe('postal code, or FIPS digits where there is none'),
  covers: z
    .array(z.string())
    .describe(
      'what the partitions behind the section declare to cover here, in words, such as City of Bangor: it may be less than the county',
    ),
  county_line: z
    .object({
      vintage: z.string().describe('edition of the boundary file'),
      scale_denominator: z
        .number()
        .nullable()
        .describe('what the line was generalised for, such as 10,000,000; null where it was not'),
      area_km2: z.number().describe('area inside the line, waters included'),
    })
    .nullable()
    .describe('of the finest boundary file in the build; null where none draws the county'),
  land: Share.nullable().describe(
    'share of the area inside the county line, waters included; null without a county line',
  ),
  parcels: Share.extend({
    in_build: Count.describe('parcels of the county in this build, of which the probes are drawn'),
  })
    .nullable()
    .describe(
      'share of the parcels that this build has of the county, which may be fewer than the county has; null where the section does not read parcels, or the build has none of the county',
    ),
  note: z
    .enum(['no county line in this build', 'of no one county', 'no probes'])
    .nullable()
    .describe('why land is null'),
  statuses: StatusCounts.nullable().describe(
    'at the probes anywhere in the county; null without a county line',
  ),
  by_probe: z
    .object(
      Object.fromEntries(
        PROBE_KINDS.map((kind) => [kind, StatusCounts.nullable().describe(PROBED[kind])]),
      ) as Record<(typeof PROBE_KINDS)[number], z.ZodNullable<typeof StatusCounts>>,
    )
    .describe(
      'statuses by kind of probe. Only anywhere represents the county: the kinds must not be added',
    ),
  fill: z
    .record(z.string(), z.number().min(0).max(1))
    .describe(
      'per field of data, the share of all available answers, of any kind of probe, in which it is not null',
    ),
  sources: z.array(
    z.object({
      name: z.string(),
      vintage: z.string().nullable(),
      answers: Count.describe('probes of any kind that named it as their main source'),
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
      'live sections have no table: they request an upstream for each dossier, and are not probed, so they have no counties',
    ),
  statuses: StatusCounts.nullable().describe(
    'at the probes anywhere in the counties listed, each of which weighs the same: no share of their land; null without such probes',
  ),
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
    'of all kinds together, at most; fewer where many counties are requested: narrow by state or county',
  ),
  probes: z
    .object({
      anywhere: Count.describe(PROBED.anywhere),
      inside: Count.describe(PROBED.inside),
      border: Count.describe(PROBED.border),
      parcels: Count.describe('parcels of the county in this build, spread evenly over them'),
    })
    .describe('probes of one county by kind, at most'),
  sections: z.array(SectionScore),
})
export type Scorecard = z.infer<typeof Scorecard>

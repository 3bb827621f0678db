import { z } from 'zod'
import { STATUSES } from '../layers/section.ts'

const Position = z.array(z.number()).length(2)
const Areal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(Position)) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(Position))) }),
])

const CountyFeature = z.object({
  type: z.literal('Feature'),
  geometry: Areal,
  properties: z.object({
    kind: z.literal('county'),
    vintage: z.string().describe('edition of the boundary file'),
  }),
})

const AreaFeature = z.object({
  type: z.literal('Feature'),
  geometry: Areal,
  properties: z.object({
    kind: z.literal('area'),
    table: z.string().describe('table of the section that it is of'),
    name: z.string().describe('what it covers, in words'),
    source: z.string().describe('title of the source'),
    vintage: z.string().describe("the publisher's edition"),
  }),
})

const ProbesFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('MultiPoint'), coordinates: z.array(Position) }),
  properties: z.object({
    kind: z.literal('probes'),
    status: z.enum(STATUSES).describe('how the section answers at these points'),
    is_unmapped: z
      .boolean()
      .describe(
        'true where the answer is `mapped: false`: a study covers the points and leaves them blank, which is not the same as safe',
      ),
  }),
})

/** GeoJSON (RFC 7946) with additional members next to `features`. */
export const CoverageMap = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(z.union([CountyFeature, AreaFeature, ProbesFeature]))
    .describe('the county line, the areas that sources declare to cover, then probes by status'),
  layer: z.string().describe('the section'),
  county: z.object({
    name: z.string(),
    fips: z.string().describe('census county code'),
    state: z.string().describe('postal code, or FIPS digits where there is none'),
  }),
  build: z.string().describe('id of the build that answered'),
  seed: z.int().describe('the same build, section, county and seed give the same probes'),
  probes: z
    .int()
    .nonnegative()
    .describe('points spread evenly over the area inside the county line, waters included'),
  undeclared: z
    .array(z.string())
    .describe(
      'sources of the section with rows of the county that do not state what they cover: no area is drawn of them, and points outside of every area may have an answer',
    ),
  tolerance_m: z
    .number()
    .describe('how far drawn borders may lie from the declared ones, and the size of lost details'),
  note: z
    .enum(['no county line in this build', 'live section'])
    .nullable()
    .describe('why probes are missing; a live section has no areas either'),
})
export type CoverageMap = z.infer<typeof CoverageMap>

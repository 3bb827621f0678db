import { z } from 'zod'
import { FEED_SEPARATOR } from '../../layers/permits/feed-names.ts'
import { AssetName } from '../partition.ts'

/** Formats of authorities' servers; CSV is the same from Socrata and from ArcGIS Hub. */
const FEED_KINDS = ['csv', 'socrata_json', 'esri_json', 'geojson'] as const
export type FeedKind = (typeof FEED_KINDS)[number]
/** Kinds whose pages are JSON. */
export type JsonFeedKind = Exclude<FeedKind, 'csv'>

/** One feed of an authority: a file, or the pages of one answer. */
export const Feed = z
  .strictObject({
    /** The feed, as answers name it. */
    name: z
      .string()
      .min(3)
      .refine((name) => !name.includes(FEED_SEPARATOR.trim()), 'must not hold a semicolon'),
    /** An asset, or its pages in their order; null when the service was down. */
    asset: z.union([AssetName, z.array(AssetName).min(1)]).nullable(),
    /** The one file in an archive: `permits.csv`, `*.csv`. */
    member: z.string().min(1).optional(),
    /** The pages in an archive: `permits_*.json`, in the order of their numbers. */
    pages: z.string().includes('*').optional(),
    /** A file of `layers/permits/mappings`. */
    mapping: z.string().regex(/^[a-z0-9-]+$/),
    kind: z.enum(FEED_KINDS),
    /** Only for a CSV: filter in DuckDB's SQL over its columns, which are texts. */
    where: z.string().min(1).optional(),
    /** Reason and date of a missing asset. */
    unavailable: z.string().min(10).optional(),
  })
  .refine(
    ({ kind, where }) => kind === 'csv' || where === undefined,
    'has "where", which only a CSV accepts',
  )
  .refine(({ member, pages }) => !(member && pages), 'names one member or several pages, not both')
  .refine(
    ({ asset, unavailable }) => (asset === null) === (unavailable !== undefined),
    'must have "unavailable" exactly when it has no asset',
  )
export type Feed = z.infer<typeof Feed>

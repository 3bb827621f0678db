import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from '../../catalog/json-file.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { Location } from '../location.ts'
import { FEED_SEPARATOR } from './feed-names.ts'
import { type PermitMapping, readPermitMapping } from './mapping.ts'

const Degrees = z.tuple([z.number(), z.number(), z.number(), z.number()])

/** A feed that is read while a dossier waits. Adding one is adding a file to `feeds/`. */
const FeedFile = z.strictObject({
  /** Name in answers. */
  name: z
    .string()
    .min(3)
    .refine((name) => !name.includes(FEED_SEPARATOR.trim()), 'must not hold a semicolon'),
  kind: z.enum(['socrata', 'arcgis']),
  /** Address of Socrata's resource, or of the layer of an ArcGIS service. */
  url: z.url(),
  /** Whether it is on unless `PLAT_LIVE` changes it. */
  is_on: z.boolean(),
  attribution: z.string().min(3),
  /** Counties that its jurisdiction reaches into. */
  county_fips: z.array(z.string().regex(/^\d{5}$/)).min(1),
  /**
   * A box around the jurisdiction, degrees: no requests beyond it. Null: the counties are enough.
   */
  bounds: Degrees.nullable(),
  /** Whether it covers its counties whole. The outline of a part is not known here. */
  covers: z.enum(['county', 'part']),
  /** A file of `layers/permits/mappings`. */
  mapping: z.string().regex(/^[a-z0-9-]+$/),
  /** Fields that are requested, and no others: none with people in it. */
  fields: z.array(z.string().min(1)).min(1),
  /** The point column that Socrata searches by. */
  location: z.string().min(1).optional(),
  /** Evidence for its address and its fields. */
  evidence: z.string().min(20),
  /** Caveats for readers of the answers. */
  note: z.string().min(1).optional(),
})

export interface LiveFeed extends Omit<z.infer<typeof FeedFile>, 'mapping'> {
  mapping: PermitMapping
  upstream: Upstream
}

const FEEDS_FOLDER = new URL('./feeds/', import.meta.url)

/** Pages of 1,000 rows with all their fields. */
const ANSWER_BYTES = 8 * 1024 * 1024

/** Every feed of `feeds/`, by id. */
export const LIVE_FEEDS: readonly LiveFeed[] = await readFeeds()

async function readFeeds(): Promise<LiveFeed[]> {
  const files = (await readdir(FEEDS_FOLDER)).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(files.map((name) => readFeed(name.replace(/\.json$/, ''))))
}

async function readFeed(id: string): Promise<LiveFeed> {
  const path = fileURLToPath(new URL(`${id}.json`, FEEDS_FOLDER))
  const remedy = 'Correct the feed: layers/permits/README.md, "Live feeds".'
  const feed = await readJsonFile({ path, step: 'read the permit feed', remedy }, FeedFile)
  const upstream: Upstream = {
    id: `permits-${id}`,
    title: feed.name,
    attribution: feed.attribution,
    url: feed.url,
    isOn: feed.is_on,
    deadline_ms: 2_400,
    responseBytesMax: ANSWER_BYTES,
    // Portals are filled once a day.
    cache_ms: 600_000,
  }
  return { ...feed, mapping: await readPermitMapping(feed.mapping), upstream }
}

/** Lists the feeds in whose jurisdiction a location may be: by its county, else by their boxes. */
export function feedsAt(
  { county, point }: Location,
  feeds: readonly LiveFeed[] = LIVE_FEEDS,
): LiveFeed[] {
  const codes = county && [county.fips, ...county.counterparts]
  return feeds.filter(({ county_fips, bounds }) => {
    const isWithin =
      bounds !== null &&
      point.lng >= bounds[0] &&
      point.lat >= bounds[1] &&
      point.lng <= bounds[2] &&
      point.lat <= bounds[3]
    if (codes === null) return isWithin
    return county_fips.some((fips) => codes.includes(fips)) && (bounds === null || isWithin)
  })
}

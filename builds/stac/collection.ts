import { posix } from 'node:path'
import type { Archive, HashedFile, Manifest, Pack } from '../../catalog/manifest.ts'
import { type Box, boxAround } from '../../geometry/polygons.ts'
import { LAYERS } from '../../layers/index.ts'
import { distinct } from '../../values/distinct.ts'
import {
  ATTRIBUTION_EXTENSION,
  assetOf,
  CATALOG_FILE,
  collectionFile,
  FILE_EXTENSION,
  linkTo,
  type Placed,
  STAC_VERSION,
  type StacAsset,
  type StacDocument,
  type StacItem,
} from './document.ts'
import { type CataloguedPartition, itemOf } from './item.ts'
import { type Origin, retrievedAt, sourcesOf, vintagesOf } from './origin.ts'
import { attributionOf, fictionOf, licenceOf, providersOf, rightsLinks } from './rights.ts'

/** A layer of the build: its partitions, and the files that are of the layer as a whole. */
export interface CataloguedLayer {
  id: string
  partitions: readonly CataloguedPartition[]
  packs: readonly Pack[]
  archives: readonly Archive[]
  database: HashedFile
}

const WORLD: Box = [-180, -90, 180, 90]

/** A layer's Collection and the Items of its partitions. */
export function collectionOf(
  layer: CataloguedLayer,
  build: Pick<Manifest, 'build' | 'created_at'>,
): { collection: Placed; items: Placed<StacItem>[] } {
  const items = layer.partitions.map((partition) => itemOf(partition, build))
  const file = collectionFile(layer.id)
  const origins = layer.partitions.flatMap((partition) => partition.origins)
  const { title, description, category } = textsOf(layer.id)
  const fiction = fictionOf(origins)
  const document: StacDocument = {
    type: 'Collection',
    stac_version: STAC_VERSION,
    stac_extensions: [FILE_EXTENSION, ATTRIBUTION_EXTENSION],
    id: layer.id,
    title,
    description: [description, fiction].filter((sentence) => sentence !== '').join(' '),
    keywords: distinct([
      layer.id,
      category,
      ...layer.partitions.flatMap(({ table, areaName }) => [
        table,
        ...(areaName ? [areaName] : []),
      ]),
      ...(fiction ? ['fictional'] : []),
    ]),
    license: licenceOf(origins),
    providers: providersOf(origins),
    attribution: attributionOf(origins),
    extent: {
      spatial: {
        bbox: [boxAround(items.flatMap(({ document: { bbox } }) => (bbox ? [bbox] : []))) ?? WORLD],
      },
      temporal: { interval: [intervalOf(items)] },
    },
    summaries: summariesOf(layer.partitions, origins),
    assets: assetsOf(file, layer),
    links: [
      linkTo('root', file, CATALOG_FILE),
      linkTo('parent', file, CATALOG_FILE),
      ...items.map((item) =>
        linkTo('item', file, item.file, item.document.properties.title as string),
      ),
      linkTo('describedby', file, 'manifest.json', 'Manifest of the build: locks, counts, audits'),
      ...rightsLinks(file, origins),
    ],
  }
  return { collection: { file, document }, items }
}

/** Tables that no layer owns are the platform's: the declared coverages, and what it derives. */
function textsOf(layer: string) {
  const found = LAYERS.find(({ id }) => id === layer)
  if (found) return found.catalog
  return {
    title: 'Tables of the build as a whole',
    description: 'What the partitions declare to cover, and tables made of several layers.',
    category: 'platform',
  }
}

/** The first and the last instant of all Items; RFC 3339 in UTC sorts as text. */
function intervalOf(items: readonly Placed<StacItem>[]): [string, string] {
  const times = items.flatMap(({ document: { properties } }) => {
    const { datetime, start_datetime, end_datetime } = properties as Record<string, string | null>
    return [datetime ?? start_datetime!, datetime ?? end_datetime!]
  })
  const sorted = times.sort()
  return [sorted[0], sorted[sorted.length - 1]]
}

function summariesOf(partitions: readonly CataloguedPartition[], origins: readonly Origin[]) {
  const copies = partitions.map((partition) => retrievedAt(partition.origins)).sort()
  return {
    'plat:table': distinct(partitions.map(({ table }) => table)),
    'plat:vintage': vintagesOf(origins),
    'plat:retrieved_at': { minimum: copies[0], maximum: copies[copies.length - 1] },
    'plat:sources': sourcesOf(origins).map(({ id }) => id),
    ...(partitions.some(({ facts }) => facts.hasGeometry) && { 'proj:code': ['OGC:CRS84'] }),
  }
}

/** A table has several files, each of one or more partitions: `pack-parcels-bangor`. */
function packName({ table, file }: Pack): string {
  return `pack-${table}-${posix.basename(file, '.pack')}`
}

function drawnBy({ tiler }: Archive): string {
  return tiler ? `, drawn by ${tiler.name} ${tiler.version}` : ''
}

function assetsOf(file: string, { packs, archives, database }: CataloguedLayer) {
  const assets: Record<string, StacAsset> = {}
  for (const archive of archives)
    assets.tiles = assetOf(file, archive, {
      title: `Vector tiles of zooms ${archive.min_zoom} to ${archive.max_zoom}${drawnBy(archive)}`,
      type: 'application/vnd.pmtiles',
      roles: ['visual'],
    })
  for (const pack of packs)
    assets[packName(pack)] = assetOf(file, pack, {
      title: `Lookup pack of ${pack.table}: the service's own format`,
      type: 'application/octet-stream',
      roles: ['index'],
    })
  assets.database = assetOf(file, database, {
    title: 'DuckDB file of the whole build, for SQL',
    type: 'application/octet-stream',
    roles: ['data'],
  })
  return assets
}

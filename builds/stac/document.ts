import { posix } from 'node:path'
import type { MultiPolygon, Polygon } from 'geojson'
import type { HashedFile } from '../../catalog/manifest.ts'
import type { Box } from '../../geometry/polygons.ts'

/** The part of STAC 1.1.0 (github.com/radiantearth/stac-spec) that builds write. */
export const STAC_VERSION = '1.1.0'

const EXTENSIONS = 'https://stac-extensions.github.io'
/** The extensions whose fields we write, at the versions whose schemas the tests check against. */
export const FILE_EXTENSION = `${EXTENSIONS}/file/v2.1.0/schema.json`
export const TABLE_EXTENSION = `${EXTENSIONS}/table/v1.3.0/schema.json`
export const PROJECTION_EXTENSION = `${EXTENSIONS}/projection/v2.0.0/schema.json`
export const ATTRIBUTION_EXTENSION = `${EXTENSIONS}/attribution/v0.1.0/schema.json`

/** The folder of the catalog inside a build. */
export const STAC_FOLDER = 'stac'
export const CATALOG_FILE = `${STAC_FOLDER}/catalog.json`

export interface StacLink {
  rel: string
  href: string
  type?: string
  title?: string
}

export interface StacAsset {
  href: string
  title: string
  type: string
  roles: string[]
  'file:size': number
  'file:checksum': string
  [field: string]: unknown
}

/** Fields that Items, Collections and Catalogs have in common. */
export interface StacDocument {
  type: 'Feature' | 'Collection' | 'Catalog'
  stac_version: typeof STAC_VERSION
  stac_extensions?: string[]
  id: string
  links: StacLink[]
  [field: string]: unknown
}

export interface StacItem extends StacDocument {
  type: 'Feature'
  collection: string
  /**
   * Ground of the rows in lon/lat, with its box; null when nothing states the ground of the rows.
   */
  geometry: Polygon | MultiPolygon | null
  bbox?: Box
  properties: Record<string, unknown>
  assets: Record<string, StacAsset>
}

/** A document and the path that it is written to, inside the build. */
export interface Placed<Document extends StacDocument = StacDocument> {
  file: string
  document: Document
}

/** A link from one file of the build to another: relative, so that a build may be moved. */
export function linkTo(rel: string, from: string, to: string, title?: string): StacLink {
  const type = MEDIA_TYPES[rel] ?? (to.endsWith('.md') ? 'text/markdown' : 'application/json')
  return { rel, href: relativeTo(from, to), type, ...(title && { title }) }
}

const MEDIA_TYPES: Record<string, string> = { item: 'application/geo+json' }

/** Path of a layer's collection inside the build. */
export function collectionFile(layer: string): string {
  return `${STAC_FOLDER}/${layer}/collection.json`
}

/** A file of the build as an asset of the document at `from`. */
export function assetOf(
  from: string,
  { file, bytes, sha256 }: HashedFile,
  about: { title: string; type: string; roles: string[]; [field: string]: unknown },
): StacAsset {
  // A multihash: 0x12 is SHA-256, 0x20 its 32 bytes.
  const checksum = `1220${sha256}`
  return {
    href: relativeTo(from, file),
    ...about,
    'file:size': bytes,
    'file:checksum': checksum,
  }
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

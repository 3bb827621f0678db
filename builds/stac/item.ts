import type { Manifest, Partition, Raster } from '../../catalog/manifest.ts'
import { distinct } from '../../values/distinct.ts'
import {
  ATTRIBUTION_EXTENSION,
  assetOf,
  CATALOG_FILE,
  collectionFile,
  FILE_EXTENSION,
  linkTo,
  type Placed,
  PROJECTION_EXTENSION,
  STAC_FOLDER,
  STAC_VERSION,
  type StacAsset,
  type StacItem,
  TABLE_EXTENSION,
} from './document.ts'
import { type Footprint, footprintOf } from './footprint.ts'
import {
  lockRecords,
  type Origin,
  retrievedAt,
  sourcesOf,
  type TimesAre,
  timesOf,
  vintagesOf,
} from './origin.ts'
import { attributionOf, fictionOf, licenceOf, providersOf, rightsLinks } from './rights.ts'
import type { TableFacts } from './table-facts.ts'

/** One partition of one table, with the properties that the manifest lacks. */
export interface CataloguedPartition {
  table: string
  layer: string
  partition: Partition
  facts: TableFacts
  /** Origin of its rows; that of the whole build for a table that is derived from others. */
  origins: readonly Origin[]
  /** Name of the area that it covers, and that area as WKB in hex; null where not declared. */
  areaName: string | null
  coverageWkb: string | null
  /** Files that its rows name. */
  rasters: readonly Raster[]
}

type BuildFacts = Pick<Manifest, 'build' | 'created_at'>

/** The Item of a partition: its GeoParquet file with its ground, dates and terms. */
export function itemOf(each: CataloguedPartition, build: BuildFacts): Placed<StacItem> {
  const { table, layer, partition, facts, origins } = each
  const id = `${table}-${partition.id}`
  const file = `${STAC_FOLDER}/${layer}/${id}.json`
  const rows = facts.boxOf(partition.file)
  const footprint = footprintOf(each.coverageWkb, rows)
  const { hasGeometry } = facts
  const document: StacItem = {
    type: 'Feature',
    stac_version: STAC_VERSION,
    stac_extensions: [
      FILE_EXTENSION,
      TABLE_EXTENSION,
      ATTRIBUTION_EXTENSION,
      ...(hasGeometry ? [PROJECTION_EXTENSION] : []),
    ],
    id,
    collection: layer,
    geometry: footprint?.geometry ?? null,
    ...(footprint && { bbox: footprint.bbox }),
    properties: propertiesOf(each, build, footprint),
    assets: {
      data: assetOf(file, partition, {
        title: hasGeometry ? `GeoParquet of ${id}` : `Parquet of ${id}, without geometry`,
        type: 'application/vnd.apache.parquet',
        roles: ['data'],
        attribution: attributionOf(origins),
        ...(rows && { 'proj:bbox': rows }),
      }),
      ...rasterAssets(file, each),
    },
    links: [
      linkTo('root', file, CATALOG_FILE),
      linkTo('parent', file, collectionFile(layer)),
      linkTo('collection', file, collectionFile(layer)),
      linkTo('describedby', file, 'manifest.json', 'Manifest of the build: locks, counts, audits'),
      ...rightsLinks(file, origins),
    ],
  }
  return { file, document }
}

/** The rasters that the rows name, as more assets of their Item. */
function rasterAssets(
  from: string,
  { partition, rasters, origins }: CataloguedPartition,
): Record<string, StacAsset> {
  return Object.fromEntries(
    rasters.map((raster, i) => {
      const asset = assetOf(from, raster, {
        title: `Cloud Optimized GeoTIFF of ${partition.id}, in longitude and latitude`,
        type: 'image/tiff; application=geotiff; profile=cloud-optimized',
        roles: ['data'],
        attribution: attributionOf(origins),
        'proj:shape': [raster.height, raster.width],
      })
      return [i === 0 ? 'raster' : `raster_${i + 1}`, asset]
    }),
  )
}

function propertiesOf(
  { table, layer, partition, facts, origins, areaName }: CataloguedPartition,
  { build, created_at }: BuildFacts,
  footprint: Footprint | null,
): Record<string, unknown> {
  const sources = sourcesOf(origins)
  const { times, are } = timesOf(origins)
  const vintages = vintagesOf(origins).join('; ')
  const title = `${table}, ${areaName ?? partition.id}: ${vintages}`
  return {
    title,
    description: describe(facts, origins, are),
    ...times,
    created: created_at,
    updated: created_at,
    license: licenceOf(origins),
    providers: providersOf(origins),
    'table:columns': facts.columns,
    'table:row_count': partition.rows,
    ...(facts.hasGeometry && { 'table:primary_geometry': 'geometry', 'proj:code': 'OGC:CRS84' }),
    'plat:build': build,
    'plat:layer': layer,
    'plat:table': table,
    'plat:partition': partition.id,
    ...(partition.county_fips && { 'plat:county_fips': partition.county_fips }),
    'plat:vintage': vintages,
    'plat:datetime_is': are,
    'plat:retrieved_at': retrievedAt(origins),
    'plat:fictional': sources.some(({ fictional }) => fictional),
    'plat:sources': sources.map(({ id }) => id),
    'plat:locks': lockRecords(origins),
    'plat:footprint': footprint?.of ?? null,
    'plat:coverage': partition.coverage,
    // Without the examples, because a refused value may hold personal data.
    'plat:rejects': countsOf(partition.rejects),
    'plat:repairs': partition.repairs,
    'plat:notes': distinct(sources.flatMap(({ notes, datum_note }) => [...notes, datum_note])),
  }
}

function describe(facts: TableFacts, origins: readonly Origin[], are: TimesAre): string {
  const titles = sourcesOf(origins).map(({ title }) => title)
  const undated = 'No date of the edition is stated: datetime is when our copy was taken.'
  const sentences = [
    facts.comment,
    `From: ${titles.join('; ')}.`,
    fictionOf(origins),
    are === 'retrieved_at' ? undated : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function countsOf(rejects: Partition['rejects']): Record<string, number> {
  return Object.fromEntries(Object.entries(rejects).map(([stat, { count }]) => [stat, count]))
}

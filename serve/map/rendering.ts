import { type DrawnTable, drawnTables } from '../../layers/drawn-tables.ts'
import type { Layer } from '../../layers/layer.ts'
import { ANSWER_POINTS_MAX } from '../../lookup/box-features.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { MapNames, Rendering } from '../schemas/rendering.ts'
import { DEM_SLUG, demAddress, demOf } from './dem.ts'
import { FEATURES_DEFAULT, FEATURES_MAX } from './features-query.ts'
import type { MapArchive } from './map-archive.ts'
import { archiveOf } from './map-archives.ts'

/** Points of a layer that a map loads in one request: about 0.5 MB. */
const WHOLE_POINTS_MAX = Math.min(20_000, ANSWER_POINTS_MAX)

/** MapLibre's `hillshade-exaggeration`, 0 to 1: the default of the library. */
const EXAGGERATION = 0.5

/** Placeholder in a `query_url` for west,south,east,north in degrees. */
const BOX_PLACEHOLDER = '{bbox}'

/**
 * How a map draws a layer of the build: from the layer's archive, as hillshade for the elevation
 * rasters, else as GeoJSON from the first drawable table in the build. Small tables are loaded
 * whole, others by the box in view. Addresses begin with `base`.
 */
export function renderingOf(layer: Layer, build: ServedBuild, base: string): Rendering {
  const { slug } = layer.catalog
  const archive = archiveOf(build, slug)
  if (archive) return vectorTiles(layer, archive, build.id, base)
  const dem = slug === DEM_SLUG ? demOf(build) : null
  if (dem)
    return {
      type: 'hillshade',
      dem_url: demAddress(base, build.id),
      exaggeration: EXAGGERATION,
      min_zoom: dem.minZoom,
      max_zoom: dem.maxZoom,
    }
  const drawn = drawnTables(layer)
  const found = drawn.find(({ table }) => (build.packs.get(table)?.rows ?? 0) > 0)
  if (!found) return { type: 'none' }
  const pack = build.packs.get(found.table)!
  const isMain = found === drawn[0]
  const path = `${base}/v1/layers/${slug}/features`
  const address = (box: string) => `${path}?bbox=${box}${isMain ? '' : `&table=${found.table}`}`
  const isSmall = pack.rows <= FEATURES_DEFAULT && pack.points <= WHOLE_POINTS_MAX
  if (isSmall)
    return {
      type: 'geojson',
      url: address('-180,-90,180,90'),
      id_property: found.key,
      ...geometryAndLabel(found),
    }
  return {
    type: 'live_geojson',
    query_url: `${address(BOX_PLACEHOLDER)}&limit=${FEATURES_MAX}`,
    ...geometryAndLabel(found),
    min_zoom: found.minZoom,
    ...(found.colorBy && { color_by: found.colorBy }),
  }
}

/**
 * The tables of a layer in the build whose labels orient people, besides what the layer is drawn
 * from. Areas are requested as one point each.
 */
export function namesOf(layer: Layer, build: ServedBuild, base: string): MapNames[] {
  return drawnTables(layer).flatMap(({ table, geometry, label, minZoom, isNames }) => {
    if (!isNames || !label || (build.packs.get(table)?.rows ?? 0) === 0) return []
    const shape = geometry === 'polygons' ? '&shape=point' : ''
    const query_url = `${base}/v1/layers/${layer.catalog.slug}/features?bbox=${BOX_PLACEHOLDER}&table=${table}${shape}`
    const drawnAs = geometry === 'polygons' ? 'point' : GEOMETRIES[geometry]
    return [{ id: table, query_url, geometry: drawnAs, min_zoom: minZoom, label_property: label }]
  })
}

const GEOMETRIES = {
  points: 'point',
  polygons: 'polygon',
  lines: 'line',
} as const satisfies Record<DrawnTable['geometry'], string>

function geometryAndLabel({ geometry, label }: DrawnTable) {
  return { geometry: GEOMETRIES[geometry], ...(label && { label_property: label }) }
}

function vectorTiles(
  { catalog: { slug }, archive: definition }: Layer,
  { header, metadata }: MapArchive,
  build: string,
  base: string,
): Rendering {
  const { minLon, minLat, maxLon, maxLat } = header
  const { vector_layers, 'plat:labels': label_layer } = metadata
  const drawn = vector_layers.filter(({ id }) => id !== label_layer)
  const colorBy = definition?.colorBy
  // Archives of before a property was drawn lack it.
  const isColored = colorBy && drawn.some(({ fields }) => colorBy.property in fields)
  return {
    type: 'vector_tiles',
    sources: [
      {
        id: slug,
        tile_url: tileAddress(base, slug, build),
        min_zoom: header.minZoom,
        max_zoom: header.maxZoom,
        bounds: [minLon, minLat, maxLon, maxLat],
        source_layers: drawn.map(({ id, fields }) => ({ id, fields })),
        ...(label_layer !== undefined && { label_layer }),
      },
    ],
    ...(isColored && { color_by: colorBy }),
    ...(definition?.label && { label_property: definition.label }),
  }
}

/** The address of a layer's tiles. It names the build, so they may be cached forever. */
export function tileAddress(base: string, slug: string, build: string): string {
  return `${base}/v1/tiles/${slug}/{z}/{x}/{y}.mvt?build=${encodeURIComponent(build)}`
}

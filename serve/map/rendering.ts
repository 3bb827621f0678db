import { type DrawnTable, drawnTables } from '../../layers/drawn-tables.ts'
import type { Layer } from '../../layers/layer.ts'
import { ANSWER_POINTS_MAX } from '../../lookup/box-features.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { Rendering } from '../schemas/rendering.ts'
import { DEM_SLUG, demAddress, demOf } from './dem.ts'
import { FEATURES_DEFAULT, FEATURES_MAX } from './features-query.ts'
import type { MapArchive } from './map-archive.ts'
import { archiveOf } from './map-archives.ts'

/** Points of a whole layer that a map loads at once: about 0.5 MB. */
const WHOLE_POINTS_MAX = Math.min(20_000, ANSWER_POINTS_MAX)

/** Of MapLibre's `hillshade-exaggeration`, 0 to 1: its own default. */
const EXAGGERATION = 0.5

/** Stands in a `query_url` for west,south,east,north in degrees. */
export const BOX_PLACEHOLDER = '{bbox}'

/**
 * How a map draws what the build has of a layer: from its archive; the layer of rasters as shaded
 * ground; else from the first table of
 * shapes that is in the build, whole where one answer holds it and by what the view shows where not.
 * Addresses begin with `base`.
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
  const isSmall = pack.rows <= FEATURES_DEFAULT && pack.header.points <= WHOLE_POINTS_MAX
  if (isSmall)
    return {
      type: 'geojson',
      url: address('-180,-90,180,90'),
      id_property: found.key,
      ...facts(found),
    }
  return {
    type: 'live_geojson',
    query_url: `${address(BOX_PLACEHOLDER)}&limit=${FEATURES_MAX}`,
    ...facts(found),
    min_zoom: found.minZoom,
    ...(found.colorBy && { color_by: found.colorBy }),
  }
}

function facts({ geometry, label }: DrawnTable) {
  const kind = geometry === 'points' ? ('point' as const) : ('polygon' as const)
  return { geometry: kind, ...(label && { label_property: label }) }
}

function vectorTiles(
  { catalog: { slug }, archive: definition }: Layer,
  { header, metadata }: MapArchive,
  build: string,
  base: string,
): Rendering {
  const { minLon, minLat, maxLon, maxLat } = header
  return {
    type: 'vector_tiles',
    sources: [
      {
        id: slug,
        tile_url: tileAddress(base, slug, build),
        min_zoom: header.minZoom,
        max_zoom: header.maxZoom,
        bounds: [minLon, minLat, maxLon, maxLat],
        source_layers: metadata.vector_layers.map(({ id, fields }) => ({ id, fields })),
      },
    ],
    ...(definition?.colorBy && { color_by: definition.colorBy }),
  }
}

/** The address of a layer's tiles: it names the build, so that they may be kept for good. */
export function tileAddress(base: string, slug: string, build: string): string {
  return `${base}/v1/tiles/${slug}/{z}/{x}/{y}.mvt?build=${encodeURIComponent(build)}`
}

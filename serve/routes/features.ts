import { type Box, GRID } from '../../geometry/polygons.ts'
import { ApiError, invalidRequest } from '../../http/error-codes.ts'
import { quote } from '../../http/query.ts'
import { runInSlices } from '../../http/time-slice.ts'
import { type DrawnTable, drawnTables } from '../../layers/drawn-tables.ts'
import { LAYERS } from '../../layers/index.ts'
import { sourcesOf } from '../../layers/source-of.ts'
import { type BoxFeatures, featuresInBoxes } from '../../lookup/box-features.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { assertOnlyDemo, clipToDemo, demoAreaFor } from '../demo/demo-area.ts'
import { LayerPath, layerBySlug } from '../layers/layer-by-slug.ts'
import {
  type FeaturesParams,
  FeaturesQuery,
  featuresCost,
  parseFeaturesQuery,
} from '../map/features-query.ts'
import { hintSwappedBox } from '../queries/box-hint.ts'
import type { LayerFeatures } from '../schemas/map.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

export function featuresRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers/{slug}/features',
    operationId: 'listFeatures',
    tag: 'Layers',
    summary: 'Features of a layer in a box, as GeoJSON',
    description:
      'Unclipped features of one table of the layer, in the order of the table. A polygon is included ' +
      'when its bounding box, or that of a piece of at most 256 points, intersects the box, so a few ' +
      'near the edge may lie outside. Features and points per answer are limited; `truncated` and `hint` ' +
      'report what is missing.',
    query: FeaturesQuery,
    params: LayerPath,
    answer: {
      description: 'A feature collection.',
      schema: 'LayerFeatures',
      mediaType: 'application/geo+json',
    },
    failures: [404, 503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    cost: featuresCost,
    isBulky: true,
    examples: ({ shapes }) =>
      shapes
        ? [
            {
              title: 'Features in a box, at most one',
              params: { slug: shapes.slug },
              query: { bbox: shapes.box.join(','), limit: '1' },
            },
          ]
        : [],
    isInDemo: true,
    async handle(request, _reply, slice): Promise<LayerFeatures> {
      const parsed = parseFeaturesQuery(request.query)
      const { slug } = request.params as { slug: string }
      const layer = layerBySlug(slug)
      const drawn = tableOf(drawnTables(layer), parsed.table, slug)
      const lease = requireBuild(builds)
      try {
        const area = demoAreaFor(request, lease.build)
        const boxes = area ? parsed.boxes.map((box) => clipToDemo(area, box)) : parsed.boxes
        if (area) for (const box of boxes) assertOnlyDemo(area, lease.build, drawn.table, box)
        const params = { ...parsed, boxes }
        return await runInSlices(answerSteps(slug, drawn, params, lease.build), slice)
      } finally {
        lease.release()
      }
    },
  }
}

function tableOf(tables: DrawnTable[], name: string | undefined, slug: string): DrawnTable {
  if (tables.length === 0) {
    const drawable = LAYERS.filter((layer) => drawnTables(layer).length > 0)
    const slugs = drawable.map(({ catalog }) => catalog.slug).join(', ')
    throw new ApiError(404, `Layer ${slug} has no features.`, {
      param: 'slug',
      hint: `Layers with features: ${slugs}.`,
    })
  }
  const found = name === undefined ? tables[0] : tables.find(({ table }) => table === name)
  if (found) return found
  const names = tables.map(({ table }) => table).join(', ')
  throw invalidRequest(
    'table',
    `Layer ${slug} has no drawable table ${quote(name!)}.`,
    `table: one of ${names}; default ${tables[0].table}`,
  )
}

function* answerSteps(
  slug: string,
  drawn: DrawnTable,
  { boxes, limit, asPoints }: FeaturesParams,
  { id, packs }: ServedBuild,
): Generator<void, LayerFeatures> {
  if (!packs.has(drawn.table))
    throw new ApiError(404, `The build in service has no table ${drawn.table}.`, {
      param: 'slug',
      hint: 'See GET /v1/layers for the layers of the build.',
    })
  const found = yield* featuresInBoxes(packs, drawn, boxes, { limit, asPoints })
  const swapped =
    found.matched === 0 && boxes.length === 1 ? hintSwappedBox(packs, degreesOf(boxes[0])) : ''
  const hint = swapped || hintOf(found, limit)
  return {
    type: 'FeatureCollection',
    features: found.features as LayerFeatures['features'],
    layer: slug,
    table: drawn.table,
    build: id,
    limit,
    number_returned: found.features.length,
    number_matched: found.matched,
    truncated: found.isTruncated,
    ...(hint && { hint }),
    sources: sourcesOf(found.partitions),
  }
}

const degreesOf = (box: Box): Box => box.map((side) => side / GRID) as Box

/** Explains why features may be missing from the answer. */
function hintOf({ features, matched, oversized, isTruncated }: BoxFeatures, limit: number) {
  if (matched === 0)
    return 'No features here. Where no source covers the area, this does not mean that there are none: see `coverage` of the layer.'
  if (!isTruncated) return undefined
  const large =
    oversized > 0 ? `${oversized} with too many points for one answer are left out. ` : ''
  const why =
    features.length === limit
      ? `The answer has the first ${limit} in the order of the table. `
      : 'The answer has as many as its limit of points allows. '
  return `${large}${why}Request a smaller box, or use the tiles of the layer where it has them.`
}

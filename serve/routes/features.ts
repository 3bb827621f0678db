import { type DrawnTable, drawnTables } from '../../layers/drawn-tables.ts'
import { LAYERS } from '../../layers/index.ts'
import { sourcesOf } from '../../layers/source-of.ts'
import { type BoxFeatures, featuresInBoxes } from '../../lookup/box-features.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { ApiError, invalidRequest } from '../http/error-codes.ts'
import { quote } from '../http/query.ts'
import { runInSlices } from '../http/time-slice.ts'
import { LayerPath, layerBySlug } from '../layers/layer-by-slug.ts'
import {
  FeaturesQuery,
  type FeaturesQuestion,
  featuresCost,
  parseFeaturesQuery,
} from '../map/features-query.ts'
import type { LayerFeatures } from '../schemas/map.ts'
import { noBuild } from './location.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

export function featuresRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers/{slug}/features',
    operationId: 'listFeatures',
    tag: 'Layers',
    summary: 'Features of a layer in a box, as GeoJSON',
    description:
      'Whole shapes of one table of the layer, not clipped, in the order of the table. A polygon ' +
      'belongs where its box, or that of a piece of at most 256 points, meets the box: a few near ' +
      'the edge may not touch it. Answers are capped in features and in points, and say so.',
    query: FeaturesQuery,
    params: LayerPath,
    answer: {
      description: 'A feature collection.',
      schema: 'LayerFeatures',
      mediaType: 'application/geo+json',
    },
    failures: [404, 503],
    cacheControl: 'no-cache',
    hasTag: true,
    cost: featuresCost,
    isBulky: true,
    examples: ({ shapes }) =>
      shapes
        ? [
            {
              title: 'What a map shows, at most one feature',
              params: { slug: shapes.slug },
              query: { bbox: shapes.box.join(','), limit: '1' },
            },
          ]
        : [],
    async handle(request, _reply, slice): Promise<LayerFeatures> {
      const question = parseFeaturesQuery(request.query)
      const { slug } = request.params as { slug: string }
      const layer = layerBySlug(slug)
      const drawn = tableOf(drawnTables(layer), question.table, slug)
      const lease = builds.acquire()
      if (!lease) throw noBuild()
      try {
        return await runInSlices(answerSteps(slug, drawn, question, lease.build), slice)
      } finally {
        lease.release()
      }
    },
  }
}

function tableOf(tables: DrawnTable[], asked: string | undefined, slug: string): DrawnTable {
  if (tables.length === 0) {
    const drawable = LAYERS.filter((layer) => drawnTables(layer).length > 0)
    const slugs = drawable.map(({ catalog }) => catalog.slug).join(', ')
    throw new ApiError(404, `Layer ${slug} has no shapes to draw.`, {
      param: 'slug',
      hint: `Layers with shapes: ${slugs}.`,
    })
  }
  const found = asked === undefined ? tables[0] : tables.find(({ table }) => table === asked)
  if (found) return found
  const names = tables.map(({ table }) => table).join(', ')
  throw invalidRequest(
    'table',
    `Layer ${slug} draws no table ${quote(asked!)}.`,
    `table: one of ${names}; default ${tables[0].table}`,
  )
}

function* answerSteps(
  slug: string,
  drawn: DrawnTable,
  { boxes, limit }: FeaturesQuestion,
  { id, packs }: ServedBuild,
): Generator<void, LayerFeatures> {
  if (!packs.has(drawn.table))
    throw new ApiError(404, `The build in service has no table ${drawn.table}.`, {
      param: 'slug',
      hint: 'See GET /v1/layers for what it has.',
    })
  const found = yield* featuresInBoxes(packs, drawn, boxes, limit)
  const hint = hintOf(found, limit)
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

/** Why something is not there that a reader might look for. */
function hintOf({ features, matched, oversized, isTruncated }: BoxFeatures, limit: number) {
  if (matched === 0)
    return 'Nothing here. Where no source covers the ground that says nothing: see `coverage` of the layer.'
  if (!isTruncated) return undefined
  const large = oversized > 0 ? `${oversized} with too many points for any answer left out. ` : ''
  const why =
    features.length === limit
      ? `The first ${limit} in the order of the table. `
      : 'As many as the points of one answer allow. '
  return `${large}${why}Ask a smaller box, or draw the tiles of the layer where it has them.`
}

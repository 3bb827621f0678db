import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { drawnTables } from '../../layers/drawn-tables.ts'
import { LAYERS, SECTION_NAMES } from '../../layers/index.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { DEM_SLUG, demOf } from '../../serve/map/dem.ts'
import { archivedSlugs, archiveOf } from '../../serve/map/map-archives.ts'
import { LOCATIONS_MAX } from '../../serve/queries/locations-body.ts'

/** A question that has an answer: parameters of the path and of the query. */
export interface Question {
  path?: Record<string, string>
  query: Record<string, string>
  /** What is sent as JSON, of an operation that is called by POST. */
  body?: unknown
}

/** Values of a build, and questions about each operation that are made of them. */
export interface GoodValues {
  /** The plainest questions of an operation; one at least. */
  questions: Record<string, Question[]>
  /** Other values that each parameter may have in any of those questions. */
  values: Record<string, Record<string, string[]>>
}

const FLAGS = ['true', 'false']
/** Rows of the parcel table that questions are made of: first, last, and some between. */
const ROWS = 12

/** `addresses` are whole ones of the build, `cursors` of the list without filters. */
export function goodValues(build: ServedBuild, addresses: string[], cursors: string[]): GoodValues {
  const pack = build.packs.get('parcels')!
  const rows = Array.from({ length: ROWS }, (_, i) =>
    Math.floor((i * (pack.rows - 1)) / (ROWS - 1)),
  )
  const boxes = rows.map((row) => boundsOf(pack.polygons(row)).map((side) => side / GRID))
  const points = boxes.map(([west, south, east, north]) => [(south + north) / 2, (west + east) / 2])
  const of = (column: string) => [
    ...new Set(rows.flatMap((row) => (pack.value(row, column) as string | null) ?? [])),
  ]
  const keys = of('parcel_key')
  const lls = points.map(([lat, lng]) => `${lat},${lng}`)
  const bboxes = boxes.map((box) => box.join(','))
  const anyLl = [...lls, '90,180', '-90,-180', ' 0.5 , -.5 ', '+1.,1', '0,-30']
  const shared = { include_geometry: FLAGS, include_adjacent: FLAGS }
  const sections = [...SECTION_NAMES, ' parcel , flood', 'tax,tax', SECTION_NAMES.join(',')]
  const tiled = archivedSlugs(build)
  const drawn = LAYERS.flatMap((layer) =>
    drawnTables(layer).map(({ table }) => [layer, table] as const),
  )
    .filter(([, table]) => build.packs.has(table))
    .map(([{ catalog }, table]) => ({ slug: catalog.slug, table }))
  const slugs = LAYERS.map(({ catalog }) => catalog.slug).concat('elevation')
  const builds = [build.id, 'another']
  return {
    questions: {
      getLocation: [
        ...lls.map((ll) => ({ query: { ll } })),
        ...points.map(([lat, lng]) => ({ query: { lat: `${lat}`, lng: `${lng}` } })),
        ...addresses.map((address) => ({ query: { address } })),
        ...keys.map((parcel) => ({ query: { parcel } })),
      ],
      listLocations: listsOf(points, addresses, keys).map((body) => ({ query: {}, body })),
      getReport: [{ query: { ll: lls[0] } }],
      getExport: [{ query: { ll: lls[0] } }],
      search: [...addresses, '346', 'samp', 'main st', keys[0]].map((q) => ({ query: { q } })),
      listParcels: [{ query: {} }, ...bboxes.map((bbox) => ({ query: { bbox } }))],
      getParcel: keys.map((parcel_key) => ({ path: { parcel_key }, query: {} })),
      listLayers: [{ query: {} }],
      getLayer: slugs.map((slug) => ({ path: { slug }, query: {} })),
      listFeatures: drawn.map(({ slug, table }) => ({
        path: { slug },
        query: { bbox: bboxes[5], table },
      })),
      getTileJson: [...tiled, ...(demOf(build) ? [DEM_SLUG] : [])].map((slug) => ({
        path: { slug },
        query: {},
      })),
      getTile: tiled.map((slug) => ({ path: { slug, ...tileOf(build, slug) }, query: {} })),
      getDemTile: demTiles(build),
      getArchive: tiled.map((slug) => ({ path: { slug }, query: {} })),
      getCoverage: [{ query: { layer: 'flood' } }],
      getCoverageMap: [{ query: { layer: 'flood', county: of('county_fips')[0] } }],
      listUpstreams: [{ query: {} }],
      getHealth: [{ query: {} }],
      getOpenApi: [{ query: {} }],
      getDocs: [{ query: {} }],
      getLlmsText: [{ query: {} }],
    },
    values: {
      getLocation: {
        ...shared,
        layers: sections,
        lat: ['.5', '+1.', ' 3 '],
        lng: ['180', '-.5'],
        ll: anyLl,
      },
      // PDF is printed in `report.test.ts`: a browser takes seconds.
      getReport: {
        ...{ format: ['html'], paper: ['letter', 'a4'], units: ['us', 'metric'] },
        ...{ layers: sections, lat: ['.5'], lng: ['180'], ll: ['0,-30'] },
        ...{ address: addresses.slice(0, 1), parcel: keys.slice(0, 1) },
      },
      getExport: {
        format: ['csv', 'geojson', 'gpkg'],
        ...{ layers: sections, lat: ['.5'], lng: ['180'], ll: ['0,-30'] },
        ...{ address: addresses.slice(0, 1), parcel: keys.slice(0, 1) },
      },
      search: { types: ['address', 'zip,county', ' place '], limit: ['1', '50'], near: anyLl },
      listParcels: {
        county: of('county_fips'),
        zip: of('situs_zip'),
        use_code: [...of('use_code'), 'X', '\u{1F30A}'.repeat(100)],
        bbox: [...bboxes, '-180,-90,180,90', ' 0 , 0 , 0 , 0 '],
        limit: ['1', '100', '007'],
        cursor: cursors,
        include_geometry: FLAGS,
      },
      getParcel: { include_geometry: FLAGS },
      listFeatures: {
        bbox: [...bboxes, '179,-1,-179,1'],
        limit: ['1', '5000'],
        shape: ['whole', 'point'],
      },
      getTile: { build: builds },
      getDemTile: { build: builds },
      getArchive: { build: builds },
      getCoverage: {
        layer: [...SECTION_NAMES, ' tax '],
        state: ['ZZ', 'zz', '99', 'ME'],
        county: [...of('county_fips'), '23019'],
      },
      getCoverageMap: { layer: [...SECTION_NAMES, ' tax '], county: of('county_fips') },
    },
  }
}

/** Bodies of lists of locations: one, some of each kind, as many as are allowed. */
function listsOf(points: number[][], addresses: string[], keys: string[]): unknown[] {
  const [[lat, lng]] = points
  const far = { lat: -0, lng: 180 }
  const mixed = [
    ...points.map(([lat, lng]) => ({ lat, lng })),
    ...[...addresses, 'qqqqqqqq'].map((address) => ({ address })),
    ...[...keys, 'pk_none'].map((parcel) => ({ parcel })),
  ]
  return [
    { locations: [{ lat, lng }] },
    { locations: [far], layers: ['tax', 'tax', 'parcel'] },
    { locations: mixed, layers: ['parcel'] },
    { locations: Array.from({ length: LOCATIONS_MAX }, () => far), layers: ['flood'] },
  ]
}

/** A tile of heights of each zoom, in the middle of the rasters. */
function demTiles(build: ServedBuild): Question[] {
  const dem = demOf(build)
  if (!dem) return []
  const [west, south, east, north] = dem.bounds
  return [dem.minZoom, dem.maxZoom].map((zoom) => ({
    path: { slug: DEM_SLUG, ...placeOf(zoom, (west + east) / 2, (south + north) / 2) },
    query: {},
  }))
}

/** The tile of the most detailed zoom in the middle of an archive. */
function tileOf(build: ServedBuild, slug: string): Record<'z' | 'x' | 'y', string> {
  const { maxZoom, centerLon, centerLat } = archiveOf(build, slug)!.header
  return placeOf(maxZoom, centerLon, centerLat)
}

function placeOf(maxZoom: number, centerLon: number, centerLat: number) {
  const sine = Math.sin((centerLat * Math.PI) / 180)
  const x = Math.floor(((centerLon + 180) / 360) * 2 ** maxZoom)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** maxZoom)
  return { z: `${maxZoom}`, x: `${x}`, y: `${y}` }
}

import { buildDossier, type Packs } from '../dossier/dossier.ts'
import { toGeoJson } from '../geometry/geojson.ts'
import { toGridPoint } from '../geometry/grid-point.ts'
import { type Box, boundsOf, boxAround, GRID, type Polygons } from '../geometry/polygons.ts'
import { thinned } from '../geometry/thinned.ts'
import { trimAround } from '../geometry/trim.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { LAYERS } from '../layers/index.ts'
import type { Layer } from '../layers/layer.ts'
import type { Coverage } from '../layers/location.ts'
import type { Section } from '../layers/section.ts'
import { isDeclared } from '../lookup/covered-areas.ts'
import { partitionsOf } from '../lookup/partitions.ts'
import { type County, countiesOf } from './counties.ts'
import { type CountyLine, countyLinesOf } from './county-lines.ts'
import { type CountyProbe, probesOfCounty } from './county-probes.ts'
import { sectionRows } from './county-tally.ts'
import type { CoverageMap } from './coverage-map-shape.ts'
import { DEFAULT_SEED, expectWhole, pauser, probesPerCounty } from './scorecard.ts'

export interface CoverageMapOptions {
  /** Id of the build, for the payload. */
  build: string
  /** The section. */
  layer: string
  /** Five FIPS digits. */
  county: string
  /** Files of the build that sections read in addition to its packs. */
  outside?: ExternalSources
}

/** Points of all borders in one answer: about 250 kB of GeoJSON. */
export const BORDER_POINTS_MAX = 10_000
/** Details that are drawn: parts of the longer side of the county, so that a screen shows each. */
const DETAILS = 2_000
const METRES_PER_DEGREE = 111_320

type Feature = CoverageMap['features'][number]

/** The county or an area of it, with whole borders until it is drawn. */
interface Shape {
  properties: Exclude<Feature['properties'], { kind: 'probes' }>
  polygons: Polygons
}

/**
 * The areas of a county that the sources of a section declare to cover, and the answers of the
 * section at the probes that the scorecard of the county counts. Null where the build has no such
 * county.
 */
export async function coverageMap(
  packs: Packs,
  { build, layer: id, county: fips, outside = { upstreams: null } }: CoverageMapOptions,
): Promise<CoverageMap | null> {
  const [county] = countiesOf(packs, { county: fips })
  if (!county) return null
  const layer = LAYERS.find((each) => each.id === id)!
  const isLive = layer.tables.length === 0
  const line = countyLinesOf(packs).get(fips) ?? null
  const probes = isLive || !line ? [] : await probedPoints(packs, layer, { county, line, outside })
  const coverage = packs.get('coverage')!
  const rows = new Set(county.rows)
  for (const { at } of probes) for (const row of coverage.rowsAt(...toGridPoint(at))) rows.add(row)
  const inOrder = [...rows].sort((a, b) => a - b)
  const own = sectionRows(coverage, layer, inOrder)
  const { byRow } = partitionsOf(coverage)
  const silent = own.filter((row) => !isDeclared(coverage, row))
  const shapes: Shape[] = own
    .filter((row) => isDeclared(coverage, row))
    .map((row) => ({ properties: areaProperties(byRow[row]), polygons: coverage.polygons(row) }))
  const ground = line?.polygons() ?? null
  if (line && ground)
    shapes.unshift({ properties: { kind: 'county', vintage: line.vintage }, polygons: ground })
  const { features, toleranceM } = await drawnFeatures(shapes, ground)
  return {
    type: 'FeatureCollection',
    features: [...features, ...probeFeatures(probes)],
    layer: id,
    county: { name: county.name, fips, state: county.state! },
    build,
    seed: DEFAULT_SEED,
    probes: probes.length,
    undeclared: [...new Set(silent.map((row) => byRow[row].source_name))].sort(),
    tolerance_m: Number(toleranceM.toFixed(1)),
    note: isLive ? 'live section' : line ? null : 'no county line in this build',
  }
}

function areaProperties({ table, area_name, source_name, source_vintage }: Coverage) {
  return {
    kind: 'area' as const,
    table,
    name: area_name,
    source: source_name,
    vintage: source_vintage,
  }
}

interface ProbedPoint {
  at: { lat: number; lng: number }
  status: Section['status']
  isUnmapped: boolean
}

/** Answers of a section at the points of the scorecard that are spread over the county. */
async function probedPoints(
  packs: Packs,
  layer: Layer,
  { county, line, outside }: { county: County; line: CountyLine; outside: ExternalSources },
): Promise<ProbedPoint[]> {
  const pause = pauser()
  const points: ProbedPoint[] = []
  const numbers = probesPerCounty(1)
  const all = probesOfCounty(packs, county, { line, parcelRows: [] }, numbers, DEFAULT_SEED)
  for (const probe of all) {
    if (!isAnywhere(probe)) break
    const query = { ...probe, layers: [layer.id] }
    const { layers } = await buildDossier(packs, query, outside, expectWhole)
    const section = layers[layer.id]
    const { lat, lng } = probe
    points.push({ at: { lat, lng }, status: section.status, isUnmapped: isUnmapped(section) })
    await pause()
  }
  return points
}

function isAnywhere(probe: CountyProbe): probe is Extract<CountyProbe, { lat: number }> {
  return probe.kind === 'anywhere'
}

/** True for an answer that states that nobody mapped the point. */
function isUnmapped({ data }: Section): boolean {
  return (data as { mapped?: boolean } | null)?.mapped === false
}

function probeFeatures(points: readonly ProbedPoint[]): Feature[] {
  const groups = new Map<string, Extract<Feature, { properties: { kind: 'probes' } }>>()
  for (const { at, status, isUnmapped: is_unmapped } of points) {
    const key = `${status} ${is_unmapped}`
    const group = groups.get(key) ?? {
      type: 'Feature',
      geometry: { type: 'MultiPoint', coordinates: [] },
      properties: { kind: 'probes', status, is_unmapped },
    }
    groups.set(key, group)
    group.geometry.coordinates.push([at.lng, at.lat])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/**
 * The shapes with the details that a map of the county shows, and no more points than an answer may
 * have. Beyond the box of the county a border of a nation is straightened: it is not drawn there.
 */
async function drawnFeatures(shapes: readonly Shape[], county: Polygons | null) {
  const pause = pauser()
  const box = county
    ? boundsOf(county)
    : boxAround(shapes.map(({ polygons }) => boundsOf(polygons)))
  const near: Shape[] = []
  for (const { properties, polygons } of shapes) {
    near.push({ properties, polygons: (county && trimAround(polygons, box!)) ?? polygons })
    await pause()
  }
  for (let toleranceM = box ? detailM(box) : 0; ; toleranceM *= 2) {
    const drawn: Shape[] = []
    for (const { properties, polygons } of near) {
      drawn.push({ properties, polygons: thinned(polygons, toleranceM) })
      await pause()
    }
    const points = drawn.reduce((sum, { polygons }) => sum + polygons.coords.length / 2, 0)
    if (points <= BORDER_POINTS_MAX) return { features: drawn.flatMap(featureOf), toleranceM }
  }
}

/** The feature of a shape; none where all of it is smaller than the details that are drawn. */
function featureOf({ properties, polygons }: Shape): Feature[] {
  if (polygons.polygonEnds.length === 0) return []
  return [{ type: 'Feature', geometry: toGeoJson(polygons), properties } as Feature]
}

/** The size of the details that are drawn of a box in grid units, in metres. */
function detailM([west, south, east, north]: Box): number {
  const cos = Math.cos(((south + north) / 2 / GRID) * (Math.PI / 180))
  const sides = [(east - west) * cos, north - south]
  return (Math.max(...sides) / GRID) * (METRES_PER_DEGREE / DETAILS)
}

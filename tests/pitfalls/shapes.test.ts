import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import type { FloodData } from '../../layers/flood/data.ts'
import { flood } from '../../layers/flood/layer.ts'
import { getTable } from '../../layers/index.ts'
import type { ParcelData } from '../../layers/parcel/data.ts'
import type { SoilsData } from '../../layers/soils/data.ts'
import type { WetlandsData } from '../../layers/wetlands/data.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'
import { boundaries } from '../../pipelines/boundaries/pipeline.ts'
import { writeLayerArchive } from '../../pipelines/stages/tile.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import { zone } from '../fixtures/flood/flood-study.ts'
import {
  type Border,
  borderedCells,
  box,
  corners,
  groundPolygon,
  type Point,
  rectangleWkt,
} from '../fixtures/ground.ts'
import { unitPolygon } from '../fixtures/soils/soil-survey.ts'
import { INVENTORY_PROJECTS, wetland } from '../fixtures/wetlands/wetland-inventory.ts'
import { karneyRing } from '../oracles/karney.ts'
import { floodPart } from './parts/flood-part.ts'
import { parcelPart } from './parts/parcel-part.ts'
import { soilsPart } from './parts/soils-part.ts'
import { wetlandsPart } from './parts/wetlands-part.ts'
import { zoningPart } from './parts/zoning-part.ts'
import { part, type SmallBuild, withBuild } from './small-build.ts'

const SIDE = 4
/**
 * Points between two corners of a wavy border: a cell with four such borders exceeds 256 and is
 * cut.
 */
const WIGGLES = 70

/**
 * A square of cells, in thousandths of a degree from (x0, y0), whose borders are the same points
 * from both sides: every second border straight, the others with seeded waves.
 */
function fabricAt(x0: number, y0: number): string[] {
  const border: Border = (i, j, isEast) => {
    const random = seededRandom(1000 * i + 10 * j + (isEast ? 1 : 0))
    const points: Point[] = [[i, j]]
    for (let k = 1; k <= WIGGLES && (i + j) % 3 > 0; k++) {
      const along = k / (WIGGLES + 1)
      // Flat enough near a corner that the borders which meet there do not cross.
      const off = 0.8 * Math.min(along, 1 - along, 0.2) * (random() - 0.5)
      points.push(isEast ? [i + along, j + off] : [i + off, j + along])
    }
    return points
  }
  return borderedCells(SIDE, border).map((shell) =>
    groundPolygon(shell.map(([x, y]) => [x0 + x, y0 + y])),
  )
}

/** Points on the edges that two cells share: both ends and the middle of each, on the grid. */
function pointsOnSharedEdges(build: SmallBuild, table: string): { lat: number; lng: number }[] {
  const pack = build.packs.get(table)!
  const edges = new Map<string, number>()
  for (let row = 0; row < pack.rows; row++) {
    const { coords } = pack.polygons(row)
    const points = Array.from(
      { length: coords.length / 2 },
      (_, i) => `${coords[2 * i]} ${coords[2 * i + 1]}`,
    )
    for (const [i, point] of points.entries()) {
      const edge = [point, points.at(i - 1)!].sort().join(' ')
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  }
  const found = new Set<string>()
  for (const [edge, cells] of edges) {
    if (cells !== 2) continue
    const [ax, ay, bx, by] = edge.split(' ').map(Number)
    const middle = [ax + bx, ay + by].map((sum) => Math.round(sum / 2))
    for (const point of [[ax, ay], [bx, by], middle]) found.add(point.join(' '))
  }
  return [...found].map((point) => {
    const [x, y] = point.split(' ').map(Number)
    return { lng: x / GRID, lat: y / GRID }
  })
}

test('25: a point on a shared edge is in exactly one parcel, one map unit and one district', async () => {
  // The lots are elsewhere: on a lot, soils and zoning are about the lot and not about the point.
  const [lots, cells] = [fabricAt(0, 0), fabricAt(30, 20)]
  const crs = 'EPSG:26919'
  const parts = [
    parcelPart(
      lots.map((wkt, i) => ({ id: `01-${i}`, wkt })),
      { crs },
    ),
    soilsPart({ polygons: cells.map((wkt, i) => unitPolygon(wkt, `U${i}`, `${i + 1}`)) }, { crs }),
    zoningPart(
      cells.map((wkt, i) => ({ code: `R-${i}`, wkt })),
      { crs },
    ),
  ]
  await withBuild(parts, (build) => {
    const wrong: unknown[] = []
    /** True away from the outline of the whole, where no neighbour can claim a point. */
    const isInside = ({ lat, lng }: { lat: number; lng: number }, x0: number, y0: number) => {
      const [x, y] = [(lng + 72) * 1000 - x0, (lat - 30) * 1000 - y0]
      return x > 0.2 && x < SIDE - 0.2 && y > 0.2 && y < SIDE - 0.2
    }
    const onLots = pointsOnSharedEdges(build, 'parcels').filter((point) => isInside(point, 0, 0))
    for (const point of onLots) {
      const { data } = build.section<ParcelData>('parcel', point)
      if (data?.parcel_count_here !== 1) wrong.push(['parcel', point, data?.parcel_count_here])
    }
    const onCells = pointsOnSharedEdges(build, 'soil_map_units').filter((point) =>
      isInside(point, 30, 20),
    )
    for (const point of onCells) {
      const soils = build.section<SoilsData>('soils', point).data
      if (soils?.soil_units.length !== 1) wrong.push(['soils', point, soils?.soil_units.length])
      const zoning = build.section<ZoningData>('zoning', point).data
      if (zoning?.also_here.length !== 0) wrong.push(['zoning', point, zoning?.also_here.length])
    }
    expect(wrong).toEqual([])
    expect(Math.min(onLots.length, onCells.length)).toBeGreaterThan(2000)
    // Some of the features are cut to pieces.
    const { rows, pieces } = build.packs.get('parcels')!
    expect(pieces).toBeGreaterThan(rows)
  })
})

/** Width of the widest polygon of any row in degrees of longitude. */
function widestDegrees(build: SmallBuild, table: string): number {
  const pack = build.packs.get(table)!
  const widths = Array.from({ length: pack.rows }, (_, row) => widthsOf(pack.polygons(row))).flat()
  return Math.max(...widths) / GRID
}

function widthsOf({ coords, ringEnds }: Polygons): number[] {
  return Array.from(ringEnds, (end, i) => {
    const ring = coords.subarray(i === 0 ? 0 : ringEnds[i - 1] * 2, end * 2)
    const [west, , east] = boundsOf({ coords: ring })
    return east - west
  })
}

/** Writes Alaska alone, as us-atlas draws it: the whole country takes seconds to read. */
function writeAlaska(place: string): void {
  const name = 'counties-10m.json'
  const atlas = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve(`us-atlas/${name}`), 'utf8'),
  ) as Atlas
  const { counties, states } = atlas.objects
  for (const layer of [counties, states])
    layer.geometries = layer.geometries.filter(({ id }) => id.startsWith('02'))
  const all = [...counties.geometries, ...states.geometries].flatMap(({ arcs }) => arcs.flat(2))
  const used = new Set(all.map((arc) => (arc < 0 ? ~arc : arc)))
  // A shape refers to its arcs by their index: arcs of other states are replaced by a stub.
  const arcs = atlas.arcs.map((arc, i) => (used.has(i) ? arc : arc.slice(0, 1)))
  writeFileSync(
    join(place, name),
    JSON.stringify({ ...atlas, arcs, objects: { counties, states } }),
  )
}

interface Atlas {
  arcs: number[][][]
  objects: Record<string, { geometries: { id: string; arcs: number[][] | number[][][] }[] }>
}

test('26: shapes that cross 180 degrees are cut there: Alaska answers on both sides, nothing spans the globe, and areas are true ground areas', async () => {
  const definition = (await boundaries.partitions()).get('us-atlas')!
  // A ring that jumps from 179.9995 E to 179.9995 W, as GeoJSON and shapefiles write it.
  const across = (south: number, north: number) => rectangleWkt(179.9995, south, -179.9995, north)
  const covers = [across(51, 53)]
  const parts = [
    part(boundaries, definition, writeAlaska, { partition: 'us-atlas' }),
    parcelPart([{ id: '01-0001', wkt: across(52, 52.001) }], { covers }),
    floodPart([zone(across(52, 52.0005), { FLD_AR_ID: 'a', FLD_ZONE: 'A' })], {
      covers,
      crs: 'EPSG:4326',
    }),
  ]
  await withBuild(parts, async (build) => {
    for (const [name, lat, lng] of [
      ['Attu', 52.9, 172.9],
      ['Unalaska', 53.7, -166.8],
    ] as const)
      expect(build.section('boundaries', { lat, lng }).data, name).toMatchObject({
        state: 'AK',
        county: { fips: '02016', name: 'Aleutians West Census Area' },
      })
    const sides = [179.9998, -179.9998].map((lng) => ({ lat: 52.0002, lng }))
    const lots = sides.map((point) => build.section<ParcelData>('parcel', point).data!)
    expect(lots[1]).toEqual(lots[0])
    expect(lots[0].area_m2! / karneyRing(corners(179.9995, 52, -179.9995, 52.001))).toBeCloseTo(
      1,
      4,
    )
    for (const point of sides)
      expect(build.section<FloodData>('flood', point).data).toMatchObject({
        is_in_flood_zone: true,
        zones_on_parcel: [{ zone: 'A', coverage_pct: 50 }],
      })
    for (const layer of ['parcel', 'flood', 'boundaries'])
      for (const lng of [0, 100, -100])
        expect(build.section(layer, { lat: 52.0002, lng }).status, layer).toBe('not_covered')
    for (const table of ['counties', 'states', 'parcels', 'flood_zones', 'coverage'])
      expect(widestDegrees(build, table), table).toBeLessThan(180)
    // Alaska and its county have a row on each side: the box of both sides would prune nothing.
    for (const table of ['counties', 'states']) {
      const pack = build.packs.get(table)!
      for (let row = 0; row < pack.rows; row++) {
        const [west, , east] = boundsOf(pack.polygons(row))
        expect((east - west) / GRID, table).toBeLessThan(180)
      }
    }
    expect(build.tally('county', 'parcels').cases).toMatchObject({
      'geometry.split_at_antimeridian': 1,
    })
    // The map shows it on both sides too: a box around the globe would stop the tiler.
    const { file } = build.made.get('study')!.get('flood_zones')!
    const { archive, catalog } = flood
    const table = getTable('flood_zones')
    const tiled = { table, archive: archive!, catalog, attribution: 'Nobody', vintage: '2025' }
    const options = { workers: 1, slices: null, progress: SILENT }
    const ledger = await writeLayerArchive(tiled, [file], `${file}.pmtiles`, options)
    expect(ledger.totals.tiles).toBeGreaterThanOrEqual(2 * ledger.zooms.length)
  })
})

test('27: percentages are of the parcel’s own area and not normalised: overlaps add to more than 100, gaps to less, and the rest is reported', async () => {
  // Two lots of 10 by 1: on one the drawn shapes overlap by a fifth, on the other they leave a
  // fifth.
  const lots = parcelPart([
    { id: '01-0001', wkt: box(0, 0, 10, 1) },
    { id: '01-0002', wkt: box(0, 2, 10, 3) },
  ])
  const drawn = [box(0, 0, 6, 1), box(4, 0, 10, 1), box(0, 2, 4, 3), box(6, 2, 10, 3)]
  const parts = [
    lots,
    floodPart(
      drawn.map((wkt, i) => zone(wkt, { FLD_AR_ID: `${i}`, FLD_ZONE: i % 2 === 0 ? 'A' : 'D' })),
    ),
    soilsPart({ polygons: drawn.map((wkt, i) => unitPolygon(wkt, `U${i}`, `${i + 1}`)) }),
    wetlandsPart(
      drawn.map((wkt, i) =>
        wetland(wkt, { ATTRIBUTE: i % 2 === 0 ? 'PEM1C' : 'PFO1E', NWI_ID: `ZZ-${i}` }),
      ),
      INVENTORY_PROJECTS,
    ),
  ]
  await withBuild(parts, (build) => {
    for (const [y, share, rest] of [
      [0.5, 60, -20],
      [2.5, 40, 20],
    ]) {
      const sectionOf = <Data>(layer: string) => build.section<Data>(layer, [1, y])
      const zones = sectionOf<FloodData>('flood').data!
      expect(zones.zones_on_parcel!.map((row) => row.coverage_pct)).toEqual([share, share])
      expect(zones.unmapped_pct).toBe(rest)
      const soils = sectionOf<SoilsData>('soils').data!
      expect(soils.soil_units.map((unit) => unit.coverage_pct)).toEqual([share, share])
      expect(soils.unmapped_pct).toBe(rest)
      const wetlands = sectionOf<WetlandsData>('wetlands')
      expect(wetlands.data!.wetlands.map((row) => row.coverage_pct)).toEqual([share, share])
      expect(wetlands.data!.parcel_coverage_pct).toBe(2 * share)
      const text = 'percentages count the overlap more than once'
      expect(wetlands.source!.note!.includes(text)).toBe(rest < 0)
    }
  })
})

test('28: a broken polygon is repaired if that preserves its area, otherwise refused and counted; none vanishes', async () => {
  const ring = (...points: Point[]) => groundPolygon(points)
  const shapes = {
    sound: box(0, 0, 1, 1),
    spiked: ring([2, 0], [3, 0], [3, 1], [2.5, 1], [2.5, 3], [2.5, 1], [2, 1]),
    twisted: ring([4, 0], [5, 0], [5, 1], [4.02, 1], [4, 0.98], [4, 1], [4.02, 0.98]),
    // Its two lobes have opposite windings: the area as drawn is their difference.
    bowTie: ring([6, 0], [9, 3], [9, 0], [6, 4]),
  }
  const lots = Object.entries(shapes).map(([id, wkt]) => ({ id, wkt }))
  await withBuild([parcelPart(lots)], (build) => {
    const at = (x: number, y: number) => build.section<ParcelData>('parcel', [x, y])
    const whole = at(0.5, 0.5).data!.area_m2!
    for (const x of [2.5, 4.5]) expect(at(x, 0.5).data!.area_m2! / whole).toBeCloseTo(1, 1)
    for (const [x, y] of [
      [6.2, 2],
      [8.8, 1.5],
    ])
      expect(at(x, y)).toMatchObject({ status: 'empty', data: null })
    const { rejects, repairs } = build.tally('county', 'parcels')
    expect(rejects).toEqual({
      'geometry.unrepairable': {
        count: 1,
        example: expect.stringMatching(/^feature 3: self_intersection: .* would change its area/),
      },
    })
    const { count, area_change_m2 } = repairs.self_intersection
    expect(count).toBe(2)
    expect(Math.abs(area_change_m2)).toBeLessThan(whole * 0.002)
    expect(build.packs.get('parcels')!.rows + 1).toBe(lots.length)
  })
})

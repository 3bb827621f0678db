import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { canonical } from '../geometry/canonical.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import { GRID, type Polygons } from '../geometry/polygons.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import { getTable } from '../layers/index.ts'
import type { Row } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { columnsOf, type Table } from '../packs/table.ts'
import { linesOf, type Point, polygonsOf } from './fixtures/ground.ts'
import { packRows } from './fixtures/packed-rows.ts'

const FixtureRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/**
 * `layers/<id>/fixtures/rows.json`, the interface of a pipeline and its section: the pipeline's
 * test makes exactly these rows out of upstream files, and the section's test starts from them.
 * All of it is fictional, in the open Atlantic near 30 N 72 W.
 */
export const LayerFixture = z.strictObject({
  /**
   * Rows by table: the layer's own, and those of other layers that the section reads through the
   * location. A column left out is null; `geometry` is WKT in lon/lat: POLYGON, MULTIPOLYGON,
   * LINESTRING, MULTILINESTRING or POINT, and left out in a table without geometry.
   */
  tables: z.record(z.string(), z.array(FixtureRow)),
  /** Rows of the platform's coverage table, with `geometry` too unless the source declares none. */
  coverage: z.array(FixtureRow),
  /** The county's own parcel ids behind the rows: no answer may contain one. */
  county_ids: z.array(z.string()),
  /** Named points with the section expected there. */
  points: z.array(
    z.strictObject({
      name: z.string(),
      lat: z.number(),
      lng: z.number(),
      /**
       * True when it is covered, but no row of the layer's tables except panels and the like is
       * here.
       */
      blank: z.boolean().default(false),
      expect: z.strictObject({
        status: z.enum(['available', 'empty', 'not_covered']),
        /** Selected fields; a list must have the same length as here. */
        data: z.record(z.string(), z.unknown()).nullable(),
        summary: z.string().optional(),
        /** A part of the source's note. */
        note: z.string().optional(),
      }),
    }),
  ),
})
export type LayerFixture = z.infer<typeof LayerFixture>
export type FixturePoint = LayerFixture['points'][number]

/** Reads `layers/<id>/fixtures/rows.json`. */
export function readFixture(layer: string): LayerFixture {
  const file = join(import.meta.dirname, '..', 'layers', layer, 'fixtures', 'rows.json')
  return LayerFixture.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export interface FixtureTableRow {
  values: Row
  /** Only in a table of polygons, and null for an undeclared coverage. */
  polygons: Polygons | null
  /** Only in a table of lines. */
  lines: Lines | null
  point: GridPoint | null
}

/** The rows of a table with every column, in the order of the fixture. */
export function fixtureRows(fixture: LayerFixture, table: Table): FixtureTableRow[] {
  const rows = table === coverageTable ? fixture.coverage : (fixture.tables[table.name] ?? [])
  return rows.map(({ geometry, ...given }) => {
    const names = columnsOf(table).map(({ name }) => name)
    const unknown = Object.keys(given).filter((name) => !names.includes(name))
    if (unknown.length > 0)
      throw new Error(`${table.name} does not have the column ${unknown.join(', ')}`)
    const values = Object.fromEntries(names.map((name) => [name, given[name] ?? null]))
    return { values, ...shapeOf(table, geometry) }
  })
}

const NO_SHAPE = { polygons: null, lines: null, point: null }

function shapeOf(
  table: Table,
  geometry: unknown,
): Pick<FixtureTableRow, 'polygons' | 'lines' | 'point'> {
  if (geometry === undefined || geometry === null) {
    if (table.geometry === 'none' || table === coverageTable) return NO_SHAPE
    throw new Error(`a row of ${table.name} lacks its geometry`)
  }
  if (table.geometry === 'lines') return { ...NO_SHAPE, lines: wktToLines(`${geometry}`) }
  if (table.geometry !== 'points') return { ...NO_SHAPE, polygons: wktToPolygons(`${geometry}`) }
  const [, lng, lat] = /^POINT \((\S+) (\S+)\)$/.exec(`${geometry}`) ?? []
  if (lat === undefined) throw new Error(`not a point: ${geometry}`)
  return { ...NO_SHAPE, point: [Math.round(+lng * GRID), Math.round(+lat * GRID)] }
}

/** Writes the fixture's tables as lookup packs and opens them, under their table names. */
export async function packFixture(
  fixture: LayerFixture,
  folder: string,
): Promise<Map<string, Pack>> {
  const packs = new Map<string, Pack>()
  for (const table of [...Object.keys(fixture.tables).map(getTable), coverageTable]) {
    const rows = fixtureRows(fixture, table).map(({ values, polygons, lines, point }) => {
      return { values, shape: polygons ?? lines ?? point }
    })
    packs.set(table.name, await packRows(table, rows, folder))
  }
  return packs
}

/** Reads POLYGON and MULTIPOLYGON well-known text in degrees, into canonical form. */
export function wktToPolygons(text: string): Polygons {
  const isMulti = /^MULTIPOLYGON\b/.test(text)
  if (!isMulti && !/^POLYGON\b/.test(text)) throw new Error(`not areal: ${text.slice(0, 40)}`)
  const polygons = isMulti ? text.split(/\)\s*\)\s*,/) : [text]
  return canonical(polygonsOf(...polygons.map(pointLists)))
}

/** Reads LINESTRING and MULTILINESTRING well-known text in degrees. */
function wktToLines(text: string): Lines {
  if (!/^(MULTI)?LINESTRING\b/.test(text)) throw new Error(`not linear: ${text.slice(0, 40)}`)
  return linesOf(...pointLists(text))
}

/** The points in each of the innermost brackets of well-known text. */
function pointLists(text: string): Point[][] {
  return [...text.matchAll(/-?\d[^()]*/g)].map(([list]) =>
    list.split(',').map((point) => {
      const [lng, lat] = point.trim().split(/\s+/).map(Number)
      return [lng, lat]
    }),
  )
}

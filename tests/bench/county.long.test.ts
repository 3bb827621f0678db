import { expect, test } from 'vitest'
import type { Lines } from '../../geometry/lines.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { faultOf } from '../../geometry/soundness.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { TABLES } from '../../layers/index.ts'
import { countyBox } from './county.ts'
import { mosaicCells } from './county-mosaic.ts'
import { wholeRow } from './county-table.ts'
import { COUNTY_TABLES } from './county-tables.ts'

const PLAN = { parcels: 500, floodZones: 50, seed: 7 }

test('the bench county has every table of every layer but those of rasters, and the coverage', () => {
  const names = COUNTY_TABLES.map(({ table }) => table.name).sort()
  // Rows of raster files would name files that the bench county does not have.
  const made = [...TABLES, coverageTable].filter(({ raster }) => !raster)
  expect(names).toEqual(made.map(({ name }) => name).sort())
})

for (const { table, rows } of COUNTY_TABLES)
  test(`rows of ${table.name} are rows of a build: schema, keys, shapes`, () => {
    const keys = new Set<unknown>()
    const schema = table.row.strict()
    let count = 0
    for (const row of rows(PLAN)) {
      count++
      const whole = wholeRow(table, row)
      const parsed = schema.safeParse({ ...whole, ...row.values })
      if (!parsed.success) throw new Error(`row ${count} of ${table.name}: ${parsed.error.message}`)
      keys.add(whole[table.key])
      if (table.geometry === 'none') expect(row.shape).toBeNull()
      else if (table.geometry === 'points') expect(row.shape).toHaveLength(2)
      else if (table.geometry === 'lines') expect((row.shape as Lines).lineEnds.length).toBe(1)
      else expect(faultOf(row.shape as Polygons), `${whole[table.key]}`).toBeNull()
    }
    expect(count).toBeGreaterThan(0)
    expect(keys.size).toBe(count)
  })

test('the polygons of a mosaic have no gap and no overlap: each border is walked both ways', () => {
  const box = countyBox(PLAN)
  const borders = new Map<string, number>()
  const mosaic = { seed: 7, box, side: 30, edgePoints: 9, salt: 1, runShare: 0.3 }
  let cells = 0
  for (const { polygons } of mosaicCells(mosaic)) {
    cells++
    const { coords } = polygons
    for (let i = 0; i < coords.length; i += 2) {
      const from = `${coords[i]} ${coords[i + 1]}`
      const next = (i + 2) % coords.length
      const to = `${coords[next]} ${coords[next + 1]}`
      borders.set(`${from}>${to}`, (borders.get(`${from}>${to}`) ?? 0) + 1)
    }
  }
  expect(cells).toBeLessThan(30 * 30)
  const isAround = (border: string) => !borders.has(border.split('>').reverse().join('>'))
  expect(Math.max(...borders.values())).toBe(1)
  const around = [...borders.keys()].filter(isAround)
  // Edges that are walked one way only form the outer line: 120 edges of 3 to 15 points each.
  expect(around.length).toBeGreaterThan(120 * 2)
  expect(around.length).toBeLessThan(120 * 16)
})

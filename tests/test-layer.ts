import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Position } from 'geojson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildDossier, buildDossierFromPacks, type Packs } from '../dossier/dossier.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { makeSubject, overlapM2 } from '../geometry/overlap.ts'
import { GRID, type Polygons } from '../geometry/polygons.ts'
import { PolygonsBuilder } from '../geometry/polygons-builder.ts'
import { faultOf } from '../geometry/soundness.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { coveringTables, type Layer, type SectionDefinition } from '../layers/layer.ts'
import { type Section, sectionSchema } from '../layers/section.ts'
import { closePacks } from '../lookup/open-packs.ts'
import { columnsOf, packedColumnsOf } from '../packs/table.ts'
import {
  type FixturePoint,
  fixtureRows,
  type LayerFixture,
  packFixture,
  readFixture,
} from './layer-fixture.ts'

export interface LayerContract {
  /** Status of the section where its source covers the point and has nothing there. */
  whenBlank: 'empty' | 'available'
  /** Further sources of the section, whose files it may write into the folder. */
  outside?(folder: string): Promise<ExternalSources>
}

/** Probes along each side of the fixture's extent, half of it added around. */
const PROBES_A_SIDE = 40
/** Area that clipping may gain or lose: it puts points on the 1e-7 degree grid, 1 cm. */
const CLIP_M2 = 1

/**
 * The contract of every layer, tested with its fixture, `layers/<id>/fixtures/rows.json`:
 * `{ tables: { <table>: rows }, coverage: rows, county_ids, points }`, where a point is
 * `{ name, lat, lng, expect }` and a row has its `geometry` as WKT (`LayerFixture` is the whole
 * schema). A layer's own test calls this first, and then tests what is particular to the layer. A
 * layer without a section passes no contract, and only its tables are tested.
 */
export function testLayer(layer: Layer, contract?: LayerContract): void {
  const fixture = readFixture(layer.id)

  describe(`the tables of the ${layer.id} layer`, () => {
    for (const table of layer.tables)
      test(`${table.name} describes its columns, and its rows fit them under unique keys`, () => {
        expect(columnsOf(table).filter(({ comment }) => comment.trim() === '')).toEqual([])
        const rows = fixtureRows(fixture, table)
        expect(rows.length).toBeGreaterThan(0)
        for (const { values, polygons } of rows) {
          expect(table.row.strict().parse(values)).toEqual(values)
          if (table.geometry === 'polygons') expect(faultOf(polygons!)).toBeNull()
        }
        expect(new Set(rows.map(({ values }) => values[table.key])).size).toBe(rows.length)
      })

    test('every table of the fixture declares what it covers, in rows of the coverage table', () => {
      const rows = fixtureRows(fixture, coverageTable)
      for (const { values } of rows) coverageTable.row.strict().parse(values)
      for (const table of layer.tables)
        for (const { values } of fixtureRows(fixture, table)) {
          const key = `${table.name}/${values.partition}`
          expect(rows.filter((row) => row.values.coverage_key === key)).toHaveLength(1)
        }
    })

    const { archive } = layer
    if (archive)
      test('the archive publishes columns of its table and no county id', () => {
        const table = layer.tables.find(({ name }) => name === archive.table)!
        const names = columnsOf(table).map(({ name }) => name)
        expect(names).toEqual(expect.arrayContaining([...archive.properties]))
        for (const { values } of fixtureRows(fixture, table))
          for (const name of archive.properties)
            expect(fixture.county_ids).not.toContain(values[name])
      })

    for (const { table: name, properties, label } of layer.features ?? [])
      test(`a map may request ${name} by box: shapes, columns of the tables and no county id`, () => {
        const table = layer.tables.find((each) => each.name === name)!
        expect(['polygons', 'points', 'lines']).toContain(table.geometry)
        const packed = packedColumnsOf(table).map((column) => column.name)
        expect(packed).toEqual(expect.arrayContaining([...properties, ...(label ? [label] : [])]))
        for (const { values } of fixtureRows(fixture, table))
          for (const property of [table.key, ...properties])
            expect(fixture.county_ids).not.toContain(values[property])
      })
  })

  if (layer.section === 'none') return
  if (!contract) throw new Error(`layer ${layer.id} has a section: state its status where blank`)
  testSection(layer, fixture, contract)
}

function testSection(layer: Layer, fixture: LayerFixture, contract: LayerContract): void {
  if (layer.section === 'none') throw new Error(`layer ${layer.id} does not have a section`)
  const { data: dataSchema } = layer.section
  const schema = sectionSchema(layer.id, layer.section)
  let folder: string
  let packs: Packs
  let outside: ExternalSources
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-layer-'))
    packs = await packFixture(fixture, folder)
    outside = (await contract.outside?.(folder)) ?? { upstreams: null }
  })
  afterAll(async () => {
    closePacks(packs)
    await outside.rasters?.close()
    await rm(folder, { recursive: true })
  })
  const sectionAt = async (
    { lat, lng }: Pick<FixturePoint, 'lat' | 'lng'>,
    includeGeometry = false,
    from = packs,
  ): Promise<Section> => {
    if (!contract.outside) return buildSection(layer, from, { lat, lng }, includeGeometry)
    const query = { lat, lng, layers: [layer.id], includeGeometry }
    return (await buildDossier(from, query, outside, fail, [layer])).layers[layer.id]
  }

  describe(`the ${layer.id} section`, () => {
    for (const point of fixture.points)
      test(`answers ${point.name}`, async () => {
        const section = await sectionAt(point)
        expect(section).toMatchObject({ status: point.expect.status, data: point.expect.data })
        if (point.expect.summary) expect(section.summary).toBe(point.expect.summary)
        if (point.expect.note) expect(section.source?.note).toContain(point.expect.note)
      })

    test("answers in the contract's shape, in one sentence, without a county id", async () => {
      for (const point of fixture.points) {
        const section = await sectionAt(point, true)
        expect(schema.parse(section)).toEqual(section)
        expect(section.summary, point.name).toMatch(/^[A-Z].*[^.\s]\.$/)
        expect(section.summary, point.name).not.toMatch(/[.!?]\s+[A-Z]/)
        const text = JSON.stringify(section)
        expect(
          fixture.county_ids.filter((id) => text.includes(id)),
          point.name,
        ).toEqual([])
      }
    })

    test('names its sources, or the reason where it has no data', async () => {
      for (const point of fixture.points) {
        const { status, source, sources, reason, hint } = await sectionAt(point)
        if (status === 'available' || status === 'empty')
          for (const each of sources ?? [source]) {
            expect(each, point.name).toMatchObject({ kind: 'archive' })
            for (const word of [each!.name, each!.vintage, each!.attribution])
              expect(word, point.name).toMatch(/\S/)
          }
        else expect([reason, hint], point.name).toEqual([expect.any(String), expect.any(String)])
      }
    })

    test('ends the note of a publisher that lacks its full stop', async () => {
      const source_note = 'As a publisher writes it'
      const coverage = fixture.coverage.map((row) => ({ ...row, source_note }))
      const unstopped = await packFixture(
        { ...fixture, coverage },
        await mkdtemp(join(folder, 'unstopped-')),
      )
      const sections = await Promise.all(
        fixture.points.map((point) => sectionAt(point, false, unstopped)),
      )
      closePacks(unstopped)
      const notes = sections.flatMap(({ source, sources }) => sources ?? source ?? [])
      const published = notes.flatMap(({ note }) => (note?.includes(source_note) ? note : []))
      expect(published.length).toBeGreaterThan(0)
      for (const note of published) expect(note).toMatch(/As a publisher writes it\.( [A-Z0-9]|$)/)
    })

    test('answers the same query with the same bytes', async () => {
      const again = await packFixture(fixture, folder)
      const answers = async (from: Packs) =>
        JSON.stringify(
          await Promise.all(fixture.points.map((point) => sectionAt(point, true, from))),
        )
      expect(await answers(again)).toBe(await answers(packs))
      closePacks(again)
    })

    test('outside every coverage, and in a build without the tables, nothing is claimed', async () => {
      const none: LayerFixture = { ...fixture, tables: {}, coverage: [] }
      const bare = await packFixture(none, await mkdtemp(join(folder, 'bare-')))
      const sections = await Promise.all([
        sectionAt({ lat: 0, lng: 0 }),
        ...fixture.points.map((point) => sectionAt(point, false, bare)),
        sectionAt(fixture.points[0], false, new Map()),
      ])
      for (const section of sections)
        expect(section).toMatchObject({
          status: 'not_covered',
          data: null,
          reason: expect.stringMatching(/\.$/),
          hint: expect.stringMatching(/\S/),
        })
      closePacks(bare)
    })

    test(`is ${contract.whenBlank} where it is covered and has no row`, async () => {
      const blanks = fixture.points.filter(({ blank }) => blank)
      expect(blanks.length).toBeGreaterThan(0)
      for (const point of blanks)
        expect((await sectionAt(point)).status, point.name).toBe(contract.whenBlank)
    })

    test('is empty nowhere but inside a declared coverage', async () => {
      const covers = packs.get('coverage')!
      const tables = coveringTables(layer)
      let inside = 0
      let outside = 0
      for (const { lat, lng } of probes(fixture)) {
        const isCovered = covers
          .rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
          .some((row) => tables.includes(`${covers.value(row, 'table_name')}`))
        const { status } = await sectionAt({ lat, lng })
        if (isCovered) expect(status, `${lat}, ${lng}`).not.toBe('not_covered')
        else expect(status, `${lat}, ${lng}`).not.toBe('empty')
        if (isCovered) inside++
        else outside++
      }
      expect(Math.min(inside, outside)).toBeGreaterThan(10)
    })

    test('has its main values in columns: described, prefixed with its name, null or of their type', async () => {
      const { columns: sectionColumns } = layer.section as SectionDefinition
      if (!sectionColumns)
        throw new Error(`layer ${layer.id} has tables, but no columns for analysts`)
      const columns = columnsOf({ name: layer.id, row: sectionColumns.row })
      expect(columns.length).toBeGreaterThan(0)
      for (const { name, nullable } of columns) {
        expect(name.startsWith(`${layer.id}_`) && name !== `${layer.id}_status`, name).toBe(true)
        expect(nullable, name).toBe(true)
      }
      const seen = new Set<string>()
      for (const point of fixture.points) {
        const { data } = await sectionAt(point)
        if (data === null) continue
        const values = sectionColumns.values(data)
        expect(sectionColumns.row.strict().parse(values), point.name).toEqual(values)
        for (const { name } of columns) if (values[name] !== null) seen.add(name)
      }
      // A column that is null at every point is not tested.
      expect(columns.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([])
    })

    const hasGeometry = dataSchema instanceof z.ZodObject && 'geometry' in dataSchema.shape
    test(`adds ${hasGeometry ? 'sound GeoJSON within the parcel' : 'no geometry'} when requested, and none otherwise`, async () => {
      let drawn = 0
      for (const point of fixture.points) {
        expect((await sectionAt(point)).data ?? {}, point.name).not.toHaveProperty('geometry')
        const { data } = (await sectionAt(point, true)) as Section<{ geometry?: unknown }>
        if (data === null) continue
        if (!hasGeometry) {
          expect(data, point.name).not.toHaveProperty('geometry')
          continue
        }
        const shapes = shapesOf(data.geometry)
        drawn += shapes.length
        const parcel = parcelAt(packs, point)
        if (!parcel) expect(shapes, point.name).toEqual([])
        for (const shape of shapes) {
          expect(faultOf(shape), point.name).toBeNull()
          const inParcel = overlapM2(makeSubject(parcel!), shape)
          expect(Math.abs(inParcel - areaM2(shape)), point.name).toBeLessThan(CLIP_M2)
        }
      }
      expect(drawn > 0).toBe(hasGeometry)
    })
  })
}

/** One section of one point, as the service assembles it. A section that throws fails the test. */
export function buildSection(
  layer: Layer,
  packs: Packs,
  { lat, lng }: { lat: number; lng: number },
  includeGeometry = false,
): Section {
  const query = { lat, lng, layers: [layer.id], includeGeometry }
  return buildDossierFromPacks(packs, query, fail, [layer]).layers[layer.id]
}

/** A section that throws fails the test. */
function fail(_section: string, error: unknown): never {
  throw error
}

/** A grid of points over the fixture and half its extent around it. */
function* probes({ points }: LayerFixture): Generator<{ lat: number; lng: number }> {
  const range = (values: number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    return { from: low - (high - low) / 2, step: ((high - low) * 2) / PROBES_A_SIDE }
  }
  const [lats, lngs] = [range(points.map(({ lat }) => lat)), range(points.map(({ lng }) => lng))]
  for (let i = 0; i < PROBES_A_SIDE; i++)
    for (let j = 0; j < PROBES_A_SIDE; j++)
      yield { lat: lats.from + i * lats.step, lng: lngs.from + j * lngs.step }
}

/** The polygons of the parcel to which the point resolves, from the pack itself. */
function parcelAt(packs: Packs, { lat, lng }: FixturePoint): Polygons | null {
  const pack = packs.get('parcels')
  const area = (row: number) => pack!.value(row, 'area_m2') as number
  const rows = pack?.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID)) ?? []
  const [smallest] = rows.sort((a, b) => area(a) - area(b))
  return smallest === undefined ? null : pack!.polygons(smallest)
}

/** The areas of a Feature or FeatureCollection, with closed rings and the windings of RFC 7946. */
function shapesOf(geojson: unknown): Polygons[] {
  const { type, features, geometry } = geojson as {
    type: string
    features?: unknown[]
    geometry?: { type: string; coordinates: Position[][] | Position[][][] }
  }
  if (type === 'FeatureCollection') return features!.flatMap(shapesOf)
  expect(type).toBe('Feature')
  const isMulti = geometry!.type === 'MultiPolygon'
  expect(isMulti || geometry!.type === 'Polygon').toBe(true)
  const polygons = (isMulti ? geometry!.coordinates : [geometry!.coordinates]) as Position[][][]
  const builder = new PolygonsBuilder()
  for (const rings of polygons) {
    for (const [number, ring] of rings.entries()) {
      expect(ring.at(-1)).toEqual(ring[0])
      expect(ringSign(ring)).toBe(number === 0 ? 1 : -1)
      for (const [lng, lat] of ring) builder.point(lng, lat)
      builder.endRing()
    }
    builder.endPolygon()
  }
  return [builder.finish()]
}

function ringSign(ring: Position[]): number {
  const [[x0, y0]] = ring
  let sum = 0
  for (let i = 1; i < ring.length; i++)
    sum += (ring[i - 1][0] - x0) * (ring[i][1] - y0) - (ring[i][0] - x0) * (ring[i - 1][1] - y0)
  return Math.sign(sum)
}

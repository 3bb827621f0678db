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
  /** What the section answers where its source covers the spot and has nothing there. */
  whenBlank: 'empty' | 'available'
  /** What the section reads beside its rows, of files that it may write into the folder. */
  outside?(folder: string): Promise<ExternalSources>
}

/** Probes along each side of the fixture's extent, half of it added around. */
const PROBES_A_SIDE = 40
/** Clipping puts points on the 1e-7 degree grid, 1 cm: so much area may be gained or lost. */
const CLIP_M2 = 1

/**
 * The contract that every layer keeps, run over its fixture, `layers/<id>/fixtures/rows.json`:
 * `{ tables: { <table>: rows }, coverage: rows, county_ids, spots: [{ name, lat, lng, expect }] }`,
 * each row with its `geometry` as WKT (`LayerFixture` says all of it).
 * A layer's own test calls this first, and then tests what is particular to it. One without a
 * section keeps the part that is of tables, and states no contract.
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
      test(`a map may ask by box for ${name}: shapes, columns of theirs and no county id`, () => {
        const table = layer.tables.find((each) => each.name === name)!
        expect(['polygons', 'points']).toContain(table.geometry)
        const packed = packedColumnsOf(table).map((column) => column.name)
        expect(packed).toEqual(expect.arrayContaining([...properties, ...(label ? [label] : [])]))
        for (const { values } of fixtureRows(fixture, table))
          for (const property of [table.key, ...properties])
            expect(fixture.county_ids).not.toContain(values[property])
      })
  })

  if (layer.section === 'none') return
  if (!contract) throw new Error(`layer ${layer.id} has a section: say what it answers where blank`)
  testSection(layer, fixture, contract)
}

function testSection(layer: Layer, fixture: LayerFixture, contract: LayerContract): void {
  if (layer.section === 'none') throw new Error(`layer ${layer.id} has no section`)
  const { data: dataSchema } = layer.section
  const schema = sectionSchema(layer.id, dataSchema)
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
  const ask = async (
    { lat, lng }: Pick<FixturePoint, 'lat' | 'lng'>,
    includeGeometry = false,
    from = packs,
  ): Promise<Section> => {
    if (!contract.outside) return buildSection(layer, from, { lat, lng }, includeGeometry)
    const query = { lat, lng, layers: [layer.id], includeGeometry }
    return (await buildDossier(from, query, outside, fail, [layer])).layers[layer.id]
  }

  describe(`the ${layer.id} section`, () => {
    for (const spot of fixture.spots)
      test(`answers ${spot.name}`, async () => {
        const section = await ask(spot)
        expect(section).toMatchObject({ status: spot.expect.status, data: spot.expect.data })
        if (spot.expect.summary) expect(section.summary).toBe(spot.expect.summary)
        if (spot.expect.note) expect(section.source?.note).toContain(spot.expect.note)
      })

    test("answers in the contract's shape, in one sentence, without a county id", async () => {
      for (const spot of fixture.spots) {
        const section = await ask(spot, true)
        expect(schema.parse(section)).toEqual(section)
        expect(section.summary, spot.name).toMatch(/^[A-Z].*[^.\s]\.$/)
        expect(section.summary, spot.name).not.toMatch(/[.!?]\s+[A-Z]/)
        const text = JSON.stringify(section)
        expect(
          fixture.county_ids.filter((id) => text.includes(id)),
          spot.name,
        ).toEqual([])
      }
    })

    test('says where its facts come from, and where there are none why', async () => {
      for (const spot of fixture.spots) {
        const { status, source, sources, reason, hint } = await ask(spot)
        if (status === 'available' || status === 'empty')
          for (const each of sources ?? [source]) {
            expect(each, spot.name).toMatchObject({ kind: 'archive' })
            for (const word of [each!.name, each!.vintage, each!.attribution])
              expect(word, spot.name).toMatch(/\S/)
          }
        else expect([reason, hint], spot.name).toEqual([expect.any(String), expect.any(String)])
      }
    })

    test('ends the note of a publisher that lacks its full stop', async () => {
      const source_note = 'As a publisher writes it'
      const coverage = fixture.coverage.map((row) => ({ ...row, source_note }))
      const unstopped = await packFixture(
        { ...fixture, coverage },
        await mkdtemp(join(folder, 'unstopped-')),
      )
      const sections = await Promise.all(fixture.spots.map((spot) => ask(spot, false, unstopped)))
      closePacks(unstopped)
      const notes = sections.flatMap(({ source, sources }) => sources ?? source ?? [])
      const published = notes.flatMap(({ note }) => (note?.includes(source_note) ? note : []))
      expect(published.length).toBeGreaterThan(0)
      for (const note of published) expect(note).toMatch(/As a publisher writes it\.( [A-Z0-9]|$)/)
    })

    test('answers the same query with the same bytes', async () => {
      const again = await packFixture(fixture, folder)
      const answers = async (from: Packs) =>
        JSON.stringify(await Promise.all(fixture.spots.map((spot) => ask(spot, true, from))))
      expect(await answers(again)).toBe(await answers(packs))
      closePacks(again)
    })

    test('outside every coverage, and in a build without the tables, nothing is claimed', async () => {
      const none: LayerFixture = { ...fixture, tables: {}, coverage: [] }
      const bare = await packFixture(none, await mkdtemp(join(folder, 'bare-')))
      const sections = await Promise.all([
        ask({ lat: 0, lng: 0 }),
        ...fixture.spots.map((spot) => ask(spot, false, bare)),
        ask(fixture.spots[0], false, new Map()),
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
      const blanks = fixture.spots.filter(({ blank }) => blank)
      expect(blanks.length).toBeGreaterThan(0)
      for (const spot of blanks)
        expect((await ask(spot)).status, spot.name).toBe(contract.whenBlank)
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
        const { status } = await ask({ lat, lng })
        if (isCovered) expect(status, `${lat}, ${lng}`).not.toBe('not_covered')
        else expect(status, `${lat}, ${lng}`).not.toBe('empty')
        if (isCovered) inside++
        else outside++
      }
      expect(Math.min(inside, outside)).toBeGreaterThan(10)
    })

    test('tells its main facts in columns: described, of its name, null or of their type', async () => {
      const { columns: sectionColumns } = layer.section as SectionDefinition
      if (!sectionColumns)
        throw new Error(`layer ${layer.id} has tables, and no facts for analysts`)
      const columns = columnsOf({ name: layer.id, row: sectionColumns.row })
      expect(columns.length).toBeGreaterThan(0)
      for (const { name, nullable } of columns) {
        expect(name.startsWith(`${layer.id}_`) && name !== `${layer.id}_status`, name).toBe(true)
        expect(nullable, name).toBe(true)
      }
      const told = new Set<string>()
      for (const spot of fixture.spots) {
        const { data } = await ask(spot)
        if (data === null) continue
        const values = sectionColumns.values(data)
        expect(sectionColumns.row.strict().parse(values), spot.name).toEqual(values)
        for (const { name } of columns) if (values[name] !== null) told.add(name)
      }
      // A fact that no spot tells is one that nobody has seen come out right.
      expect(columns.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([])
    })

    const hasGeometry = dataSchema instanceof z.ZodObject && 'geometry' in dataSchema.shape
    test(`adds ${hasGeometry ? 'sound GeoJSON within the parcel' : 'no geometry'} when asked, and none otherwise`, async () => {
      let drawn = 0
      for (const spot of fixture.spots) {
        expect((await ask(spot)).data ?? {}, spot.name).not.toHaveProperty('geometry')
        const { data } = (await ask(spot, true)) as Section<{ geometry?: unknown }>
        if (data === null) continue
        if (!hasGeometry) {
          expect(data, spot.name).not.toHaveProperty('geometry')
          continue
        }
        const shapes = shapesOf(data.geometry)
        drawn += shapes.length
        const parcel = parcelAt(packs, spot)
        if (!parcel) expect(shapes, spot.name).toEqual([])
        for (const shape of shapes) {
          expect(faultOf(shape), spot.name).toBeNull()
          const inParcel = overlapM2(makeSubject(parcel!), shape)
          expect(Math.abs(inParcel - areaM2(shape)), spot.name).toBeLessThan(CLIP_M2)
        }
      }
      expect(drawn > 0).toBe(hasGeometry)
    })
  })
}

/** One section of one spot, as the service assembles it. A section that throws fails the test. */
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

/** A grid of spots over the fixture and as far again around it. */
function* probes({ spots }: LayerFixture): Generator<{ lat: number; lng: number }> {
  const range = (values: number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    return { from: low - (high - low) / 2, step: ((high - low) * 2) / PROBES_A_SIDE }
  }
  const [lats, lngs] = [range(spots.map(({ lat }) => lat)), range(spots.map(({ lng }) => lng))]
  for (let i = 0; i < PROBES_A_SIDE; i++)
    for (let j = 0; j < PROBES_A_SIDE; j++)
      yield { lat: lats.from + i * lats.step, lng: lngs.from + j * lngs.step }
}

/** The polygons of the parcel that the spot resolves to, from the pack itself. */
function parcelAt(packs: Packs, { lat, lng }: FixturePoint): Polygons | null {
  const pack = packs.get('parcels')
  const area = (row: number) => pack!.value(row, 'area_m2') as number
  const rows = pack?.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID)) ?? []
  const [smallest] = rows.sort((a, b) => area(a) - area(b))
  return smallest === undefined ? null : pack!.polygons(smallest)
}

/** The areas of a Feature or FeatureCollection: rings closed, windings as RFC 7946 has them. */
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

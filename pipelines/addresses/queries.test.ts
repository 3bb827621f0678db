import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import { cityKeyOf } from '../../geocoder/parsing/address-reading.ts'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { AgencyLayer } from '../../tests/end-to-end/agency-layer.ts'
import {
  loadWritten,
  type WrittenAddress,
} from '../../tests/fixtures/addresses/written-addresses.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import {
  DIRECTIONALS,
  Draw,
  directed,
  isSeries,
  plainLine,
  TOWNS,
  type TownAddress,
  townAddresses,
  townTables,
} from '../../tests/fixtures/geocoder/generated-towns.ts'
import { at } from '../../tests/fixtures/ground.ts'
import type { FixtureRow } from '../../tests/fixtures/packed-rows.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import {
  FLORIDA_FILE,
  type FloridaAddress,
  hasUnit,
  readFloridaAddresses,
} from '../../tests/florida-addresses.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { gdal } from '../stages/gdal.ts'
import { addresses } from './pipeline.ts'

// Addresses are loaded by the pipeline and then looked up as written: 2,000 of generated towns and
// 3,594 real ones, 400 of them in five wrong places each; then those of two towns whose files have
// no ZIP codes.
const SEED = 19_2026

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-queries-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The address found with the precision of a house or a street; null for anything else. */
function houseFound({ geocoder }: FixtureBuild, text: string): GeocodedAddress | null {
  const answer = geocoder.resolve(text)
  return 'found' in answer && answer.found.precision !== 'place' ? answer.found : null
}

describe('addresses of generated towns', () => {
  const houses = townAddresses(new Draw(seededRandom(SEED)))
  let build: FixtureBuild
  beforeAll(async () => {
    const address_points = await loadWritten(houses, await mkdtemp(join(folder, 'towns-')))
    build = await buildFixture({ ...townTables(), address_points })
  })
  afterAll(() => build.close())

  const directionalOf = ({ pre, post }: TownAddress) => pre || post
  /** The line of an address as another person writes it, maybe with another directional. */
  const rewritten = (house: TownAddress, draw: Draw, directional = directionalOf(house)) =>
    plainLine({ ...house, ...directed(draw, directional) }, draw)
  const isAt = (found: GeocodedAddress | null, { point }: TownAddress) =>
    found?.precision === 'rooftop' && distanceM(found.point, point) <= 1

  test('are found at rooftop in their own town, with a unit in the line and without', () => {
    const draw = new Draw(seededRandom(SEED + 1))
    for (let i = 0; i < (isLongRun ? 1_000 : 200); i++) {
      const house = draw.of(houses)
      const { town, line } = house
      const written = draw.chance(0.5) ? line : rewritten(house, draw)
      const text = `${written}, ${town.city}, ZZ ${town.zip}`
      const found = houseFound(build, text)
      expect([text, found?.formatted, isAt(found, house)]).toEqual([text, found?.formatted, true])
      expect([text, found!.note ?? '']).toEqual([
        text,
        expect.not.stringContaining('the unit is not'),
      ])
    }
  })

  test('are never found at a house or street of a town that was not requested', () => {
    const draw = new Draw(seededRandom(SEED + 2))
    let others = 0
    for (let i = 0; i < (isLongRun ? 600 : 300); i++) {
      const house = draw.of(houses)
      const { city, zip, middle } = draw.of(TOWNS.filter((town) => town !== house.town))
      const place = draw.of([`${city}, ZZ ${zip}`, `ZZ ${zip}`, zip, `${city}, ZZ`, city])
      const text = `${house.line}, ${place}`
      const found = houseFound(build, text)
      if (!found) others++
      else {
        const isThere = distanceM(found.point, at(...middle)) <= 1_500
        expect([text, found.formatted, isThere]).toEqual([text, found.formatted, true])
      }
    }
    expect(others).toBeGreaterThan(isLongRun ? 300 : 100)
  })

  test('are not found where city and ZIP code name two towns', () => {
    const draw = new Draw(seededRandom(SEED + 3))
    for (let i = 0; i < 200; i++) {
      const house = draw.of(houses)
      const other = draw.of(TOWNS.filter((town) => town !== house.town && town.isNamed))
      for (const [city, zip] of [
        [house.town.city, other.zip],
        [other.city, house.town.zip],
      ]) {
        if (!house.town.isNamed) continue
        const text = `${house.line}, ${city}, ZZ ${zip}`
        expect([text, houseFound(build, text)]).toEqual([text, null])
      }
    }
  })

  test('with another directional are not found under it unless their note states that', () => {
    const draw = new Draw(seededRandom(SEED + 4))
    const counted = { none: 0, noted: 0, own: 0 }
    for (let i = 0; i < 400; i++) {
      const house = draw.of(houses)
      const directional = draw.of(
        ['', ...DIRECTIONALS].filter((each) => each !== directionalOf(house)),
      )
      const { town } = house
      const text = `${rewritten(house, draw, directional)}, ${town.city}, ZZ ${town.zip}`
      const found = houseFound(build, text)
      if (!found) {
        counted.none++
        continue
      }
      const there = houses.find((each) => distanceM(each.point, found.point) <= 1)
      if (there && directionalOf(there) === directional) counted.own++
      else {
        counted.noted++
        // Two that are both stated differ: north is never south, and a number is never the plain
        // one.
        const isGrid = isSeries(house.name)
        const isSafe = directional === '' || (!isGrid && there && directionalOf(there) === '')
        expect([text, found.formatted, isSafe]).toEqual([text, found.formatted, true])
        expect([text, found.note]).toEqual([text, expect.stringContaining('directional')])
      }
    }
    expect(Math.min(...Object.values(counted))).toBeGreaterThan(5)
  })
})

const lacksFlorida = !existsSync(join(realDataFolder(), FLORIDA_FILE))
if (isLongRun)
  describe.skipIf(lacksFlorida)('business addresses of Florida', () => {
    type Located = FloridaAddress & { point: NonNullable<FloridaAddress['point']> }
    let known: Located[]
    let pairs: Set<string>
    let build: FixtureBuild
    beforeAll(async () => {
      const isLocated = (each: FloridaAddress): each is Located => each.point !== null
      known = readFloridaAddresses(realDataFolder()).filter(isLocated)
      pairs = new Set(known.map((each) => `${zip5(each)} ${cityKeyOf(each.city)}`))
      const address_points = await loadWritten(known, await mkdtemp(join(folder, 'florida-')))
      build = await buildFixture({ address_points })
    })
    afterAll(() => build.close())

    test('are found at rooftop: 95 % of those with a unit, 99.5 % of the others', () => {
      const counted = { unit: { requests: 0, found: 0 }, plain: { requests: 0, found: 0 } }
      for (const address of known) {
        const count = counted[hasUnit(address) ? 'unit' : 'plain']
        const found = houseFound(build, address.text)
        count.requests++
        if (found?.precision === 'rooftop' && distanceM(found.point, address.point) <= 150)
          count.found++
      }
      expect(counted.unit.requests).toBeGreaterThan(200)
      expect(counted.unit.found / counted.unit.requests).toBeGreaterThanOrEqual(0.95)
      expect(counted.plain.found / counted.plain.requests).toBeGreaterThanOrEqual(0.995)
    })

    test('are never found at a house or street when requested in another town', () => {
      const draw = new Draw(seededRandom(SEED + 5))
      let others = 0
      for (let i = 0; i < 400; i++) {
        const house = draw.of(known)
        const other = draw.of(known)
        if (cityKeyOf(other.city) === cityKeyOf(house.city) || zip5(other) === zip5(house)) continue
        const city = `${house.line}, ${other.city}, FL`
        for (const text of [`${city} ${zip5(other)}`, city, `${house.line}, ${zip5(other)}`]) {
          const found = houseFound(build, text)
          if (!found) others++
          else
            expect([text, found.formatted, isIn(found, other)]).toEqual([
              text,
              found.formatted,
              true,
            ])
        }
        // Only the city is another's, or only the ZIP code.
        for (const text of [
          `${city} ${zip5(house)}`,
          `${house.line}, ${house.city}, FL ${zip5(other)}`,
        ])
          if (!isShared(house, other)) expect([text, houseFound(build, text)]).toEqual([text, null])
      }
      expect(others).toBeGreaterThan(1_000)
    })

    /** Whether a found address names the city or the ZIP code of the other. */
    function isIn({ formatted }: GeocodedAddress, other: Located): boolean {
      const [, city, region] = formatted.split(', ')
      return cityKeyOf(city) === cityKeyOf(other.city) || region.endsWith(zip5(other))
    }

    /** Whether any address names the city of one with the ZIP code of the other. */
    function isShared(house: Located, other: Located): boolean {
      return [
        `${zip5(house)} ${cityKeyOf(other.city)}`,
        `${zip5(other)} ${cityKeyOf(house.city)}`,
      ].some((pair) => pairs.has(pair))
    }
  })

const FOREST_CITY = 'forest-city-nc/forest_city.zip'
const ZIPS = 'climate-zones/zipcode_centroid_lat_lngs.json'
const lacksTown = [FOREST_CITY, ZIPS].some((file) => !existsSync(join(realDataFolder(), file)))
if (isLongRun)
  describe.skipIf(lacksTown)('addresses of Forest City, whose file names no ZIP code', () => {
    let all: string[]
    let lines: string[]
    let build: FixtureBuild
    beforeAll(async () => {
      const address_points = await madeRows('forest-city-points', FOREST_CITY)
      // ZIP codes of the Carolinas and their neighbours are enough.
      const zip_points = await zipPoints(/^(2[89]|3[07])/)
      build = await buildFixture({ address_points, zip_points })
      all = address_points.map(({ values }) => `${values.number} ${values.street}`)
      lines = all.filter((_, i) => i % 9 === 0)
    })
    afterAll(() => build.close())

    test('are found there', () => {
      const found = lines.filter((line) => houseFound(build, `${line}, Forest City, NC 28043`))
      expect(found.length / lines.length).toBeGreaterThan(0.985)
    })

    test('are candidates where two of one number differ in the directional that is not given', () => {
      const plain = (line: string) => line.replace(/ [NSEW]{1,2} (?=.* )/, ' ')
      const directed = Map.groupBy(new Set(all.filter((line) => plain(line) !== line)), plain)
      const twofold = [...directed].filter(([line, two]) => two.length > 1 && !all.includes(line))
      expect(twofold.length).toBeGreaterThan(30)
      for (const [line] of twofold) expect([line, houseFound(build, line)]).toEqual([line, null])
    })

    test.each([
      ...[
        'Shelby, NC 28150',
        'Spindale, NC 28160',
        'Rutherfordton, NC 28139',
        'Ellenboro, NC 28040',
      ],
      ...['Gaffney, SC 29341', 'Forest City, NC 28150', 'Shelby, NC 28043', 'Forest City, SC'],
    ])('are not found at a house or street of %s', (place) => {
      expect(houseFound(build, `125 School Dr, ${place}`)).toBeNull()
      expect(lines.filter((line) => houseFound(build, `${line}, ${place}`))).toEqual([])
    })
  })

const BANGOR_PARCELS = 'bangor-me/parcels_with_roll.zip'
const BANGOR_ROADS = 'bangor-me/reference_layers.zip'
const lacksBangor = [BANGOR_PARCELS, BANGOR_ROADS, ZIPS].some(
  (file) => !existsSync(join(realDataFolder(), file)),
)
if (isLongRun)
  describe.skipIf(lacksBangor)('houses of Bangor, whose roll names no ZIP code', () => {
    let lots: WrittenAddress[]
    let lines: string[]
    let build: FixtureBuild
    beforeAll(async () => {
      lots = rollOfBangor()
      const address_points = await loadWritten(lots, await mkdtemp(join(folder, 'bangor-')))
      const street_ranges = await madeRows('bangor-roads', BANGOR_ROADS)
      const zip_points = await zipPoints(/^044/)
      build = await buildFixture({ address_points, street_ranges, zip_points })
      lines = [...new Set(lots.map(({ line }) => line))].filter((line) => /^[1-9]/.test(line))
    })
    afterAll(() => build.close())

    test('are found with their own ZIP code', () => {
      const some = lines.filter((_, i) => i % 20 === 0)
      const found = some.filter(
        (line) => houseFound(build, `${line}, ME 04401`)?.precision === 'rooftop',
      )
      expect(found.length / some.length).toBeGreaterThan(0.985)
    })

    // Orono and Brewer, which adjoin.
    test.each(['04473', '04412'])(
      'are found as themselves or not at all with ZIP code %s, and their note states that it was not compared',
      (zip) => {
        for (const line of ['2354 BROADWAY', ...lines.filter((_, i) => i % 10 === 0)]) {
          const text = `${line}, ME ${zip}`
          const found = houseFound(build, text)
          if (!found) continue
          const isAtIt = lots.some(
            (each) => each.line === line && distanceM(each.point, found.point) <= 300,
          )
          expect([text, found.formatted, isAtIt]).toEqual([text, found.formatted, true])
          expect([text, found.note]).toEqual([text, expect.stringContaining('of another town')])
        }
      },
    )
  })

/** The lots of Bangor's file that have an address, at the middles of their boxes. */
function rollOfBangor(): WrittenAddress[] {
  const { features, srs } = new AgencyLayer(`${BANGOR_PARCELS}/ParcelsWithDatabase.shp`)
  const toLonLat = new gdal.CoordinateTransformation(srs, srs.cloneGeogCS())
  return features.flatMap(({ fields, geometry }) => {
    if (fields.PROP_ADDRS === null) return []
    const { minX, maxX, minY, maxY } = geometry.getEnvelope()
    const { x, y } = toLonLat.transformPoint((minX + maxX) / 2, (minY + maxY) / 2)
    const point: GridPoint = [Math.round(x * GRID), Math.round(y * GRID)]
    return [{ line: `${fields.PROP_ADDRS}`, city: 'Bangor', state: 'ME', zip: null, point }]
  })
}

let zips: Promise<FixtureRow[]> | null = null

/** The real ZIP codes with a prefix; their file is loaded once. */
async function zipPoints(prefix: RegExp): Promise<FixtureRow[]> {
  zips ??= madeRows('us-zips', ZIPS)
  return (await zips).filter(({ values }) => prefix.test(`${values.zip}`))
}

/** The rows of a committed partition of a real file. */
async function madeRows(partition: string, file: string): Promise<FixtureRow[]> {
  const definition = (await addresses.partitions()).get(partition)!
  const path = join(realDataFolder(), file)
  const assets = { [definition.file.asset]: file.endsWith('.zip') ? path : dirname(path) }
  const [made] = (await runFixture(addresses, definition, { folder, partition, assets })).values()
  const rows = await parquetRows(made.table, made.file)
  return rows.map(({ values, point, lines }) => ({ values, shape: (point ?? lines)! }))
}

function zip5({ zip }: Pick<FloridaAddress, 'zip'>): string {
  return zip.slice(0, 5)
}

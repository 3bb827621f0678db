import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildFolder } from '../catalog/build-folder.ts'
import { writeManifest } from '../catalog/manifest.ts'
import { UsageError } from '../terminal/command.ts'
import { SILENT } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { exampleManifest } from '../tests/fixtures/example-build.ts'
import { buildFixture } from '../tests/fixtures/geocoder/address-build.ts'
import { buildTown } from '../tests/fixtures/geocoder/town.ts'
import { LocalUpstream } from '../tests/servers/local-upstream.ts'
import { dossierCommand } from './dossier.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-dossier-command-'))
  vi.stubEnv('PLAT_HOME', home)
  await writeBuild('town')
  await writeBuild('nameless', false)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

/** Writes the fixture town as a finished build, with or without its index of names. */
async function writeBuild(id: string, isNamed = true): Promise<void> {
  const { folder } = buildFolder(id, home)
  await mkdir(join(folder, 'packs'), { recursive: true })
  await mkdir(join(folder, 'search'))
  const town = await buildFixture(buildTown(), join(folder, 'packs'))
  await rename(join(folder, 'packs', 'names.sqlite'), join(folder, 'search', 'names.sqlite'))
  const hashed = async (file: string) => {
    const bytes = await readFile(join(folder, file))
    return { file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  const packs = await Promise.all(
    [...town.packs].map(async ([table, { rows }]) => {
      const file = await hashed(`packs/${table}.pack`)
      return { table, ...file, rows, pieces: rows }
    }),
  )
  const search = { ...(await hashed('search/names.sqlite')), items: town.index.items }
  await writeManifest(folder, exampleManifest(id, { packs, search: isNamed ? search : null }))
  town.close()
}

async function run(values: Record<string, unknown>, positionals: string[] = []): Promise<string> {
  const printed: string[] = []
  const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
  const layers = 'parcel'
  const code = await dossierCommand.run(
    { positionals, values: { build: 'town', layers, ...values } },
    out,
  )
  expect(code).toBe(0)
  return printed.join('\n')
}

const failure = (values: Record<string, unknown>, positionals?: string[]) =>
  run(values, positionals).then(
    () => expect.fail('it answered'),
    (error: unknown) => error,
  )

describe('plat dossier --address', () => {
  test('answers the location of an address, and prints the address in full', async () => {
    const printed = await run({ address: '100 oak drive apt 4b, sampleton' })
    expect(printed.split('\n')[0]).toBe(
      '100 OAK DR UNIT 4B, Sampleton, ZZ 99801 (rooftop). The point is the middle of the lot: no building of it is known.',
    )
    expect(printed).toContain('Parcel')
  })

  test('answers the very parcel whose roll names the address, as its key does', async () => {
    const byAddress = JSON.parse(await run({ address: '12 Barn Rd', json: true }))
    const key = byAddress.layers.parcel.data?.parcel_key
    expect(byAddress.point.source).toBe('geocoded')
    expect(byAddress.address).toEqual({
      formatted: '12 BARN RD, Sampleton, ZZ 99801',
      precision: 'rooftop',
      position: 'lot_centre',
      note: 'The point is the middle of the lot: no building of it is known.',
    })
    const byKey = JSON.parse(await run({ parcel: key, json: true }))
    expect(byAddress.layers).toEqual(byKey.layers)
    const { position, ...point } = byAddress.point
    expect(position).toBe('lot_centre')
    expect({ ...point, source: '' }).toEqual({ ...byKey.point, source: '' })
    expect(byKey).not.toHaveProperty('address')
  })

  test('notes how the address differs from the request', async () => {
    expect((await run({ address: '150 Range Rd' })).split('\n')[0]).toBe(
      '150 RANGE RD, Sampleton, ZZ 99801 (street). Interpolated between the house numbers at the ends of its side of the street.',
    )
  })

  test('chooses none of several that fit alike, and lists them', async () => {
    const error = (await failure({ address: '5 Elm St' })) as StepError
    expect(error).toBeInstanceOf(StepError)
    expect(error.message).toBe('find the address: "5 Elm St": fits 2 places alike: none is chosen')
    expect(error.remedy).toMatch(
      /^Choose one: 5 ELM ST, Sampleton, ZZ 99801 \(ll=\S+\); 5 ELM ST, Otherton, ZZ 99802 \(ll=\S+\)\.$/,
    )
  })

  test.each([
    ['500 Elm St, Sampleton', 'No house number 500 is known', 'with numbers from 5 to 7'],
    ['5 Elm St, Timbuktu', 'No street or place', 'ZIP code'],
    ['', 'No street or place', 'coordinates'],
  ])('for %j it reports what is missing and what is known', async (address, problem, remedy) => {
    const error = (await failure({ address })) as StepError
    expect(error).toBeInstanceOf(StepError)
    expect(error.message).toContain(problem)
    expect(error.remedy).toContain(remedy)
  })

  describe('where the Census geocoder is switched on', () => {
    let census: LocalUpstream
    beforeAll(async () => {
      census = await LocalUpstream.open(() => ({ status: 503 }))
      vi.stubEnv('PLAT_LIVE', 'census-geocoder')
      vi.stubEnv('PLAT_CENSUS_GEOCODER_URL', census.url)
    })
    afterAll(async () => {
      vi.stubEnv('PLAT_LIVE', 'none')
      vi.stubEnv('PLAT_CENSUS_GEOCODER_URL', undefined)
      await census.close()
    })

    test('an address that the build does not know is found by it, and its host is named', async () => {
      const coordinates = { x: -71.9995, y: 30.0005 }
      const addressMatches = [{ matchedAddress: '9 FAR RD, TIMBUKTU, ZZ, 99802', coordinates }]
      census.respond = () => ({ body: { result: { addressMatches } } })
      for (const build of ['town', 'nameless']) {
        const [printed] = (await run({ address: '9 Far Rd, Timbuktu', build })).split('\n')
        expect(printed).toMatch(/^9 FAR RD, TIMBUKTU, ZZ 99802 \(street\)\. Found by the US Census/)
        expect(printed).toContain(
          `Answered by ${new URL(census.url).host}, which is not the publisher.`,
        )
      }
    })

    test('it reports that the address is not known, and that the service did not answer', async () => {
      census.respond = () => ({ status: 503 })
      const error = (await failure({ address: '9 Far Rd, Timbuktu' })) as StepError
      expect(error).toBeInstanceOf(StepError)
      expect(error.message).toContain('is not known to build town, and US Census Bureau Geocoder')
      expect(error.remedy).toMatch(/\S/)
    })
  })

  test('a build without addresses is reported', async () => {
    const error = (await failure({ address: '5 Elm St', build: 'nameless' })) as StepError
    expect(error.message).toContain('build nameless: has no addresses')
  })
})

test.each([
  [{ address: '5 Elm St', parcel: 'pk_a' }, []],
  [{ address: '5 Elm St' }, ['30,-72']],
  [{ parcel: 'pk_a' }, ['30,-72']],
  [{ address: '5 Elm St', points: 'a.csv', out: 'b.ndjson' }, []],
])('a location is given in one way: %j and %j are two', async (values, positionals) => {
  expect(await failure(values, positionals)).toBeInstanceOf(UsageError)
})

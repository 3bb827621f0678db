import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashed } from '../builds/build-file.ts'
import { verifyBuild } from '../builds/verify.ts'
import { type OpenBuild, openBuild } from '../catalog/build-folder.ts'
import { writeManifest } from '../catalog/manifest.ts'
import { SILENT } from '../terminal/progress.ts'
import { plainArchive } from '../tests/fixtures/archive/plain-archive.ts'
import { writeDuckDb, writeQueryableBuild } from '../tests/fixtures/example-database.ts'
import { formatForeign, formatGround, verifyCommand } from './verify.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-verify-'))
  vi.stubEnv('PLAT_HOME', home)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

const FILE = 'dossier-small.duckdb'
const problemsOf = async (build: OpenBuild) => (await verifyBuild(build, SILENT)).problems

/** Changes one bit of the DuckDB file and not its length. */
async function flipBit({ paths }: OpenBuild, share: number): Promise<void> {
  const bytes = await readFile(paths.databaseFile)
  bytes[Math.floor(share * bytes.length)] ^= 1
  await writeFile(paths.databaseFile, bytes)
}

/** Replaces the DuckDB file by another sound one, with its hash in the manifest. */
async function replaceDatabase(build: OpenBuild, rows: number, tables: string) {
  const { folder, databaseFile } = build.paths
  const isOlder = build.manifest.database.sha256 === undefined
  await rm(databaseFile)
  await writeDuckDb(databaseFile, rows, tables)
  const { sha256, ...sized } = await hashed(folder, databaseFile)
  const database = isOlder ? sized : { ...sized, sha256 }
  await writeManifest(folder, { ...build.manifest, database })
  return await openBuild(build.id, home)
}

describe.each([
  { made: 'a build', isOlder: false },
  { made: 'a build made before the hash of its DuckDB file was recorded', isOlder: true },
])('$made', ({ isOlder }) => {
  const small = () => writeQueryableBuild(home, 'small', { isOlder })

  test('is sound when it is new, and all of its files are read', async () => {
    const build = await small()
    expect((await openBuild('small', home)).manifest).toEqual(build.manifest)
    const nothing = { tiles: 0, ground: [], foreign: [], cells: 0, problems: [] }
    expect(await verifyBuild(build, SILENT)).toEqual({ files: 2, ...nothing })
  })

  test('without its DuckDB file is not whole', async () => {
    const build = await small()
    await rm(build.paths.databaseFile)
    expect(await problemsOf(build)).toEqual([`${FILE} is absent`])
  })

  test('with a DuckDB file cut short is not whole', async () => {
    const build = await small()
    const { bytes } = build.manifest.database
    await writeFile(build.paths.databaseFile, 'DUCK')
    expect(await problemsOf(build)).toEqual([`${FILE} has 4 of ${bytes} bytes`])
  })

  test('whose DuckDB file was overwritten by as many other bytes is damaged', async () => {
    const build = await small()
    await writeFile(build.paths.databaseFile, Buffer.alloc(build.manifest.database.bytes, 7))
    const problem = isOlder ? 'cannot be read: IO Error: .*' : "its sha256 is not the manifest's"
    expect(await problemsOf(build)).toEqual([
      expect.stringMatching(new RegExp(`^dossier-small\\.duckdb: ${problem}$`)),
    ])
  })

  test('whose DuckDB file lacks a row of a table is not sound', async () => {
    const build = await replaceDatabase(await small(), 2, 'flood_zones')
    expect(await problemsOf(build)).toEqual([
      `${FILE}: 2 rows of flood_zones where the build has 3`,
    ])
  })

  test('whose DuckDB file lacks a table is not sound', async () => {
    const build = await replaceDatabase(await small(), 3, 'flood_panels')
    expect(await problemsOf(build)).toEqual([`${FILE}: it has no table flood_zones`])
  })
})

test('an archive and the manifest that name different tilers are not sound', async () => {
  const build = await writeQueryableBuild(home, 'small')
  const { folder } = build.paths
  const path = join(folder, 'tiles.pmtiles')
  await writeFile(path, plainArchive([{ id: 0, bytes: Buffer.from('no tile') }]))
  const archive = { layer: 'flood', min_zoom: 0, max_zoom: 14, tiles: 1 }
  const tiler = { name: 'tippecanoe', version: '2.82.0' }
  const archives = [{ ...archive, ...(await hashed(folder, path)), tiler }]
  await writeManifest(folder, { ...build.manifest, archives })
  expect(await problemsOf(await openBuild('small', home))).toContain(
    "tiles.pmtiles: drawn by Plat's own tiler, and the manifest has tippecanoe 2.82.0",
  )
})

test('an archive of another tiler is reported with what is not checked', () => {
  const tiler = { name: 'tippecanoe', version: '2.82.0' }
  const file = 'tiles/flood.pmtiles'
  const gap = { code: 'ground.gap', where: 'zoom 7', message: '0.9 % is empty', count: 1 }
  const rings = { code: 'ring.no_area', where: '7/1/2', message: 'no area', count: 1200 }
  expect(formatForeign({ file, tiler, habits: [gap, rings] }).split('\n')).toEqual([
    'tiles/flood.pmtiles was drawn by tippecanoe 2.82.0: every tile was decoded. It draws some shapes otherwise than our own tiler; these are not damage:',
    '  ground.gap: at zoom 7: 0.9 % is empty',
    '  ring.no_area: 1,200 times, first at 7/1/2: no area',
    expect.stringMatching(/^ {2}Not checked: how many features a zoom merges or drops/),
  ])
  expect(formatForeign({ file, tiler, habits: [] })).toMatch(/passes the checks of our own tiles\./)
})

test('one flipped bit in the DuckDB file is found by its hash, wherever it is', async () => {
  const build = await writeQueryableBuild(home, 'small')
  for (const share of [0, 0.4, 0.999]) {
    await flipBit(build, share)
    expect(await problemsOf(build)).toEqual([`${FILE}: its sha256 is not the manifest's`])
    await flipBit(build, share)
  }
  expect(await problemsOf(build)).toEqual([])
})

/** DuckDB checks a file by blocks of so many bytes, after two heads that hold where they are. */
const [BLOCK, HEADS] = [262_144, 12_288]

test('in a DuckDB file without a hash a flipped bit is found in every block', async () => {
  const tables = 'flood_zones, rejects'
  const build = await writeQueryableBuild(home, 'small', { isOlder: true, rows: 10_000, tables })
  const { bytes } = build.manifest.database
  const damaged: string[] = []
  for (let at = HEADS + 1000; at < bytes; at += BLOCK) {
    await flipBit(build, at / bytes)
    const [problem = `nothing at ${at}`] = await problemsOf(build)
    expect(problem).toMatch(/^dossier-small\.duckdb: .*cannot be read: IO Error: Corrupt database/)
    damaged.push(problem.split(' ')[1])
    await flipBit(build, at / bytes)
  }
  expect(damaged).toEqual(expect.arrayContaining(tables.split(', ')))
  expect(await problemsOf(build)).toEqual([])
})

describe('plat verify', () => {
  async function run(): Promise<{ code: number; printed: string[] }> {
    const printed: string[] = []
    const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
    return { code: await verifyCommand.run({ positionals: ['small'], values: {} }, out), printed }
  }

  test('reports a sound build in one line, with exit code 0', async () => {
    await writeQueryableBuild(home, 'small')
    expect(await run()).toEqual({ code: 0, printed: ['small: sound; 2 files and 0 tiles read.'] })
  })

  test('reports a damaged DuckDB file with what to do, with exit code 1', async () => {
    const build = await writeQueryableBuild(home, 'small')
    await flipBit(build, 0.5)
    expect(await run()).toEqual({
      code: 1,
      printed: [
        `${FILE}: its sha256 is not the manifest's`,
        'small: 1 problem; 2 files and 0 tiles read.',
        `Remedy: delete the files named above in ${build.paths.folder}, then run \`plat build\` with the same names, which makes the build again.`,
      ],
    })
  })
})

test('the ground of each zoom is a table', () => {
  const zoom = { covered_pct: 99.9442, gap_pct: 0, overlap_pct: 0.00021, spacing: 1 }
  const zooms = [14, 8].map((each) => ({ zoom: each, ...zoom }))
  expect(formatGround([{ file: 'tiles/flood.pmtiles', zooms }]).split('\n')).toEqual([
    'archive  zoom  covered %  gaps %  overlaps %',
    'flood      14    99.9442  0.0000      0.0002',
    'flood       8    99.9442  0.0000      0.0002',
  ])
})

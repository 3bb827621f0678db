import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { FileSource } from '../../tests/fixtures/archive/drawn-tiles.ts'
import { isRunning, standIn } from '../../tests/fixtures/archive/stand-in-tippecanoe.ts'
import { box, inBatches } from '../../tests/fixtures/archive/tile-fabrics.ts'
import type { TileFeature } from '../archive/feature-intake.ts'
import { type TippecanoeOptions, writeTippecanoeArchive } from './archive.ts'
import { CHUNK_LINES_MAX } from './geojson-lines.ts'
import { runTippecanoe } from './process.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-tippecanoe-'))
  file = join(folder, 'lots.pmtiles')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const program = () => join(folder, 'bin')
const LOTS: TileFeature[] = [
  { ...box(2 ** 48, 10, 20, 30, 40), properties: { use: 'home', floors: 2, is_new: null } },
  { ...box(7, 30_000_000, 20, 50_000_000, 40), properties: { use: 'shop', floors: 1 } },
]

function write(
  features: AsyncIterable<TileFeature[]> = inBatches(LOTS),
  options: Partial<TippecanoeOptions> = {},
): Promise<number> {
  return writeTippecanoeArchive(features, {
    ...{ file, layer: 'parcel', minZoom: 3, maxZoom: 12, kind: 'contiguous', version: '2.82.0' },
    metadata: { name: 'Lots', description: 'All lots', attribution: 'Nobody', vintage: '2026' },
    workers: 3,
    progress: SILENT,
    ...options,
  })
}

/** What is in the folder of the archive besides the program. */
const left = () => readdirSync(folder).filter((name) => name !== 'bin')

describe('what Tippecanoe gets', () => {
  test('is the features as lines: ids, properties and closed rings in degrees', async () => {
    const { record } = standIn(program())
    expect(await write()).toBe(1)
    const { lines, threads } = record()
    expect(threads).toBe('3')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatchObject({
      type: 'Feature',
      id: 2 ** 48,
      properties: { use: 'home', floors: 2, is_new: null },
      geometry: { type: 'Polygon' },
    })
    const { coordinates } = (lines[0] as { geometry: { coordinates: number[][][] } }).geometry
    expect(coordinates[0][0]).toEqual(coordinates[0].at(-1))
    expect(coordinates[0]).toContainEqual([0.000003, 0.000002])
  })

  test.each([
    ['contiguous', ['--coalesce-densest-as-needed', '--detect-shared-borders']],
    ['discontinuous', ['--drop-densest-as-needed']],
  ] as const)('are the layer, its zooms and the strategy of a %s layer', async (kind, strategy) => {
    const { record } = standIn(program())
    await write(undefined, { kind })
    const { args } = record()
    const [drawn, temporary] = [args[args.indexOf('-o') + 1], args[args.indexOf('-t') + 1]]
    expect(temporary.startsWith(join(folder, '.lots.pmtiles.'))).toBe(true)
    expect(drawn).toBe(join(temporary, 'drawn.pmtiles'))
    expect(args).toEqual([
      ...['-o', drawn, '-t', temporary, '-l', 'parcel', '-Z3', '-z12'],
      ...['--read-parallel', '--buffer=4', '--maximum-tile-bytes=500000', '--progress-interval=1'],
      ...strategy,
    ])
  })

  test('comes no faster than it reads', async () => {
    const { go, pid } = standIn(program(), { does: 'wait' })
    let made = 0
    async function* endless() {
      while (made < 12) {
        made++
        yield Array<TileFeature>(CHUNK_LINES_MAX).fill(LOTS[0])
      }
    }
    const writing = write(endless())
    await vi.waitFor(() => expect(pid()).not.toBeNull(), 20_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const waiting = made
    go()
    await writing
    expect(made).toBe(12)
    // Each batch is a chunk of about 100 kB, and the pipe itself holds 64 KiB.
    expect(waiting).toBeLessThanOrEqual(3)
  })
})

test('the archive has the metadata of our own, the bounds of the features, and names its tiler', async () => {
  standIn(program())
  await write()
  expect(left()).toEqual(['lots.pmtiles'])
  const archive = new PMTiles(new FileSource(file))
  expect(await archive.getMetadata()).toEqual({
    ...{ name: 'Lots', description: 'All lots', attribution: 'Nobody', 'plat:vintage': '2026' },
    ...{ type: 'overlay', format: 'pbf' },
    vector_layers: [
      {
        ...{ id: 'parcel', description: 'All lots', minzoom: 0, maxzoom: 14 },
        fields: { use: 'String' },
      },
    ],
    'plat:tiler': {
      ...{ name: 'tippecanoe', version: '2.82.0', kind: 'contiguous' },
      strategies: [{ coalesced_as_needed: 7 }],
    },
  })
  const { minLon, maxLon, maxLat } = await archive.getHeader()
  expect([minLon, maxLon, maxLat]).toEqual([0.000001, 5, 0.000004])
  expect(Buffer.from((await archive.getZxy(1, 1, 0))!.data).toString()).toBe('a tile')
})

test('progress is that of reading, then that of drawing', async () => {
  standIn(program())
  const steps: string[] = []
  const progress = {
    note() {},
    step: (name: string) => {
      let sum = 0
      const advance = (count: number) => {
        sum += count
      }
      return { advance, done: (outcome?: string) => void steps.push(`${name}: ${sum}, ${outcome}`) }
    },
  }
  await write(undefined, { progress })
  expect(steps).toEqual([
    'read parcel into Tippecanoe: 2, 2 features',
    'draw parcel by Tippecanoe: 100, 1 tiles',
  ])
})

describe('a failure leaves nothing behind, and states the reason', () => {
  const failing = (error: Promise<unknown>, problem: string | RegExp) =>
    expect(error).rejects.toMatchObject({
      ...{ name: 'StepError', target: 'tippecanoe', remedy: expect.stringContaining('--tiler') },
      problem: expect.stringMatching(problem),
    })
  afterEach(() => expect(left()).toEqual([]))

  test('of Tippecanoe: the end of its standard error without the progress', async () => {
    standIn(program(), { does: 'fail' })
    const problem =
      /^it ended with code 9: tippecanoe: cannot open a temporary file \/ No space left on device$/
    await failing(write(), problem)
  })

  test('of Tippecanoe while it gets more lines than a pipe holds', async () => {
    standIn(program(), { does: 'fail' })
    await failing(write(inBatches(Array(20_000).fill(LOTS[0]))), /^it ended with code 9/)
  })

  test('of the rows: it is that error, and Tippecanoe draws no part of the layer', async () => {
    const { pid } = standIn(program(), { does: 'wait' })
    async function* torn() {
      yield LOTS
      await vi.waitFor(() => expect(pid()).not.toBeNull(), 20_000)
      throw new Error('a torn row')
    }
    await expect(write(torn())).rejects.toThrow('a torn row')
    expect(isRunning(pid()!)).toBe(false)
  })

  test('of another version than was planned', async () => {
    standIn(program(), { version: 'v2.83.0' })
    const problem = 'version 2.83.0 is on PATH, and the build was planned with 2.82.0'
    await expect(write()).rejects.toMatchObject({ problem })
  })

  test('of a run without any progress', async () => {
    const { pid } = standIn(program(), { does: 'hang' })
    const running = runTippecanoe(inTurn('{}\n'), {
      ...{ args: [], workers: 1, percent() {}, silence_ms: 400 },
    })
    await failing(running, /^it neither read nor reported anything for 0\.4 s, and was ended$/)
    const started = pid()
    if (started !== null) expect(isRunning(started)).toBe(false)
  })
})

async function* inTurn(...chunks: string[]) {
  yield* chunks
}

test('an interrupted build ends Tippecanoe, and ends by the signal itself', async () => {
  const { pid } = standIn(program(), { does: 'hang' })
  const module = JSON.stringify(join(import.meta.dirname, 'process.ts'))
  const code = `import { runTippecanoe } from ${module}
    async function* lines() { yield '{}\\n' }
    await runTippecanoe(lines(), { args: [], workers: 1, percent() {} })`
  const build = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  const ended = once(build, 'exit')
  await vi.waitFor(() => expect(pid()).not.toBeNull(), 20_000)
  build.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
  await vi.waitFor(() => expect(isRunning(pid()!)).toBe(false), 5_000)
})

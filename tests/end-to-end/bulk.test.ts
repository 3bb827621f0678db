import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinBuild } from '../../builds/pin.ts'
import { BuildFiles } from '../../catalog/build-files.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { requestedSections } from '../../dossier/bulk/dossier-lines.ts'
import { answerPoints, type BulkOptions } from '../../dossier/bulk/run.ts'
import { dossierRow } from '../../layers/dossier-columns.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { createApp } from '../../serve/app.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { SILENT } from '../../terminal/progress.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { isLongRun } from '../long-run.ts'
import { type AnsweringBuild, answering, copySample, dropHome } from './build-home.ts'
import { runPlat } from './command-run.ts'

let home: string
let build: AnsweringBuild
beforeAll(async () => {
  const sample = await copySample('bulk')
  home = sample.home
  await pinBuild(sample.build, { home })
  build = await answering(home, sample.build)
})
afterAll(async () => {
  build?.close()
  await dropHome(home)
})

/** Seeded points in and around the sample county, some with bad or swapped coordinates. */
async function writePoints(name: string, count: number): Promise<string> {
  const random = seededRandom(21)
  const rows = Array.from({ length: count }, (_, i) =>
    i % 500 === 7
      ? `p${i},north,-72`
      : i % 500 === 9
        ? `p${i},-72,30`
        : `p${i},${(29.93 + random() * 0.14).toFixed(7)},${(-72.08 + random() * 0.16).toFixed(7)}`,
  )
  const file = join(home, name)
  await writeFile(file, `id,lat,lng\n${rows.join('\n')}\n`)
  return file
}

function options(points: string, out: string, more: Partial<BulkOptions> = {}): BulkOptions {
  const question = { layers: requestedSections(), includeGeometry: false }
  return { points, out, columns: {}, question, again: false, progress: SILENT, ...more }
}

const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test.each([false, true])(
  'every line equals the answer of the API there without live services, with geometry: %s',
  async (includeGeometry) => {
    const points = await writePoints('api.csv', isLongRun ? 60 : 20)
    const out = join(home, `api-${includeGeometry}.ndjson`)
    const question = { layers: requestedSections(), includeGeometry }
    const counts = await answerPoints(build.open, build.packs, options(points, out, { question }))
    expect(counts).toMatchObject({
      points: isLongRun ? 60 : 20,
      invalid: 1,
      swapped: 1,
      failures: 0,
    })
    const { id, manifest, paths } = build.open
    const served: ServedBuild = {
      id,
      manifest,
      folder: paths.folder,
      files: BuildFiles.asFound(paths.folder),
      packs: build.packs,
      hasDatabase: false,
      atClose: [],
    }
    const app = await createApp({
      accounts: ANY_CALLER,
      builds: { acquire: () => ({ build: served, release() {} }) },
    })
    const lines = await linesOf(out)
    expect(lines).toHaveLength(isLongRun ? 60 : 20)
    for (const line of lines) {
      if (line.error) {
        expect(line).toMatchObject({ line: 8, id: 'p7', error: { param: 'lat' } })
        continue
      }
      const { lat, lng } = line.query
      const url = `/api/v1/location?lat=${lat}&lng=${lng}&include_geometry=${includeGeometry}`
      const answer = await app.inject(url)
      const { query, point, warnings, layers } = answer.json()
      const bulk = {
        query: line.query,
        point: line.point,
        warnings: line.warnings,
        layers: line.layers,
      }
      expect(JSON.stringify(bulk)).toBe(JSON.stringify({ query, point, warnings, layers }))
      expect(warnings?.[0].point).toEqual(lat === -72 ? { lat: 30, lng: -72 } : undefined)
    }
    await app.close()
    for (const close of served.atClose) close()
  },
)

/** Lines that become safe on disk before each kill, and milliseconds from then to the kill. */
const LINES_A_KILL = 1_000
const KILL_DELAYS_MS = [30, 150, 270, 390]

if (isLongRun)
  test('a run that is killed at any moment continues, to the bytes of a whole run', async () => {
    const points = await writePoints('killed.csv', 12_000)
    const whole = join(home, 'whole.ndjson')
    const question = { layers: ['parcel', 'flood'], includeGeometry: false }
    await answerPoints(build.open, build.packs, options(points, whole, { question }))
    const out = join(home, 'killed.ndjson')
    const args = ['dossier', '--points', points, '--out', out, '--layers', 'parcel,flood']
    let kills = 0
    for (const delay_ms of KILL_DELAYS_MS) {
      const before = await linesVouchedFor(out)
      const child = spawn(process.execPath, ['plat.ts', ...args], {
        cwd: PROJECT_ROOT,
        env: { ...process.env, PLAT_HOME: home },
        stdio: 'ignore',
      })
      const ended = new Promise<NodeJS.Signals | null>((done) =>
        child.once('close', (_code, signal) => done(signal)),
      )
      const enough = before + LINES_A_KILL
      while (child.exitCode === null && (await linesVouchedFor(out)) < enough) await sleep(5)
      await sleep(delay_ms)
      child.kill('SIGKILL')
      if ((await ended) === 'SIGKILL') kills++
    }
    expect(kills).toBeGreaterThanOrEqual(Math.ceil(KILL_DELAYS_MS.length / 2))
    expect(await stat(out).catch(() => null)).toBeNull()
    const completed = await linesVouchedFor(out)
    expect(completed).toBeGreaterThanOrEqual(kills * LINES_A_KILL)
    const { code, output } = await runPlat(home, args)
    expect(code, output).toBe(0)
    expect(output).toMatch(/[\d,]+ points of an earlier run are reused/)
    for (const suffix of ['', '.json']) {
      const [ours, theirs] = [await readFile(out + suffix), await readFile(whole + suffix)]
      expect(ours.equals(theirs), suffix).toBe(true)
    }
    expect(await linesVouchedFor(out)).toBe(0)
  })

async function linesVouchedFor(out: string): Promise<number> {
  const text = await readFile(`${out}.part.json`, 'utf8').catch(() => null)
  return text === null ? 0 : JSON.parse(text).lines
}

if (isLongRun)
  test('a stopped run continues only for the same request, and nothing is overwritten', async () => {
    const points = await writePoints('stopped.csv', 200)
    const out = join(home, 'stopped.ndjson')
    const signal = AbortSignal.abort()
    expect(await answerPoints(build.open, build.packs, options(points, out, { signal }))).toBeNull()
    expect(await linesVouchedFor(out)).toBe(64)
    const question = { layers: ['parcel'], includeGeometry: false }
    const other = options(points, out, { question })
    await expect(answerPoints(build.open, build.packs, other)).rejects.toThrow(
      'was begun with another question',
    )
    expect(await answerPoints(build.open, build.packs, options(points, out))).toMatchObject({
      points: 200,
      invalid: 1,
    })
    await expect(answerPoints(build.open, build.packs, other)).rejects.toThrow('exists already')
    await answerPoints(build.open, build.packs, { ...other, again: true })
    expect(Object.keys((await linesOf(out))[0].layers)).toEqual(['parcel'])
  })

test('points that change while they are answered are refused, and nothing is published', async () => {
  const points = await writePoints('changed.csv', 70)
  const out = join(home, 'changed.ndjson')
  const done = () => appendFileSync(points, 'late,30,-72\n')
  const progress = { ...SILENT, step: () => ({ advance() {}, done }) }
  await expect(
    answerPoints(build.open, build.packs, options(points, out, { progress })),
  ).rejects.toThrow('changed while it was answered')
  expect(await stat(out).catch(() => null)).toBeNull()
})

test('the Parquet form has a row per point: the request, status and columns, the dossier', async () => {
  const points = await writePoints('rows.csv', isLongRun ? 700 : 20)
  const [lines, rows] = [join(home, 'rows.ndjson'), join(home, 'rows.parquet')]
  for (const out of [lines, rows]) await answerPoints(build.open, build.packs, options(points, out))
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const read = await connection.runAndReadAll(`FROM '${rows}'`)
  const table = read.getRowObjectsJson()
  connection.closeSync()
  instance.closeSync()
  const expected = await linesOf(lines)
  expect(table).toHaveLength(expected.length)
  expected.forEach((line, i) => {
    const row = table[i]
    expect(row).toMatchObject({ line: `${line.line}`, id: line.id })
    if (line.error) expect(row).toMatchObject({ error: line.error.message, layers: null })
    else expect([row.lat, row.lng, row.error]).toEqual([line.query.lat, line.query.lng, null])
    expect(row.warning).toBe(line.warnings?.[0].message ?? null)
    if (line.layers) expect(row.layers).toBe(JSON.stringify(line.layers))
    const columns = Object.entries(dossierRow(requestedSections(), line.layers ?? null))
    expect(columns.length).toBeGreaterThan(30)
    for (const [name, value] of columns) {
      // Integers of 64 bits are returned as text.
      const cell = typeof value === 'number' ? Number(row[name]) : row[name]
      expect(cell, `${name} of line ${line.line}`).toEqual(value)
    }
  })
})

if (isLongRun)
  test('the command names the missing column and the columns of the file', async () => {
    const points = join(home, 'odd.csv')
    await writeFile(points, 'north,east\n1,2\n')
    const out = join(home, 'odd.ndjson')
    const odd = await runPlat(home, ['dossier', '--points', points, '--out', out])
    expect(odd.code).toBe(1)
    expect(odd.output).toMatch(/no column lat or latitude or y among north, east/)
    const half = await runPlat(home, ['dossier', '--points', points])
    expect(half.code).toBe(2)
    expect(half.output).toMatch(/Give both --points and --out/)
    const named = await runPlat(home, ['dossier', '--points', points, '--out', `${home}/odd.txt`])
    expect(named.output).toMatch(/must end in .ndjson or .parquet/)
    await rm(points)
  })

if (isLongRun)
  test('the command reports when the two coordinates of a point may be swapped', async () => {
    const { code, output } = await runPlat(home, ['dossier', '-72,30', '--layers', 'parcel'])
    expect(code, output).toBe(0)
    expect(output).toContain(
      'but one covers 30, -72: the two may be swapped. Latitude comes first.',
    )
    const west = await runPlat(home, ['dossier', '-98.5,29.9'])
    expect(west.output).toContain('Latitude comes first: is 29.9,-98.5 the point?')
  })

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Lock, lockText, readLock, writeLock } from '../../catalog/lock.ts'
import { readSource } from '../../catalog/source.ts'
import { type PartitionBase, Partitions } from '../../pipelines/partition.ts'
import { SILENT } from '../../terminal/progress.ts'
import { FaultyServer } from '../../tests/fixtures/stages/faulty-server.ts'
import { buildZip } from '../../tests/fixtures/stages/zip-file.ts'
import { takeLock } from '../lock/take-lock.ts'
import { runSources } from './run-sources.ts'
import type { SourcesReport } from './sources-report.ts'

const zipOf = (rows: string) => buildZip([{ name: 'rows.csv', content: Buffer.from(rows) }])
const BODY = zipOf('id\n1\n2\n')
const OTHER = zipOf('id\n1\n')

let server: FaultyServer
let locks: string
beforeEach(async () => {
  server = await FaultyServer.start()
  locks = await mkdtemp(join(tmpdir(), 'plat-locks-'))
  vi.stubEnv('PLAT_HOME', server.into)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.stop()
  await rm(locks, { recursive: true, force: true })
})

const serving =
  (body: Buffer, etag: string): RequestListener =>
  (request, response) => {
    const isSame = request.headers['if-none-match'] === etag
    response.writeHead(isSame ? 304 : 200, { etag, 'content-length': body.length })
    response.end(isSame || request.method === 'HEAD' ? undefined : body)
  }

/** Writes a lock of what the server gives, taken on this day. */
async function taken(id: string, url: string, day = new Date()): Promise<Lock> {
  const vintage = { label: '2026', from: day.toISOString().slice(0, 10) }
  const draft = { id, source: 'fema-nfhl', vintage, assets: [{ name: 'zones.zip', url }] }
  const options = { ...server.options(), progress: SILENT, now: day }
  const { lock } = await takeLock(draft, null, options)
  await writeLock(lock, locks)
  return lock
}

/** Runs the command on the temporary catalog, in which one partition uses the lock `used`. */
async function run(names: string[], values: Record<string, unknown> = {}) {
  const printed: string[] = []
  const base = { lock: 'used', other_locks: [] as string[], places: [] }
  const partitions = new Partitions<PartitionBase>([['zones', base]])
  const catalog = {
    pipelines: [{ id: 'flood', partitions: async () => partitions }],
    locks,
    sources: new Map([['fema-nfhl', await readSource('fema-nfhl')]]),
  }
  const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
  const code = await runSources({ positionals: ['check', ...names], values }, out, catalog)
  return { code, text: printed.join('\n') }
}

const reportOf = ({ text }: { text: string }) => JSON.parse(text) as SourcesReport

describe('taking a lock', () => {
  test('records what the server states, so that the next check needs no byte of the file', async () => {
    const lock = await taken('used', await server.serve(serving(BODY, '"v1"')))
    expect(lock.assets[0]).toMatchObject({ bytes: BODY.length, served: { etag: '"v1"' } })
    const before = server.requests.length
    const { code, text } = await run([], { 'exit-code': true })
    expect(text).toMatch(/used +zones.zip +unchanged +.*304.*same ETag "v1"/)
    expect(code).toBe(0)
    expect(server.requests).toHaveLength(before + 1)
  })

  test('records nothing of a server that states nothing, and is not stopped by its failure', async () => {
    const silent: RequestListener = (request, response) =>
      void response.writeHead(request.method === 'HEAD' ? 403 : 200).end(BODY)
    expect((await taken('used', await server.serve(silent))).assets[0].served).toBeUndefined()
    const failing: RequestListener = (request, response) => {
      const isStart = request.method === 'HEAD' || request.headers.range !== undefined
      response.writeHead(isStart ? 403 : 200).end(BODY)
    }
    expect((await taken('used', await server.serve(failing))).assets[0].served).toBeUndefined()
  })
})

describe('a changed source', () => {
  const changing = () =>
    server.serve(serving(BODY, '"v1"'), serving(BODY, '"v1"'), serving(OTHER, '"v2"'))

  test('is reported with the command that takes it, and changes the exit code on request', async () => {
    await taken('used', await changing())
    const { code, text } = await run([])
    expect(text).toContain(`ETag was "v1", is "v2"; ${BODY.length} bytes then, ${OTHER.length} now`)
    expect(text).toContain('plat lock take used --vintage "<edition>"')
    expect(code).toBe(0)
    expect((await run([], { 'exit-code': true })).code).toBe(1)
  })

  test('is fetched on request: a lock of its bytes without an edition, and a diff without secrets', async () => {
    const before = await taken('used', `${await changing()}?token=secret`)
    const to = join(locks, 'proposed')
    const { text } = await run([], { take: to })
    const proposed = await readLock('used', to)
    expect(proposed.vintage).toEqual({
      label: expect.stringMatching(/^served on \d{4}-\d\d-\d\d$/),
      note: expect.stringMatching(/not stated/),
    })
    expect(proposed.assets[0]).toMatchObject({ bytes: OTHER.length, served: { etag: '"v2"' } })
    expect(proposed.assets[0].url).toBe(before.assets[0].url)
    expect(text).toContain('--- a/catalog/locks/used.json\n+++ b/catalog/locks/used.json\n@@')
    expect(text).toContain(`-      "bytes": ${BODY.length},\n`)
    expect(text).toContain(`+      "bytes": ${OTHER.length},\n`)
    expect(text).not.toContain('secret')
    expect(await readFile(join(locks, 'used.json'), 'utf8')).toBe(lockText(before))
  })

  test('with the same bytes has a lock with the new statement, of the same edition and day', async () => {
    const url = await server.serve(
      serving(BODY, '"v1"'),
      serving(BODY, '"v1"'),
      serving(BODY, '"v2"'),
    )
    const before = await taken('used', url)
    const [{ file }] = reportOf(await run([], { take: join(locks, 'proposed'), json: true }))
      .proposals!
    const [asset] = before.assets
    expect(JSON.parse(await readFile(file!, 'utf8'))).toEqual({
      ...before,
      assets: [{ ...asset, served: { etag: '"v2"' } }],
    })
  })

  test('that cannot be fetched is a problem of its own, and no lock is written', async () => {
    const gone: RequestListener = (request, response) =>
      void response.writeHead(request.method === 'HEAD' ? 200 : 404, { etag: '"v2"' }).end()
    const url = await server.serve(serving(BODY, '"v1"'), serving(BODY, '"v1"'), gone)
    await taken('used', `${url}?token=secret`)
    const to = join(locks, 'proposed')
    const { text } = await run([], { take: to })
    expect(text).toMatch(/used: no lock is proposed: fetch: http.*zones.zip\?\.\.\.: answers 404/)
    expect(await readdir(locks)).toEqual(['used.json'])
  })
})

test('only locks that partitions use are checked, unless a lock or its source is named', async () => {
  const url = await server.serve(serving(BODY, '"v1"'))
  await taken('used', url)
  await taken('spare', url)
  const checked = async (...names: string[]) =>
    reportOf(await run(names, { json: true })).locks.map(({ lock }) => lock)
  expect(await checked()).toEqual(['used'])
  expect(await checked('spare')).toEqual(['spare'])
  expect(await checked('fema-nfhl')).toEqual(['spare', 'used'])
  await expect(run(['fema-nfl'])).rejects.toMatchObject({
    remedy: expect.stringMatching(/Did you mean fema-nfhl/),
  })
})

test('a copy older than promised is old, unless the publisher still serves the same', async () => {
  const old = new Date(Date.now() - 210 * 86_400_000)
  const lock = await taken('used', await server.serve(serving(BODY, '"v1"')), old)
  const served = await run([], { 'exit-code': true })
  expect(served.text).toMatch(/used +every 31 days +210 days +210 days +unchanged at the publisher/)
  expect(served.code).toBe(0)
  await writeLock({ ...lock, assets: [{ ...lock.assets[0], url: 'sent on a disk' }] }, locks)
  const held = await run([], { 'exit-code': true })
  expect(held.text).toMatch(/210 days +210 days +old: a newer edition should exist/)
  expect(held.code).toBe(1)
})

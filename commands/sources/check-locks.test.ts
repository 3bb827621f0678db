import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Asset, Lock, Served } from '../../catalog/lock.ts'
import type { Source } from '../../catalog/source.ts'
import { SILENT } from '../../terminal/progress.ts'
import {
  BODY,
  BODY_SHA256,
  FaultyServer,
  QUICK,
} from '../../tests/fixtures/stages/faulty-server.ts'
import { ArcgisTrial, addressOf, layerOf } from '../../tests/servers/arcgis-trial.ts'
import { type LocalService, Raw } from '../../tests/servers/local-service.ts'
import { type ServedDataset, socrataService } from '../../tests/servers/socrata-service.ts'
import { type CheckOptions, checkLocks } from './check-locks.ts'

const COPIED = '2026-11-20T12:00:00.000Z'
const LIMITS = { ...QUICK, barren_attempts_max: 2 }

function assetOf(url: string, served?: Served, name = 'zones.zip'): Asset {
  const bytes = { bytes: BODY.length, sha256: BODY_SHA256, retrieved_at: COPIED }
  return { name, url, ...bytes, ...(served && { served }) }
}

function lockOf(...assets: Asset[]): Lock {
  return { id: 'lots', source: 'county', vintage: { label: '2020', to: '2020-12-31' }, assets }
}

const SOURCE = { id: 'county', upstream: [] as Source['upstream'] } as Source

async function check(lock: Lock, options: Partial<CheckOptions> = {}) {
  const sources = new Map([['county', SOURCE]])
  return await checkLocks([lock], { sources, progress: SILENT, limits: LIMITS, ...options })
}

/** Answers with these headers, and the bytes where they are requested. */
const serving =
  (headers: Record<string, string | number>, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(status === 304 ? undefined : BODY)

const at = (time: string) => ({ 'last-modified': new Date(time).toUTCString() })
const length = { 'content-length': BODY.length }
const V1 = { etag: '"v1"' }

describe('a file', () => {
  let server: FaultyServer
  beforeEach(async () => {
    server = await FaultyServer.start()
  })
  afterEach(() => server.stop())

  async function checked(served: Served | undefined, ...answers: RequestListener[]) {
    const [finding] = await check(lockOf(assetOf(await server.serve(...answers), served)))
    return finding
  }

  test.each<[string, Served | undefined, RequestListener, string, RegExp]>([
    ['the same ETag', V1, serving(V1), 'unchanged', /^same ETag "v1"$/],
    ['another ETag', V1, serving({ etag: '"v2"' }), 'changed', /ETag was "v1", is "v2"/],
    ['another ETag of 304', V1, serving({ etag: '"v2"' }, 304), 'changed', /is "v2"; .*304/],
    ['another size', V1, serving({ ...V1, 'content-length': 7 }), 'changed', /bytes then, 7 now/],
    ['its size alone', undefined, serving(length), 'unknown', /same .* bytes; that proves nothing/],
    ['nothing', V1, serving({}), 'unknown', /states nothing to compare/],
    [
      'a date before our copy',
      undefined,
      serving({ ...length, ...at('2019-05-01') }),
      'unchanged',
      /last modified 2019-05-01T00:00:00.000Z, before our copy of 2026-11-20.*; same .* bytes/,
    ],
    ['a date after our copy', undefined, serving(at('2026-11-25')), 'changed', /after our copy/],
    [
      'a date of a clock that is an hour apart',
      undefined,
      serving({ ...length, ...at('2026-11-20T13:00:00Z') }),
      'unknown',
      /within a day of our copy.*that proves nothing/,
    ],
    [
      'the date of the lock',
      { last_modified: COPIED },
      serving(at(COPIED)),
      'unchanged',
      /as then/,
    ],
    [
      'a date an hour after that of the lock',
      { last_modified: COPIED },
      serving(at('2026-11-20T13:00:00Z')),
      'changed',
      /last modified was .*T12:00.*, is .*T13:00/,
    ],
    ['a date that is none', undefined, serving({ 'last-modified': '0' }), 'unknown', /nothing/],
    ['the date of an empty clock', undefined, serving(at('1970-01-01')), 'unknown', /nothing/],
    [
      'the size of a compressed answer',
      undefined,
      serving({ 'content-encoding': 'gzip', 'content-length': 7 }),
      'unknown',
      /states nothing/,
    ],
    ['that it is gone', V1, serving({}, 404), 'unreachable', /answers 404/],
    ['that it fails', V1, serving({}, 500), 'unreachable', /2 attempts: answers 500/],
  ])('whose server states %s', async (_, served, answer, verdict, evidence) => {
    const finding = await checked(served, answer)
    expect(finding).toMatchObject({
      verdict,
      kind: 'file',
      evidence: expect.stringMatching(evidence),
    })
  })

  test('is requested on the condition that it has another ETag, and 304 is an answer', async () => {
    const finding = await checked({ ...V1, last_modified: COPIED }, (request, response) => {
      const isSame = request.method === 'HEAD' && request.headers['if-none-match'] === '"v1"'
      response.writeHead(isSame ? 304 : 500).end()
    })
    expect(finding).toMatchObject({ verdict: 'unchanged', evidence: expect.stringMatching(/304/) })
    expect(server.requests).toHaveLength(1)
  })

  test('that was replaced by an older one is changed, where 304 by date would hide it', async () => {
    const finding = await checked({ last_modified: COPIED }, (request, response) => {
      const isHidden = request.headers['if-modified-since'] !== undefined
      response.writeHead(isHidden ? 304 : 200, isHidden ? {} : at('2025-01-01')).end()
    })
    expect(finding).toMatchObject({
      verdict: 'changed',
      evidence: expect.stringMatching(/is 2025-01-01/),
    })
  })

  test.each([400, 403, 404, 405, 501])(
    'of a server that answers %i to HEAD is known by its first bytes',
    async (status) => {
      const range = { ...V1, 'content-range': `bytes 0-1023/${BODY.length}` }
      const finding = await checked(V1, serving({}, status), (request, response) => {
        response.writeHead(request.headers.range === 'bytes=0-1023' ? 206 : 500, range)
        response.end(BODY.subarray(0, 1024))
      })
      expect(finding).toMatchObject({ verdict: 'unchanged' })
      expect(finding.evidence).toMatch(/same ETag "v1"; same .* bytes/)
    },
  )

  test('that ignores ranges is not read to its end', async () => {
    const finding = await checked(V1, serving({}, 405), (_request, response) => {
      response.writeHead(200, { ...V1, ...length }).write(BODY.subarray(0, 2000))
    })
    expect(finding.verdict).toBe('unchanged')
  })

  test('that redirects to a page for signing in is not reached, whatever the page states', async () => {
    const html = { 'content-type': 'text/html', ...V1 }
    const finding = await checked(V1, (request, response) => {
      if (request.url === '/zones.zip')
        return void response.writeHead(302, { location: '/login?session=secret' }).end()
      response.writeHead(200, html).end('<!doctype html><title>Sign in</title>')
    })
    expect(finding).toMatchObject({
      verdict: 'unreachable',
      evidence: expect.stringMatching(/is an HTML page, at http.*\/login\?\.\.\.$/),
    })
  })

  test('whose HEAD is called a page is known by its first bytes', async () => {
    const finding = await checked(V1, serving({ 'content-type': 'text/html', ...V1 }))
    expect(finding.verdict).toBe('unchanged')
  })

  test('of a silent server is given up, and stops no other', async () => {
    const silent = await server.serve(() => {})
    const whole = await server.serve(serving(V1))
    const lock = lockOf(assetOf(silent, V1), assetOf(whole, V1, 'other.zip'))
    const limits = { ...LIMITS, headers_timeout_ms: 1_000 }
    const findings = await check(lock, { limits })
    expect(findings.map(({ verdict }) => verdict)).toEqual(['unreachable', 'unchanged'])
    expect(findings[0].evidence).toMatch(/no answer in 1000 ms/)
    const [late] = await check(lock, { limits: { ...LIMITS, asset_ms_max: 20 } })
    expect(late).toMatchObject({ verdict: 'unreachable', evidence: 'no whole answer in 20 ms' })
  })

  test('that is left at the end of the check is unknown', async () => {
    const url = await server.serve(() => {})
    const findings = await check(lockOf(assetOf(url), assetOf(url)), { check_ms_max: 20 })
    expect(findings.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown'])
    expect(server.requests).toHaveLength(1)
  })

  test('is requested one at a time of a host, and of four hosts at once', async () => {
    const running = new Map<string, number>()
    let most = 0
    let begin = () => {}
    const four = new Promise<void>((resolve) => {
      begin = resolve
    })
    const answer =
      (host: string): RequestListener =>
      async (_request, response) => {
        running.set(host, (running.get(host) ?? 0) + 1)
        most = Math.max(most, running.size)
        expect(running.get(host)).toBe(1)
        if (running.size === 4) begin()
        await four
        running.delete(host)
        response.writeHead(200, V1).end()
      }
    const urls = []
    for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const url = await server.serve(answer(host))
      urls.push(url, url)
    }
    const findings = await check(lockOf(...urls.map((url) => assetOf(url, V1))))
    expect(findings.map(({ verdict }) => verdict)).toEqual(urls.map(() => 'unchanged'))
    expect(most).toBe(4)
  })

  test('without a URL cannot be checked; a password and a query are never printed', async () => {
    const url = await server.serve(serving({}, 404))
    const secret = url.replace('http://', 'http://me:secret@')
    const findings = await check(
      lockOf(
        assetOf(`held copy of ${url}?key=secret`),
        assetOf(`${secret}?key=secret`),
        assetOf(`${url}?key=secret`),
        assetOf('http://me:sec ret@'),
      ),
    )
    const verdicts = ['cannot_check', 'unreachable', 'unreachable', 'cannot_check']
    expect(findings.map(({ verdict }) => verdict)).toEqual(verdicts)
    expect(JSON.stringify(findings)).not.toMatch(/sec ?ret/)
  })

  test('whose own URL was not recorded stands next to the date at its publisher, without a verdict', async () => {
    const url = await server.serve(serving({ ...length, ...at('2026-11-25') }))
    const upstream = [
      { what: 'The file', url },
      { what: 'Its page', url: 'https://example.org/data/' },
    ]
    const sources = new Map([['county', { ...SOURCE, upstream }]])
    const findings = await check(lockOf(assetOf('sent on a disk')), { sources })
    expect(findings.map(({ asset, verdict }) => [asset, verdict])).toEqual([
      ['zones.zip', 'cannot_check'],
      ['zones.zip', 'unknown'],
    ])
    expect(findings[1].evidence).toMatch(/last modified 2026-11-25.*; our edition is of 2020-12-31/)
    expect(await check(lockOf(assetOf(url)), { sources })).toHaveLength(1)
  })
})

describe('a layer of an ArcGIS service', () => {
  let trial: ArcgisTrial
  beforeEach(async () => {
    trial = await ArcgisTrial.start()
  })
  afterEach(() => trial.close())

  const EDITED = Date.parse('2026-11-01T00:00:00Z')
  const served = { last_edit: new Date(EDITED).toISOString(), rows: 9 }

  async function checked(count: number, editingInfo: object | null, lock?: Served, query = '') {
    const service = await trial.serve(layerOf(count), (body, parameters) =>
      parameters.has('where') ? body : { ...(body as object), editingInfo },
    )
    const [finding] = await check(lockOf(assetOf(addressOf(service, query), lock)))
    return finding
  }

  test.each<[string, number, object | null, Served | undefined, string, RegExp]>([
    ['date and count', 9, { lastEditDate: EDITED }, served, 'unchanged', /as then; same 9 rows/],
    ['a newer date', 9, { lastEditDate: EDITED + 1 }, served, 'changed', /last edit was/],
    [
      'a count, the date as it was',
      8,
      { lastEditDate: EDITED },
      served,
      'changed',
      /9 rows then, 8/,
    ],
    ['a count and no date', 9, null, { rows: 9 }, 'unknown', /same 9 rows; that proves nothing/],
    ['a date of its data', 9, { dataLastEditDate: EDITED }, served, 'unchanged', /as then/],
    ['a date of an empty clock', 9, { lastEditDate: -2.2e12 }, undefined, 'unknown', /nothing/],
    ['a date before our copy', 9, { lastEditDate: EDITED }, undefined, 'unchanged', /before our/],
  ])('that states %s', async (_, count, editingInfo, lock, verdict, evidence) => {
    expect(await checked(count, editingInfo, lock)).toMatchObject({
      ...{ kind: 'arcgis', verdict },
      evidence: expect.stringMatching(evidence),
    })
  })

  test('is counted under the filter of its URL', async () => {
    const finding = await checked(40, null, { rows: 10 }, "?where=COUNTY='OURS'")
    expect(finding.evidence).toMatch(/same 10 rows/)
    const page = await checked(40, null, { rows: 10 }, "/query?where=COUNTY='OURS'&f=json")
    expect(page).toMatchObject({ kind: 'arcgis', evidence: finding.evidence })
  })

  test('that reports an error under 200 is not reached', async () => {
    const error = { error: { code: 499, message: 'Token Required' } }
    const service = await trial.serve(layerOf(1), () => error)
    const [finding] = await check(lockOf(assetOf(addressOf(service), served)))
    expect(finding).toMatchObject({ verdict: 'unreachable' })
    expect(finding.evidence).toMatch(/requires a token/)
  })
})

describe('a dataset of Socrata', () => {
  const services: LocalService[] = []
  afterEach(() => Promise.all(services.splice(0).map((service) => service.close())))

  const CHANGED_S = Date.parse('2026-11-01T00:00:00Z') / 1000
  const served = { last_edit: '2026-11-01T00:00:00.000Z', rows: 2 }
  const dataset = { columns: ['a'], rows: [{ a: 1 }, { a: 2 }], rowsUpdatedAt: CHANGED_S }

  async function checked(changes: Partial<ServedDataset>, path: string, isBroken = false) {
    const service = await socrataService({ ...dataset, ...changes }, (body) =>
      isBroken ? new Raw(200, '<html>Maintenance</html>') : body,
    )
    services.push(service)
    const [finding] = await check(lockOf(assetOf(`${service.url}${path}`, served, 'lots.csv')))
    return finding
  }

  test.each<[string, Partial<ServedDataset>, string, RegExp]>([
    ['date and count', {}, 'unchanged', /last edit 2026-11-01.*, as then; same 2 rows/],
    ['a newer date', { rowsUpdatedAt: CHANGED_S + 60 }, 'changed', /last edit was/],
    ['another count', { rows: [{ a: 1 }] }, 'changed', /2 rows then, 1 now/],
    ['no date', { rowsUpdatedAt: undefined }, 'unknown', /same 2 rows; that proves nothing/],
  ])('that states %s', async (_, changes, verdict, evidence) => {
    for (const path of ['/resource/ab12-cd34.csv?$limit=9', '/api/views/ab12-cd34/rows.csv'])
      expect(await checked(changes, path)).toMatchObject({
        ...{ kind: 'socrata', verdict },
        evidence: expect.stringMatching(evidence),
      })
  })

  test('that answers with a page is not reached', async () => {
    const finding = await checked({}, '/resource/ab12-cd34.csv', true)
    expect(finding).toMatchObject({
      verdict: 'unreachable',
      evidence: expect.stringMatching(/page instead of JSON/),
    })
  })
})

import { readdir, readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  BODY,
  BODY_SHA256,
  FaultyServer,
  half,
  QUICK,
  ranged,
  wanted,
  whole,
} from '../../tests/fixtures/stages/faulty-server.ts'
import { type FetchOptions, fetchAsset } from './fetch.ts'

let server: FaultyServer
beforeEach(async () => {
  server = await FaultyServer.start()
})
afterEach(() => {
  vi.useRealTimers()
  return server.stop()
})

describe('a connection that drops', () => {
  test('is resumed where it broke, on the condition that the file is the same', async () => {
    const url = await server.serve(half, ranged)
    const { file } = await fetchAsset(wanted(url), server.options())
    expect(BODY.equals(await readFile(file))).toBe(true)
    expect(server.requests[1]).toMatchObject({ 'if-range': '"v1"' })
    expect(Number(/^bytes=(\d+)-$/.exec(server.requests[1].range ?? '')?.[1])).toBeGreaterThan(0)
  })

  test('begins again where the server ignores ranges', async () => {
    const url = await server.serve(half, whole)
    const { file } = await fetchAsset(wanted(url), server.options())
    expect(BODY.equals(await readFile(file))).toBe(true)
    expect(server.requests).toHaveLength(2)
  })

  test('begins again where the server sends the range of another version', async () => {
    const other: RequestListener = (request, response) => {
      const start = Number(/(\d+)-/.exec(request.headers.range ?? '')?.[1])
      const end = BODY.length - 1
      response.writeHead(206, { etag: '"v2"', 'content-range': `bytes ${start}-${end}/${end + 1}` })
      response.end(Buffer.alloc(BODY.length - start))
    }
    const url = await server.serve(half, other, whole)
    const { file } = await fetchAsset(wanted(url), server.options())
    expect(BODY.equals(await readFile(file))).toBe(true)
    expect(server.requests[2].range).toBeUndefined()
  })

  test('is never resumed on a weak ETag, which does not promise the same bytes', async () => {
    const weak: RequestListener = (request, response) => {
      response.setHeader('etag', 'W/"v1"')
      response.writeHead(200, { 'content-length': BODY.length, etag: 'W/"v1"' })
      response.write(BODY.subarray(0, 1000), () => setTimeout(() => response.destroy(), 10))
      request.resume()
    }
    const url = await server.serve(weak, whole)
    await fetchAsset(wanted(url), server.options())
    expect(server.requests[1].range).toBeUndefined()
  })

  test('in a run that was stopped is resumed by the next run', async () => {
    const stop = stopAt(100_000)
    const slow: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': BODY.length, etag: '"v1"' })
      response.write(BODY.subarray(0, 100_000))
    }
    const url = await server.serve(slow, ranged)
    await expect(fetchAsset(wanted(url), server.options(stop))).rejects.toThrow(/abort/)
    const { file } = await fetchAsset(wanted(url), server.options())
    expect(BODY.equals(await readFile(file))).toBe(true)
    expect(server.requests[1].range).toBe('bytes=100000-')
  })

  test('after the last byte needs no byte more', async () => {
    const stop = stopAt(BODY.length)
    const all: RequestListener = (_request, response) => {
      response.writeHead(200, { etag: '"v1"' })
      response.write(BODY)
    }
    const url = await server.serve(all, ranged)
    await expect(fetchAsset(wanted(url), server.options(stop))).rejects.toThrow(/abort/)
    const { file } = await fetchAsset(wanted(url), server.options())
    expect(BODY.equals(await readFile(file))).toBe(true)
  })

  test('every time ends after a bounded number of attempts', async () => {
    const dead: RequestListener = (_request, response) => void response.destroy()
    const url = await server.serve(dead)
    await expect(fetchAsset(wanted(url), server.options())).rejects.toThrow(
      /gave up after 3 attempts/,
    )
    expect(server.requests).toHaveLength(3)
  })
})

describe('a server that is slow or down', () => {
  test('a body that stalls is given up, and its part stays for the next run', async () => {
    const stalled: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': BODY.length, etag: '"v1"' })
      response.write(BODY.subarray(0, 5000))
    }
    const never: RequestListener = () => {}
    const url = await server.serve(stalled, never)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let bytes = 0
    const advance = (count: number) => {
      bytes += count
    }
    const step = () => ({ advance, done() {} })
    const limits = { ...QUICK, headers_timeout_ms: 300, idle_timeout_ms: 150 }
    const options = server.options({ limits, progress: { step, note() {} } })
    const ended = expect(fetchAsset(wanted(url), options)).rejects.toThrow(
      /gave up .* no answer in 300 ms/,
    )
    await expect.poll(() => bytes).toBe(5000)
    vi.advanceTimersByTime(150)
    for (let requests = 2; requests < 2 + QUICK.barren_attempts_max; requests++) {
      await expect.poll(() => server.requests.length).toBe(requests)
      vi.advanceTimersByTime(300)
    }
    await ended
    expect((await readdir(server.into)).filter((name) => name.endsWith('.part'))).toHaveLength(1)
    expect(server.requests.at(-1)?.range).toBe('bytes=5000-')
  })

  test('a refused connection is named', async () => {
    const url = await server.serve(whole)
    await server.stop()
    await expect(fetchAsset(wanted(url), server.options())).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('503 passes, 404 does not', async () => {
    const busy: RequestListener = (_request, response) => {
      response.writeHead(503, { 'retry-after': '1' }).end()
    }
    const gone: RequestListener = (_request, response) => void response.writeHead(404).end()
    const url = await server.serve(busy, busy, whole)
    await fetchAsset(wanted(url), server.options())
    expect(server.requests).toHaveLength(3)
    const missing = await server.serve(gone)
    const asset = wanted(missing, { sha256: 'b'.repeat(64) })
    await expect(fetchAsset(asset, server.options())).rejects.toThrow(/answers 404 Not Found/)
    expect(server.requests).toHaveLength(4)
  })
})

describe('redirects', () => {
  const to =
    (location: string): RequestListener =>
    (_request, response) =>
      void response.writeHead(302, { location }).end()

  test('are followed', async () => {
    const url = await server.serve(to('/moved.zip'), whole)
    expect((await fetchAsset(wanted(url), server.options())).sha256).toBe(BODY_SHA256)
  })

  test('in a circle end after five', async () => {
    const url = await server.serve(to('/again.zip'))
    await expect(fetchAsset(wanted(url), server.options())).rejects.toThrow(
      /redirects more than 5 times/,
    )
    expect(server.requests).toHaveLength(6)
  })

  test('off the web are refused', async () => {
    const url = await server.serve(to('file:///etc/hosts'))
    await expect(fetchAsset(wanted(url), server.options())).rejects.toThrow(/redirects to file:/)
  })
})

/** Options that abort a fetch once so many bytes are on disk. */
function stopAt(bytes: number): Partial<FetchOptions> {
  const controller = new AbortController()
  let sum = 0
  const advance = (count: number) => {
    sum += count
    if (sum >= bytes) controller.abort()
  }
  const step = () => ({ advance, done() {} })
  return { signal: controller.signal, progress: { step, note() {} } }
}

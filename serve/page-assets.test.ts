import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANY_CALLER } from '../tests/fixtures/any-caller.ts'
import { createApp } from './app.ts'
import type { Background } from './schemas/backgrounds.ts'

const SCRIPT = 'console.log("hello");'.repeat(100)
const NOTICES = 'Third-party notices'
const builds = { acquire: () => null }

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Plat</title>')
  writeFileSync(join(folder, 'third-party-notices.txt'), NOTICES)
  writeFileSync(join(folder, 'third-party-notices.txt.br'), brotliCompressSync(NOTICES))
  writeFileSync(join(folder, 'stamp'), 'secret of the build')
  writeFileSync(join(folder, 'assets/index-Ab1_.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/index-Ab1_.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/index-Ab1_.js.gz'), gzipSync(SCRIPT))
  app = await createApp({ builds, accounts: ANY_CALLER, pageFolder: folder })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('the page is at the root, revalidated each time, with a policy without inline code or other hosts', async () => {
  const { statusCode, headers, body } = await get('/?ll=1,2#x')
  expect([statusCode, body]).toEqual([200, '<!doctype html><title>Plat</title>'])
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  const policy = `${headers['content-security-policy']}`
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
})

test('the policy names the origins of the backgrounds and no other, and is part of the tag', async () => {
  const aerial = (id: string, tile_url: string): Background => ({
    ...{ id, tile_url, title: 'Aerial', kind: 'aerial', attribution: 'Example Survey' },
    ...{ min_zoom: 0, max_zoom: 16, tile_size: 256 },
  })
  const backgrounds = [
    aerial('a', 'https://tiles.example.com/{z}/{x}/{y}'),
    aerial('b', 'http://127.0.0.1:9000/{z}/{x}/{y}'),
  ]
  const wide = await createApp({ builds, accounts: ANY_CALLER, pageFolder: folder, backgrounds })
  const plain = await get('/')
  const widened = await wide.inject('/')
  const policyOf = ({ headers }: typeof plain) => `${headers['content-security-policy']}`
  expect(policyOf(widened)).toBe(
    policyOf(plain).replace(
      "connect-src 'self'",
      "connect-src 'self' https://tiles.example.com http://127.0.0.1:9000",
    ),
  )
  expect(widened.headers.etag).not.toBe(plain.headers.etag)
  const listed = async (from: FastifyInstance) =>
    (await from.inject('/api/v1/layers')).json().backgrounds
  expect([await listed(app), await listed(wide)]).toEqual([[], backgrounds])
  await wide.close()
})

test('the licence notices are a text next to the page, revalidated each time', async () => {
  const { statusCode, headers, body } = await get('/third-party-notices.txt')
  expect([statusCode, body]).toEqual([200, NOTICES])
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  const packed = await get('/third-party-notices.txt', { 'accept-encoding': 'br' })
  expect(`${brotliDecompressSync(packed.rawPayload)}`).toBe(NOTICES)
})

test('assets are cached forever, and compressed where the client accepts it', async () => {
  const requestAs = (coding: string) => get('/assets/index-Ab1_.js', { 'accept-encoding': coding })
  const plain = await get('/assets/index-Ab1_.js')
  expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT])
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  const brotli = await requestAs('gzip, deflate, br, zstd')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(`${brotliDecompressSync(brotli.rawPayload)}`).toBe(SCRIPT)
  const gzip = await requestAs('gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(`${gunzipSync(gzip.rawPayload)}`).toBe(SCRIPT)
  const tags = [plain, brotli, gzip].map(({ headers }) => headers.etag)
  expect(new Set(tags).size).toBe(3)
})

test('a client with the file gets 304, and HEAD has the headers without the bytes', async () => {
  for (const url of ['/', '/assets/index-Ab1_.js']) {
    const whole = await get(url)
    const known = await get(url, { 'if-none-match': `${whole.headers.etag}` })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    const head = await app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  }
})

test.each([
  '/stamp',
  '/assets/',
  '/assets/index-Ab1_.js.br',
  '/assets/../stamp',
  '/assets/%2e%2e%2fstamp',
  '/assets/..%5cstamp',
  '/assets/index-Ab1_.js%00',
  '/index.html',
])('nothing but the files of the page is handed out: %s', async (url) => {
  const { statusCode, body } = await get(url)
  expect([statusCode, JSON.parse(body).error.code]).toEqual([404, 'not_found'])
})

test('the page is read-only: another method is 405', async () => {
  for (const url of ['/', '/assets/index-Ab1_.js']) {
    const { statusCode, headers } = await app.inject({ method: 'POST', url })
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD'])
  }
})

test('without a built page the root explains how to build it, and the API answers', async () => {
  for (const pageFolder of [undefined, join(folder, 'nowhere')]) {
    const bare = await createApp({ builds, accounts: ANY_CALLER, pageFolder })
    const root = await bare.inject('/')
    expect(root.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(root.body).toContain('npm start')
    expect((await bare.inject('/api/v1/layers')).statusCode).toBe(200)
    await bare.close()
  }
})

test('a folder with other files is refused before it fills the memory', async () => {
  const big = mkdtempSync(join(tmpdir(), 'plat-page-'))
  mkdirSync(join(big, 'assets'))
  writeFileSync(join(big, 'index.html'), 'x')
  writeFileSync(join(big, 'assets/film.mp4'), Buffer.alloc(17 * 1024 * 1024))
  const opening = createApp({ builds, accounts: ANY_CALLER, pageFolder: big })
  await expect(opening).rejects.toThrow('read the map page')
  rmSync(big, { recursive: true })
})

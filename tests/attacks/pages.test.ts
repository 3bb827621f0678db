import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NoQuery } from '../../http/query.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { docsPage } from '../../serve/reference/docs-page.ts'
import { llmsText } from '../../serve/reference/llms-text.ts'
import type { Reference } from '../../serve/reference/reference.ts'
import type { ServiceRoute } from '../../serve/routes/route.ts'
import { RawConnection } from '../contract/raw-connection.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</code></pre><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '</script><svg onload=alert(1)>',
  '{{7*7}}<%= 7*7 %>',
  '\u2028\u202e<b>',
]

let sample: ServedSample
let connection: RawConnection
beforeAll(async () => {
  sample = await serveSample()
  connection = new RawConnection(Number(new URL(sample.base).port))
})
afterAll(async () => {
  connection?.close()
  await sample?.close()
})

describe('HTML in a text', () => {
  test.each(HOSTILE)(
    'of a question comes back as JSON that no browser reads otherwise: %s',
    async (text) => {
      const sent = encodeURIComponent(text)
      for (const target of [
        `/api/v1/location?address=${sent}`,
        `/api/v1/location?ll=${sent}`,
        `/api/v1/location?${sent}=1`,
        `/api/v1/search?q=${sent}`,
        `/api/v1/layers/${sent}`,
        `/api/v1/parcels/${sent}`,
        `/${sent}`,
        `/assets/${sent}`,
        `/api/auth/${sent}`,
      ]) {
        const { headers } = await sample.app.inject(target)
        expect(headers['content-type'] ?? 'application/json', target).toMatch(/^application\/json/)
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      }
    },
  )

  test('of a build is in the reference as text', async () => {
    const routes: ServiceRoute[] = [
      {
        path: '/v1/location',
        operationId: 'getLocation',
        tag: 'Location',
        summary: 'A dossier',
        description: 'A dossier.',
        query: NoQuery,
        answer: { description: 'The dossier.', schema: 'LocationDossier' },
        failures: [],
        cacheControl: 'no-store',
        examples: () => [],
        handle: () => null,
      },
    ]
    const hostile = HOSTILE.join(' ')
    const example = {
      title: hostile,
      method: 'GET' as const,
      url: `/v1/location?address=${encodeURIComponent(hostile).replaceAll("'", '%27')}`,
      headers: {},
      isOpen: false,
      status: 200,
      body: { [hostile]: hostile, layers: { permits: { summary: hostile } } },
    }
    const reference: Reference = {
      routes,
      build: 'b1',
      examples: new Map([['getLocation', [example]]]),
      failures: new Map([[400, { error: { message: hostile } }]]),
      described: [],
    }
    const page = docsPage(reference, 'http://plat.example/api')
    // Only its own script and style, and no tag from the text.
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/<(?:img|svg|b)\b/)
    expect(page).not.toContain("onmouseover='")
    expect(page).toContain('&#60;script')
    expect(llmsText(reference, 'http://plat.example/api').match(/^```$/gm)!.length % 2).toBe(0)
  })
})

describe('the name of a host', () => {
  const HOSTS = ['evil.example', 'evil.example:443', '"><script>', "'; rm -rf /; '", 'a b', '']
  /** Texts that are not a host are refused (RFC 9112, section 3.2). */
  const isHost = (host: string) => !/[<;\s]/.test(host)

  test.each(HOSTS)('of a forged header is in no link of a page for another: %j', async (host) => {
    const page = await sample.app.inject({ url: '/api/docs', headers: { host } })
    expect(page.statusCode).toBe(isHost(host) ? 200 : 400)
    const isSane = /^[\w.]+(:\d+)?$/.test(host)
    expect(page.body.includes(`http://${host}/api`)).toBe(isSane)
    const other = await sample.app.inject({ url: '/api/docs', headers: { host: 'plat.example' } })
    expect(other.body.includes(`//${host}/`)).toBe(false)
  })

  test('leads nowhere: redirects go to paths of this service', async () => {
    for (const url of ['/docs', '/openapi.json', '/llms.txt', '/api', '/api/'])
      for (const host of HOSTS) {
        const { statusCode, headers } = await sample.app.inject({ url, headers: { host } })
        expect(statusCode).toBe(isHost(host) ? 302 : 400)
        expect(headers.location ?? '/api/none').toMatch(/^\/api\/[a-z.]+$/)
      }
    for (const url of [
      '//evil.example',
      '//evil.example/docs',
      '/\\evil.example',
      '/docs//evil.example',
    ])
      expect((await connection.send('GET', url, [])).status, url).toBe(404)
  })
})

test('a build whose id is hostile names no file and no header', async () => {
  const hostile = (build: ServedBuild) => ({ ...build, id: 'b1\r\nSet-Cookie: x=1', atClose: [] })
  const old = sample.build
  sample.replace(hostile(old))
  const { statusCode, headers } = await sample.app.inject(
    `/api/v1/archives/parcels.pmtiles?build=${encodeURIComponent('b1\r\nSet-Cookie: x=1')}`,
  )
  expect([200, 400]).toContain(statusCode)
  expect(headers['set-cookie']).toBeUndefined()
})

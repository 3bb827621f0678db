import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HAS_BROWSER } from '../../tests/end-to-end/map-browser.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../../tests/fixtures/example-town.ts'
import { findBrowser, printPdf } from '../report/pdf-printer.ts'

let town: ExampleApp
beforeAll(async () => {
  town = await openExampleApp()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await town.close()
})

const { lat, lng } = TOWN_LOCATIONS.lot
const report = (query = '') =>
  town.app.inject({ url: `/api/v1/location/report?ll=${lat},${lng}${query}` })

describe('the report as HTML', () => {
  test('is a document of the location, under a policy that allows its style alone', async () => {
    const { statusCode, headers, body } = await report()
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)![1]
    const policy = `${headers['content-security-policy']}`
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`)
    expect(policy).toContain("default-src 'none'")
    expect(body).toContain('In a high-risk flood zone')
    expect(body).toContain('class="lot-map"')
    expect(body).toMatch(/href="http[^"]+\/\?at=30\.0005,-71\.9995"/)
  })

  test('a place with nothing has a report too, of what is not known', async () => {
    const { lat, lng } = TOWN_LOCATIONS.nowhere
    const { statusCode, body } = await town.app.inject({
      url: `/api/v1/location/report?ll=${lat},${lng}`,
    })
    expect(statusCode).toBe(200)
    expect(body).toContain('Flood risk not known')
    expect(body).not.toContain('Outside of high-risk flood zones')
  })

  test.each([
    ['&paper=a5', 'paper'],
    ['&format=doc', 'format'],
    ['&units=roman', 'units'],
    ['&include_geometry=true', 'include_geometry'],
    ['&parcel=pk_abcdefgh', 'parcel'],
  ])('refuses %s', async (query, param) => {
    const { statusCode, body } = await report(query)
    expect(statusCode).toBe(400)
    expect(JSON.parse(body).error).toMatchObject({ code: 'invalid_request', param })
  })
})

describe('the report as PDF', () => {
  test('is refused where no browser prints, with what to do instead', async () => {
    vi.stubEnv('PLAT_BROWSER', '/no/such/browser')
    const { statusCode, body } = await report('&format=pdf')
    vi.unstubAllEnvs()
    expect(statusCode).toBe(501)
    expect(JSON.parse(body).error.hint).toContain('print the HTML')
  })

  test('a browser that fails, and one report too many', async () => {
    await expect(printPdf('<p>', '/bin/false')).rejects.toMatchObject({ kind: 'failed' })
    const many = Array.from({ length: 8 }, () =>
      printPdf('<p>', '/bin/false').catch(({ kind }) => kind),
    )
    const kinds = await Promise.all(many)
    expect(kinds.filter((kind) => kind === 'busy').length).toBeGreaterThan(0)
    expect(new Set(kinds)).toEqual(new Set(['failed', 'busy']))
  })

  test.skipIf(!HAS_BROWSER || findBrowser() === null)(
    'is printed on the paper that is named',
    async () => {
      const { statusCode, headers, rawPayload } = await report('&paper=a4&format=pdf')
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('application/pdf')
      expect(headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+\.pdf"$/)
      const text = rawPayload.toString('latin1')
      expect(text.startsWith('%PDF-')).toBe(true)
      expect(text).toMatch(/MediaBox \[0 0 59\d(\.\d+)? 84\d/)
    },
  )
})

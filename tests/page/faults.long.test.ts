import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMeteoAirQuality, openMeteoForecast } from '../../layers/weather/upstream.ts'
import { examplePoint } from '../../serve/reference/example-point.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { clientOf, type LocalService, localService, Raw } from '../servers/local-service.ts'
import { openPageBrowser, type PageBrowser } from './page-browser.ts'
import { openPageService, type PageService } from './page-service.ts'
import { stubAccounts } from './stub-accounts.ts'

const SHOWN_WITHIN_MS = 240_000
/** Markup that runs where text is taken for HTML. */
const HOSTILE = `<img src=x onerror="globalThis.wasRun=1"><script>globalThis.wasRun=1</script>`
/** Answers that hold a text which the page shows somewhere. */
const FAULTY_PATHS = /\/api\/v1\/(location|layers|search|coverage)(\?|$)/
/** Fields without sentences: their values are looked up, drawn or counted. */
const NO_WORDS =
  /^(object|id|slug|layer|status|type|kind|category|stage|source_layer|tile_url|dem_url|url|query_url|color_by|color|map|geometry|parcel_key|precision|property|id_property|terrain_status)$/

let weather: LocalService
let service: PageService
let browser: PageBrowser
let page: Page
let point: string

const section = (layer: string) => page.locator(`#dossier [data-layer=${layer}]`)
async function openDossier() {
  await page.goto(`${service.origin}/?at=${point}`)
  await page.locator('#dossier[data-state=shown]').waitFor()
}
/** Fails when text of an upstream became an element or ran. */
async function expectHarmless() {
  expect(await page.evaluate("document.querySelectorAll('img, body script').length")).toBe(0)
  expect(await page.evaluate('globalThis.wasRun')).toBeUndefined()
}

describe.skipIf(!HAS_BROWSER)('the page', { timeout: SHOWN_WITHIN_MS }, () => {
  beforeAll(async () => {
    const body = JSON.stringify({ error: true, reason: HOSTILE })
    weather = await localService(() => new Raw(400, body))
    const upstreams = clientOf([
      [openMeteoForecast, weather.url],
      [openMeteoAirQuality, weather.url],
    ])
    service = await openPageService(ANY_CALLER, upstreams)
    const { lat, lng } = examplePoint(service.build.packs)!
    point = `${lat},${lng}`
    browser = await openPageBrowser(service.origin)
    page = browser.page
    page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
    await stubAccounts(page, null)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await weather?.close()
  })

  test('shows the HTML in the words of an upstream as the text that it is', async () => {
    await openDossier()
    const shown = await section('weather').textContent()
    expect(await section('weather').getAttribute('data-status')).toBe('not_available')
    expect(shown).toContain('<img src=x onerror=')
    await expectHarmless()
  })

  test('shows it so wherever a text of an answer stands: dossier, layers, search, coverage', async () => {
    await page.route(FAULTY_PATHS, async (route) => {
      const answer = await route.fetch()
      const json = poisoned(await answer.json())
      await route.fulfill({ response: answer, json })
    })
    await openDossier()
    await page.getByRole('button', { name: 'Open all facts' }).click()
    for (const about of await page.locator('#layers-body summary').all()) await about.click()
    await page.getByRole('combobox').fill('3325 upper')
    await page.getByRole('option').first().waitFor()
    const places = ['#dossier', '#layers-body', '#search-hits', '#attribution']
    for (const place of places)
      expect(await page.locator(place).textContent(), place).toContain('<img src=x')
    await expectHarmless()
    await page.goto(`${service.origin}/?view=coverage`)
    await page.getByRole('table').first().waitFor()
    expect(await page.locator('#coverage').textContent()).toContain('<img src=x')
    await expectHarmless()
    await page.unroute(FAULTY_PATHS)
  })

  test('links to web addresses only', async () => {
    await page.route(/\/api\/v1\/location/, async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text()).replaceAll(
        /"https?:[^"]*"/g,
        '"javascript:globalThis.wasRun=1"',
      )
      await route.fulfill({ response: answer, body: text })
    })
    await openDossier()
    await page.getByRole('button', { name: 'Open all facts' }).click()
    const schemes: string[] = await page.evaluate(
      "[...new Set([...document.querySelectorAll('a')].map((each) => each.protocol))]",
    )
    expect(schemes.filter((each) => !/^https?:$/.test(each))).toEqual([])
    await page.unroute(/\/api\/v1\/location/)
  })

  test('suspects swapped coordinates aloud, and leads to the point that may be the one', async () => {
    const [lat, lng] = point.split(',')
    await page.goto(`${service.origin}/?at=${lng},${lat}`)
    await page.locator('#dossier[data-state=shown]').waitFor()
    const warning = page.locator('#dossier .warning')
    expect(await warning.textContent()).toContain('the two may be swapped')
    await warning.locator('a').click()
    await page.waitForURL((url) => url.searchParams.get('at') === point)
    await page.locator('#dossier[data-state=shown]').waitFor()
    expect(await warning.count()).toBe(0)
  })

  test('shows why a section has no answer when its upstream is gone', async () => {
    const gone = await localService(() => null)
    const { url } = gone
    await gone.close()
    const upstreams = clientOf([
      [openMeteoForecast, url],
      [openMeteoAirQuality, url],
    ])
    const lonely = await openPageService(ANY_CALLER, upstreams)
    await page.goto(`${lonely.origin}/?at=${point}`)
    await page.locator('#dossier[data-state=shown]').waitFor()
    expect(await section('weather').getAttribute('data-status')).toBe('not_available')
    const why = await section('weather').locator('.why').first().textContent()
    expect(why).toMatch(/^Why: Open-Meteo Weather Forecast .{10,}/)
    expect(await section('parcel').getAttribute('data-status')).toBe('available')
    await lonely.close()
  })

  test('reports that the service cannot be reached, and leaves the last dossier on screen', async () => {
    await openDossier()
    await page.locator('#layers-body input').first().waitFor({ state: 'attached' })
    await browser.context.setOffline(true)
    await page.getByRole('combobox').fill('3325')
    await expect.poll(() => page.locator('#search').textContent()).toContain('cannot be reached')
    expect(await page.getByText('cannot be reached').first().isVisible()).toBe(true)
    expect(await section('parcel').getAttribute('data-status')).toBe('available')
    await browser.context.setOffline(false)
  })
})

/** The answer with HTML added to every text that people read. */
function poisoned(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return NO_WORDS.test(name) ? value : `${value} ${HOSTILE}`
  if (Array.isArray(value)) return value.map((each) => poisoned(each, name))
  if (value === null || typeof value !== 'object') return value
  if (NO_WORDS.test(name) && name !== 'map') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poisoned(each, key)]))
}

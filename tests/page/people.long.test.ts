import { mkdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { accountsSettings } from '../../accounts/settings.ts'
import { putAccounts } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { type Look, openPageBrowser, type PageBrowser } from './page-browser.ts'
import { openPageService, type PageService } from './page-service.ts'
import { seriousFaults } from './serious-faults.ts'

/** A map drawn in software on a busy machine. */
const SHOWN_WITHIN_MS = 240_000
/** Folder for pictures to look at: `PLAT_PAGE_PICTURES=<folder>`. */
const PICTURES = process.env.PLAT_PAGE_PICTURES
/** The last tiles are drawn after their requests. */
const DRAWN_AFTER_MS = 3_000
/** A lot of the sample county with a building, of which three quarters lie in zone AE. */
const LOT = { lat: 30.0032, lng: -71.975 }
const LOT_ADDRESS = /^3018 Lower Bayberry St/
const DESKTOP: Look = { width: 1280, height: 800, pixels: 1 }
const PHONE: Look = { width: 390, height: 844, hasTouch: true, pixels: 2 }

let home: string
let accounts: OpenAccounts
let service: PageService
let browser: PageBrowser

const page = () => browser.page
const dossier = () => page().locator('#dossier')
const section = (layer: string) => dossier().locator(`[data-layer=${layer}]`)
const soon = (value: () => unknown) => expect.poll(value, { timeout: SHOWN_WITHIN_MS / 2 })

async function enter(look: Look, address = ''): Promise<void> {
  browser = await openPageBrowser(service.origin, look)
  page().setDefaultTimeout(SHOWN_WITHIN_MS / 2)
  await page().goto(`${service.origin}/${address}`)
}

/** A picture of the screen, or with `at` once that is in it. */
async function look(name: string, at?: Locator): Promise<void> {
  await at?.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  if (!PICTURES) return
  // The map states once that it is drawn: what comes after a move has its own requests.
  await page().waitForLoadState('networkidle')
  await page().waitForTimeout(DRAWN_AFTER_MS)
  await page().screenshot({ path: join(PICTURES, `${name}.png`) })
}

async function expectShown(title: RegExp): Promise<void> {
  await dossier().and(page().locator('[data-state=shown]')).waitFor()
  await soon(() => dossier().getByRole('heading', { level: 2 }).textContent()).toMatch(title)
  await page().locator('#map[data-state=drawn]').waitFor({ state: 'attached' })
}

/** Five people with a question each, none of them signed in. */
describe.skipIf(!HAS_BROWSER)('a person with a question', { timeout: SHOWN_WITHIN_MS }, () => {
  beforeAll(async () => {
    if (PICTURES) mkdirSync(PICTURES, { recursive: true })
    home = await mkdtemp(join(tmpdir(), 'plat-people-'))
    await putAccounts(home)
    accounts = await openAccounts(accountsSettings({}, home), { note: () => {} })
    service = await openPageService(accounts)
  })
  afterAll(async () => {
    await service?.close()
    await accounts?.close()
    if (home) await rm(home, { recursive: true, force: true })
  })
  beforeEach(() => async () => {
    // The browser itself writes a refused request to the console.
    const { complaints } = browser
    await browser.close()
    expect(complaints.filter((each) => !/status of 40[13]/.test(each))).toEqual([])
  })

  test('a buyer reads in one screen what matters about a lot, and takes it along', async () => {
    await enter(DESKTOP)
    const field = page().getByRole('combobox')
    await field.fill('3018 lower bay')
    await page().getByRole('option').first().click()
    await expectShown(LOT_ADDRESS)
    const facts = dossier().locator('.key-facts')
    // The verdict and the key facts are in the picture before anybody scrolls.
    const { y, height } = (await facts.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(DESKTOP.height!)
    expect(await facts.textContent()).toMatch(/Partly in a high-risk flood zone75 % of the lot/)
    for (const name of ['Lot size', 'Zoning', 'Year built', 'Assessed value', 'Ground height'])
      expect(await facts.textContent()).toContain(name)
    await look('buyer-lot')
    await dossier().getByText('Take it with you').click()
    const downloaded = page().waitForEvent('download')
    await dossier()
      .getByRole('button', { name: /GeoJSON/ })
      .click()
    const file = await readFile(await (await downloaded).path(), 'utf8')
    expect(JSON.parse(file).type).toBe('FeatureCollection')
  })

  test('a builder reads the sides, the setbacks, the ground and the soils of a lot', async () => {
    await enter(DESKTOP, `?at=${LOT.lat},${LOT.lng}`)
    await expectShown(LOT_ADDRESS)
    const lot = section('parcel').locator('figure')
    await soon(() => lot.count()).toBeGreaterThan(0)
    expect(await section('parcel').textContent()).toMatch(/Setbacks of zone TC/)
    await look('builder-lot', section('parcel'))
    await look('builder-ground', section('elevation'))
    expect(await section('elevation').locator('svg.chart').count()).toBe(1)
    await page()
      .getByRole('button', { name: /^Units: ft/ })
      .click()
    await soon(() => section('elevation').textContent()).toMatch(/\d m above NAVD88/)
    await look('builder-soils-metric', section('soils'))
  })

  test('a planner sees where answers come from, and compares lots', async () => {
    await enter(DESKTOP, '?view=coverage&section=flood')
    const coverage = page().locator('#coverage')
    await soon(() => coverage.textContent()).toMatch(/Flood zone in Sample County/)
    await page().locator('#coverage [data-state=drawn]').waitFor()
    expect(await coverage.textContent()).toContain('not the same as safe')
    await look('planner-coverage')
    await page().getByRole('button', { name: 'List', exact: true }).click()
    const places = `${LOT.lat},${LOT.lng}\n29.9863009,-71.9643746\n30.0012,-71.9801`
    await page()
      .getByLabel(/^Addresses or coordinates/)
      .fill(places)
    await page().getByRole('button', { name: 'Look up' }).click()
    const table = page().getByRole('region', { name: 'Table of places' })
    await soon(() => table.getByRole('row').count()).toBe(4)
    for (const nth of [0, 1])
      await page()
        .getByLabel(/^Compare /)
        .nth(nth)
        .check()
    await page().getByRole('button', { name: 'Compare 2' }).click()
    await page().getByRole('heading', { name: 'Side by side' }).waitFor()
    await look('planner-list')
  })

  test('a newcomer is led from where nothing is known to an example', async () => {
    await enter(DESKTOP, '?at=44.8,-68.77')
    await dossier().getByRole('button', { name: 'Go to Sample County' }).waitFor()
    await look('newcomer-nothing')
    await dossier().getByRole('button', { name: 'Go to Sample County' }).click()
    await page().locator('.examples button').first().click()
    await expectShown(/\(fictional\)/)
    expect(await page().locator('#demo').textContent()).toContain('fictional')
    await look('newcomer-example')
    expect(await seriousFaults(page())).toEqual([])
  })

  test('somebody on the street opens the lot where they stand, on a phone', async () => {
    await enter(PHONE)
    await browser.context.grantPermissions(['geolocation'])
    await browser.context.setGeolocation({ latitude: LOT.lat, longitude: LOT.lng, accuracy: 8 })
    await page().getByRole('button', { name: 'My location' }).tap()
    await expectShown(LOT_ADDRESS)
    const verdict = dossier().locator('.key-facts').getByText('Partly in a high-risk flood zone')
    await verdict.waitFor()
    expect((await verdict.boundingBox())!.y).toBeLessThan(PHONE.height!)
    expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    await look('phone-lot')
    expect(await seriousFaults(page())).toEqual([])
  })
})

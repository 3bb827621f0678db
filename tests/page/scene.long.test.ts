import { createCanvas } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplePoint } from '../../serve/reference/example-point.ts'
import type { Background } from '../../serve/schemas/backgrounds.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { type LocalService, localService, Raw } from '../servers/local-service.ts'
import { openPageBrowser, type PageBrowser } from './page-browser.ts'
import { openPageService, type PageService } from './page-service.ts'
import { seriousFaults } from './serious-faults.ts'
import { stubAccounts } from './stub-accounts.ts'

const SHOWN_WITHIN_MS = 240_000

let pictures: LocalService
let service: PageService
let browser: PageBrowser
let page: Page
let view: string

const credit = () => page.locator('#background-credit')
const search = () => new URL(page.url()).searchParams
const radio = (name: string) => page.getByRole('radio', { name })
const raise = () => page.getByRole('button', { name: '3D terrain' })
async function open(more = '') {
  await page.goto(`${service.origin}/?map=${view}&layers=parcels,elevation${more}`)
  await page.locator('#map[data-state=drawn]').waitFor()
}
/** Complaints since the last call, without the requests of tiles that a person chose. */
function complaints(): string[] {
  const all = browser.complaints.splice(0)
  return all.filter((each) => !each.startsWith(`requests ${pictures.url}`))
}

describe.skipIf(!HAS_BROWSER)('below the layers of the map', { timeout: SHOWN_WITHIN_MS }, () => {
  beforeAll(async () => {
    pictures = await localService(({ pathname }) => {
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'image/png' }
      return pathname.startsWith('/broken')
        ? new Raw(500, '', headers)
        : new Raw(200, picture(), headers)
    })
    const background = (id: string, title: string): Background => ({
      ...{ id, title, kind: 'aerial', tile_url: `${pictures.url}/${id}/{z}/{y}/{x}` },
      ...{ attribution: `Courtesy of ${id}`, min_zoom: 0, max_zoom: 16, tile_size: 256 },
    })
    const backgrounds = [background('aerial', 'Photographs'), background('broken', 'Gone')]
    service = await openPageService(ANY_CALLER, undefined, { backgrounds })
    const { lat, lng } = examplePoint(service.build.packs)!
    view = `16/${lat}/${lng}`
    browser = await openPageBrowser(service.origin)
    page = browser.page
    page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
    await stubAccounts(page, null)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await pictures?.close()
  })

  test('no picture is requested until a person chooses a background, by keyboard too', async () => {
    await open()
    expect(await radio('None').isChecked()).toBe(true)
    expect([pictures.requests, browser.complaints.splice(0)]).toEqual([[], []])
    expect(await credit().isVisible()).toBe(false)
    await radio('None').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => pictures.requests.length).toBeGreaterThan(0)
    expect(pictures.requests.every(({ pathname }) => pathname.startsWith('/aerial/'))).toBe(true)
    expect(await credit().textContent()).toBe('Photographs: Courtesy of aerial')
    expect(search().get('background')).toBe('aerial')
    expect(await seriousFaults(page)).toEqual([])
    expect(complaints()).toEqual([])
  })

  test('a link has the background, and none is none again', async () => {
    await open('&background=aerial')
    expect(await radio('Photographs').isChecked()).toBe(true)
    expect(await credit().isVisible()).toBe(true)
    await radio('None').check()
    expect(await credit().isVisible()).toBe(false)
    expect(search().get('background')).toBeNull()
    await open('&background=unknown')
    expect(await radio('None').isChecked()).toBe(true)
    expect(complaints()).toEqual([])
  })

  test('a background that fails is noted at its credit, and the map is whole', async () => {
    await open('&background=broken')
    await expect.poll(() => credit().textContent()).toContain('does not answer')
    expect(await page.locator('#notice').isVisible()).toBe(false)
    await radio('Photographs').check()
    await expect.poll(() => credit().textContent()).toBe('Photographs: Courtesy of aerial')
    expect(complaints().filter((each) => !each.includes('500'))).toEqual([])
  })

  test('3D raises the ground, states its scale, and is part of the link', async () => {
    await open()
    expect(await raise().getAttribute('aria-pressed')).toBe('false')
    await raise().click()
    expect(await raise().getAttribute('aria-pressed')).toBe('true')
    const panel = page.getByRole('group', { name: '3D terrain' })
    expect(await panel.textContent()).toContain('True to scale.')
    await panel.getByRole('button', { name: '×5: 5 times as high' }).click()
    expect(await panel.textContent()).toContain('5 times as high, not true to scale.')
    await expect.poll(() => search().get('map')).toMatch(/\/0\/55$/)
    expect(search().get('relief')).toBe('5')
    await page.locator('#map canvas').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => search().get('map')).not.toMatch(/\/0\/55$/)
    expect(await seriousFaults(page)).toEqual([])
    await page.reload()
    await page.locator('#map[data-state=drawn]').waitFor()
    expect(await raise().getAttribute('aria-pressed')).toBe('true')
    expect(complaints()).toEqual([])
  })

  test('a click on raised ground opens the point under it', async () => {
    const points: string[] = []
    for (const relief of [1, 5]) {
      await open(`&relief=${relief}`)
      const map = (await page.locator('#map').boundingBox())!
      const [x, y] = [map.x + map.width * 0.4, map.y + map.height * 0.3]
      await page.mouse.click(x, y)
      await page.locator('.pin').waitFor()
      const tip = async () => {
        const box = (await page.locator('.pin').boundingBox())!
        return Math.hypot(box.x + box.width / 2 - x, box.y + box.height - y)
      }
      await expect.poll(tip).toBeLessThan(3)
      points.push(search().get('at')!)
    }
    // The same pixel shows another point where the ground is higher.
    expect(points[0].slice(0, 6)).toBe(points[1].slice(0, 6))
    expect(points[0]).not.toBe(points[1])
  })

  test('without 3D the map is flat and north up, and its link plain', async () => {
    await open('&relief=2')
    await raise().click()
    await expect.poll(() => search().get('map')).toMatch(/^[^/]+\/[^/]+\/[^/]+$/)
    expect(search().get('relief')).toBeNull()
    expect(await page.getByRole('group', { name: '3D terrain' }).isVisible()).toBe(false)
    await page.locator('#map canvas').focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(search().get('map')).toMatch(/^[^/]+\/[^/]+\/[^/]+$/)
    expect(complaints()).toEqual([])
  })

  test('a build without heights has no 3D', async () => {
    await page.route(/\/api\/v1\/layers$/, async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      json.data = json.data.filter(({ slug }: { slug: string }) => slug !== 'elevation')
      await route.fulfill({ response: answer, json })
    })
    await open('&relief=2')
    expect(await raise().isVisible()).toBe(false)
    await page.unroute(/\/api\/v1\/layers$/)
    expect(complaints()).toEqual([])
  })
})

function picture(): Buffer {
  const canvas = createCanvas(256, 256)
  const context = canvas.getContext('2d')
  context.fillStyle = '#3f5a2a'
  context.fillRect(0, 0, 256, 256)
  return canvas.toBuffer('image/png')
}

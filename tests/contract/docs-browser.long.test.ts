import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedProjects } from '../../architect/service/described-routes.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { CHROMIUM, HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'

/** A page of some 200 kB in a browser on a busy machine. */
const SHOWN_WITHIN_MS = 240_000
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
const SIZES = [
  ['a desktop', 1280, 900],
  ['a phone', 390, 844],
  ['a small phone', 320, 640],
] as const
const SCHEMES = ['light', 'dark'] as const
/** WCAG 2.2, success criterion 1.4.3. */
const CONTRAST_MIN = 4.5

let sample: ServedSample
let context: BrowserContext
let page: Page
let profile: string
const complaints: string[] = []

describe.skipIf(!HAS_BROWSER)('the reference in a browser', { timeout: SHOWN_WITHIN_MS }, () => {
  beforeAll(async () => {
    sample = await serveSample({
      accounts: new ScriptedAccounts(),
      described: [describedProjects()],
    })
    profile = await mkdtemp(join(tmpdir(), 'plat-docs-'))
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      headless: true,
      args: FLAGS,
    })
    page = context.pages()[0] ?? (await context.newPage())
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(sample.base)) complaints.push(`requests ${request.url()}`)
    })
    await page.goto(`${sample.base}/docs`)
  })
  afterAll(async () => {
    await context?.close()
    await sample?.close()
    if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  // biome-ignore lint/suspicious/noExplicitAny: what the page answers
  const inPage = (expression: string): Promise<any> => page.evaluate(expression)

  test.each(SIZES)(
    'fits %s of %i pixels without scrolling sideways',
    async (_name, width, height) => {
      await page.setViewportSize({ width, height })
      expect(await inPage('document.documentElement.scrollWidth')).toBe(width)
      const wide = await inPage(`[...document.querySelectorAll('main *')]
      .filter((each) => each.getBoundingClientRect().right > ${width} && !each.closest('pre'))
      .map((each) => each.outerHTML.slice(0, 120))`)
      expect(wide).toEqual([])
    },
  )

  test.each(SCHEMES)('has text that can be read in the %s scheme', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    const low: string[] = await inPage(`(${lowContrast})(${CONTRAST_MIN})`)
    expect(low).toEqual([])
    const grounds = await inPage('getComputedStyle(document.body).backgroundColor')
    const isDark = Math.max(...grounds.match(/\d+/g).map(Number)) < 128
    expect(isDark).toBe(colorScheme === 'dark')
  })

  test('names every field of a form, and every part that a keyboard reaches', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const buttons = page.locator('button.try')
    expect(await buttons.count()).toBeGreaterThan(11)
    await inPage("document.querySelectorAll('button.try').forEach((each) => each.click())")
    expect(await buttons.count()).toBe(0)
    const nameless =
      await inPage(`[...document.querySelectorAll('input, select, textarea, button, a, summary')]
      .filter((each) => !(each.labels?.[0] ?? each).textContent.trim() && !each.ariaLabel)
      .map((each) => each.outerHTML.slice(0, 120))`)
    expect(nameless).toEqual([])
    const main = await inPage('document.querySelectorAll("main").length')
    expect([main, await inPage('document.documentElement.lang')]).toEqual([1, 'en'])
  })

  test('sends no key where none was typed, and shows the refusal', async () => {
    await page.locator('#getLocation .example-title a').first().click()
    const opened = page.locator('#getLocation output pre').first()
    await expect.poll(() => opened.textContent()).toMatch(/^401, /)
    const form = page.locator('#listLayers form')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => form.locator('output pre').textContent()).toMatch(/^401, /)
  })

  test('tries operations: the first example of each answers 200 in the form, with the key', async () => {
    await page.getByLabel('API key for requests from this page').fill(KEYS.good)
    for (const form of await page.locator('form.try-form').all()) {
      await form.getByRole('button', { name: 'Send' }).click()
      const answer = form.locator('output pre')
      await expect.poll(() => answer.textContent()).toMatch(/^\d{3}, /)
      const command = await form.locator('p code').textContent()
      expect(await answer.textContent(), `${command}`).toMatch(/^200, /)
    }
  })

  test('sends the body that was typed by POST, by the keyboard alone', async () => {
    const form = page.locator('#listLocations form')
    const body = form.getByLabel('Body')
    expect(JSON.parse(await body.inputValue())).toHaveProperty('locations')
    expect(await form.locator('p code').textContent()).toMatch(/^POST v1\/locations/)
    const answer = form.locator('output pre')
    await body.fill('{"locations": [{"lat": 29.9863, "lng": -71.9644}], "layers": ["parcel"]}')
    await body.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => answer.textContent()).toMatch(/^200, [\s\S]*"layer": "parcel"/)
    await body.fill('not JSON')
    await body.press('Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => answer.textContent()).toMatch(/^400, [\s\S]*"invalid_request"/)
  })

  test('opens the examples with the key that was typed, each below its command', async () => {
    const links = await page.locator('.example-title a').all()
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) {
      const href = await link.getAttribute('href')
      await link.click()
      const answer = link.locator('xpath=../following-sibling::output[1]/pre')
      await expect.poll(() => answer.textContent()).toMatch(/^\d{3}, /)
      expect(await answer.textContent(), `${href}`).toMatch(/^20[046], /)
    }
    expect(page.url()).toBe(`${sample.base}/docs`)
    const range = page.locator('#getArchive .example-title a')
    await range.click()
    const part = page.locator('#getArchive .example-title ~ output pre').first()
    await expect.poll(() => part.textContent()).toMatch(/^206, .* 127 bytes /)
  })

  test('shows the request that a form sends while it is typed', async () => {
    const form = page.locator('#getLocation form')
    await form.getByLabel('ll', { exact: true }).fill('91,0')
    await form.getByLabel('layers').fill('')
    expect(await form.locator('p code').textContent()).toBe('GET v1/location?ll=91,0')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => form.locator('output pre').textContent()).toMatch(/^400, /)
    expect(await form.locator('output pre').textContent()).toContain('"param": "ll"')
  })

  test('filters the contents as one types', async () => {
    const shown = () => inPage(`[...document.querySelectorAll('nav li:not([hidden])')].length`)
    const all = await shown()
    await page.getByLabel('Filter the contents').fill('pmtiles')
    expect(await shown()).toBeGreaterThan(0)
    expect(await shown()).toBeLessThan(all / 2)
    expect(await page.locator('nav li:not([hidden])').allTextContents()).toContain(
      '/archives/{slug}.pmtiles',
    )
    await page.getByLabel('Filter the contents').fill('')
    expect(await shown()).toBe(all)
  })

  test('shows every example when it is printed', async () => {
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav').isVisible()).toBe(false)
    const answers = await page.locator('details.answer pre').all()
    expect(answers.length).toBeGreaterThan(10)
    for (const answer of answers) expect(await answer.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  })

  test('breaks no rule of its policy, requests no other host and has no error', () => {
    // A refused question is written to the console by the browser itself.
    const refused = /40[01] \((Bad Request|Unauthorized)\)/
    expect(complaints.filter((each) => !refused.test(each))).toEqual([])
  })
})

/** Runs in the page: elements whose own text stands out less than `least` against its ground. */
const lowContrast = `(least) => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const groundOf = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = parse(getComputedStyle(each).backgroundColor)
      if (color.length < 4 || color[3] === 1) return color
    }
    return [255, 255, 255]
  }
  const seen = new Set()
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    if (!hasText || ['SCRIPT', 'STYLE'].includes(element.tagName)) continue
    const [a, b] = [parse(getComputedStyle(element).color), groundOf(element)].map(light)
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    if (ratio < least) seen.add(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2))
  }
  return [...seen]
}`

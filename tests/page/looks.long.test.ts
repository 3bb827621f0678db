import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examplePoint } from '../../serve/reference/example-point.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { openPageBrowser, type PageBrowser } from './page-browser.ts'
import { openPageService, type PageService } from './page-service.ts'
import { seriousFaults } from './serious-faults.ts'
import { ADA, stubAccounts } from './stub-accounts.ts'

/** Maps drawn in software and read by axe twice, on a busy machine. */
const SHOWN_WITHIN_MS = 240_000
const SCHEMES = ['light', 'dark'] as const
const SIZES = { desktop: [1280, 800], phone: [360, 740] } as const
/** Folder for pictures to look at: `PLAT_PAGE_PICTURES=<folder>`. */
const PICTURES = process.env.PLAT_PAGE_PICTURES

let service: PageService
let browser: PageBrowser
let page: Page
let at: string

/** Each view of the page, and how to open it. */
const VIEWS: Record<string, () => Promise<void>> = {
  async map() {
    await page.goto(service.origin)
    await page.locator('#map[data-state=drawn]').waitFor()
  },
  async dossier() {
    await page.goto(`${service.origin}/?at=${at}&map=16/${at.replace(',', '/')}`)
    await page.locator('#dossier[data-state=shown]').waitFor()
    await page.locator('#map[data-state=drawn]').waitFor()
    await page.getByRole('button', { name: 'Open all facts' }).click()
  },
  async coverage() {
    await page.goto(`${service.origin}/?view=coverage`)
    await page.getByRole('table').first().waitFor()
    await page.locator('.coverage-map[data-state=drawn]').waitFor()
    await page.getByRole('button', { name: 'Details: Flood zone' }).click()
    await page.getByText('How often each of').click()
  },
  async 'a list with a comparison'() {
    await page.goto(`${service.origin}/?view=list`)
    await page.getByLabel(/^Addresses or coordinates/).fill(`${at}\n0,-30\nnothing known`)
    await page.getByRole('button', { name: 'Look up' }).click()
    for (const nth of [0, 1])
      await page
        .getByLabel(/^Compare /)
        .nth(nth)
        .check()
    await page.getByRole('button', { name: 'Compare 2' }).click()
    await page.getByRole('heading', { name: 'Side by side' }).waitFor()
  },
  async 'signing in'() {
    await openDialog(false)
  },
  async 'API keys'() {
    await openDialog(true)
    await page.getByRole('dialog').getByRole('heading', { level: 4 }).first().waitFor()
  },
  async 'a new key'() {
    await openDialog(true)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Architect key').check()
  },
  async 'a key that was made'() {
    await openDialog(true)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Name').fill('My script')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByLabel('the command', { exact: true }).waitFor()
  },
  async organizations() {
    await openDialog(true)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Organizations' }).click()
    await dialog.getByRole('button', { name: /^Members/ }).click()
    await dialog.getByRole('button', { name: 'Invite', exact: true }).waitFor()
  },
  async agents() {
    await openDialog(true)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Agents', exact: true }).click()
    await dialog.getByLabel('Claim code').fill('7KQM-X2PD-9RTW')
    await dialog.getByRole('button', { name: 'Look up' }).click()
    await dialog.getByRole('button', { name: 'Claim it' }).waitFor()
  },
  async 'invites for agents'() {
    await openDialog(true)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Organizations' }).click()
    await dialog.getByRole('button', { name: /^Invites for agents/ }).click()
    await dialog.getByRole('button', { name: 'Create invite' }).waitFor()
  },
  async 'the account'() {
    await openDialog(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('dialog').getByText('Delete my account').click()
  },
}

async function openDialog(isSignedIn: boolean): Promise<void> {
  await page.unroute(/\/api\/(account|auth)/)
  await stubAccounts(page, isSignedIn ? ADA : null)
  await page.goto(service.origin)
  const name = isSignedIn ? `Account of ${ADA.name}` : 'Sign in'
  await page.locator('#account').getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor()
}

describe.skipIf(!HAS_BROWSER)('the page', { timeout: SHOWN_WITHIN_MS }, () => {
  beforeAll(async () => {
    service = await openPageService(ANY_CALLER)
    const { lat, lng } = examplePoint(service.build.packs)!
    at = `${lat},${lng}`
    browser = await openPageBrowser(service.origin)
    page = browser.page
    page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
    await stubAccounts(page, null)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  describe.each(Object.entries(SIZES))('on a %s', (size, [width, height]) => {
    test.each(Object.keys(VIEWS))(
      'has no serious fault that axe finds, light or dark: %s',
      async (view) => {
        await page.setViewportSize({ width, height })
        await VIEWS[view]()
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
            width,
          )
          expect(await seriousFaults(page), colorScheme).toEqual([])
          const path = `${PICTURES}/${size}-${colorScheme}-${view.replaceAll(' ', '-')}.png`
          if (PICTURES) await page.screenshot({ path })
        }
      },
    )
  })

  test('is used by keyboard alone: a search, the dossier, a layer, the dialog and back', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await VIEWS.map()
    const focused = () =>
      page.evaluate('document.activeElement.id || document.activeElement.textContent')
    const tabTo = async (wanted: RegExp) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab')
        if (wanted.test(`${await focused()}`)) return
      }
      throw new Error(`no Tab leads to ${wanted}`)
    }
    await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/Skip to the search/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('3325 upper nan')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('#dossier[data-state=shown]').waitFor()
    await tabTo(/^layer-/)
    const wasOn = await page.evaluate('document.activeElement.checked')
    await page.keyboard.press('Space')
    expect(await page.evaluate('document.activeElement.checked')).toBe(!wasOn)
    await page.keyboard.press('Shift+Tab')
    await page.locator('#account button').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // The focus stays in the dialog, whichever way it is moved.
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press(i % 3 ? 'Tab' : 'Shift+Tab')
      const isOutside = await page.evaluate(
        "document.activeElement !== document.body && !document.activeElement.closest('dialog')",
      )
      expect(isOutside).toBe(false)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate("document.activeElement.closest('#account') !== null")).toBe(true)
  })

  test.each(Object.entries(SIZES))(
    'leads to the licences of the software that it contains, on a %s',
    async (size, [width, height]) => {
      await page.setViewportSize({ width, height })
      await page.goto(service.origin)
      const credits = page.locator('#attribution')
      const link = credits.getByRole('link', { name: 'Software licences' })
      if (!(await link.isVisible())) await credits.locator('summary').click()
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${size}-credits.png` })
      const [notices] = await Promise.all([page.waitForEvent('popup'), link.click()])
      await notices.waitForLoadState()
      expect(notices.url()).toBe(`${service.origin}/third-party-notices.txt`)
      const text = await notices.locator('body').textContent()
      expect(text).toContain('maplibre-gl 6.')
      expect(text).toContain('https://github.com/libgeos/geos')
      await notices.close()
    },
  )

  test('requests the point at the middle of the map with Enter', async () => {
    await page.goto(`${service.origin}/?map=17/${at.replace(',', '/')}`)
    await page.locator('#map[data-state=drawn]').waitFor()
    await page.locator('#map canvas').focus()
    await page.keyboard.press('Enter')
    await page.locator('#dossier[data-state=shown]').waitFor()
    expect(await page.locator('[data-layer=parcel]').getAttribute('data-status')).toBe('available')
  })

  test('ties what is wrong with a form to its fields', async () => {
    await openDialog(false)
    const dialog = page.getByRole('dialog')
    await dialog.locator('form').getByRole('button', { name: 'Sign in' }).click()
    const email = dialog.getByLabel('E-mail')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate('document.activeElement.name')).toBe('email')
    const shown: string = await page.evaluate(
      "document.activeElement.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join('')",
    )
    expect(shown).toContain('Required')
    await email.fill(ADA.email)
    await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.getByRole('alert').first().textContent()).toContain('wrong')
  })

  test('was shown no error, broke no rule of the policy and requested no other host', () => {
    expect(browser.complaints.filter((each) => !/status of 401/.test(each))).toEqual([])
  })
})

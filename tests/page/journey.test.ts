import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { accountsSettings } from '../../accounts/settings.ts'
import { sentenceWithNames } from '../../report/title-case.ts'
import { sentenceInSystem } from '../../report/units.ts'
import { examplePoint } from '../../serve/reference/example-point.ts'
import { putAccounts } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { isLongRun } from '../long-run.ts'
import { openPageBrowser, type PageBrowser } from './page-browser.ts'
import { openPageService, type PageService } from './page-service.ts'
import { seriousFaults } from './serious-faults.ts'

/** A map drawn in software on a busy machine. */
const SHOWN_WITHIN_MS = 240_000
const PERSON = { name: 'Ada Sample', email: 'ada@example.com', password: 'long and easy words' }
const BOXES = "[...document.querySelectorAll('#layers-body input[type=checkbox]')]"
const shell = promisify(execFile)

let home: string
let accounts: OpenAccounts
let service: PageService
let browser: PageBrowser
let page: Page
let dialog: Locator
let dossier: Locator
let point: { lat: number; lng: number }
/** Without a mail server the accounts print their mails. */
const mails: string[] = []
/** The command that the dialog shows with a new key. */
let command: string

/** Expects a value that becomes true while the page works. */
const soon = (value: () => unknown) => expect.poll(value, { timeout: SHOWN_WITHIN_MS / 2 })

/** The summary of a section as the page shows it. */
const shownSummary = ({ summary, data }: { summary: string; data: unknown }) =>
  sentenceInSystem(sentenceWithNames(summary, data), 'us')

/** Status of the answer to a command line of curl. */
async function statusOf(line: string): Promise<number> {
  const { stdout } = await shell('sh', ['-c', `${line} -s -o /dev/null -w '%{http_code}'`])
  return Number(stdout)
}

describe.skipIf(!HAS_BROWSER)('a person', { timeout: SHOWN_WITHIN_MS }, () => {
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'plat-page-home-'))
    await putAccounts(home)
    accounts = await openAccounts(accountsSettings({}, home), {
      note: (text) => void mails.push(text),
    })
    service = await openPageService(accounts)
    point = examplePoint(service.build.packs)!
    browser = await openPageBrowser(service.origin)
    page = browser.page
    page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
    dialog = page.getByRole('dialog')
    dossier = page.locator('#dossier')
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await accounts?.close()
    if (home) await rm(home, { recursive: true, force: true })
  })

  if (isLongRun)
    test('sees a demo of the fictional county before signing in, and programs see nothing', async () => {
      await page.goto(`${service.origin}/?at=44.8,-68.77`)
      await dossier.getByRole('button', { name: 'Go to Sample County' }).click()
      expect(await page.locator('#demo').textContent()).toContain('fictional')
      await page.locator('.examples button').first().click()
      await dossier.and(page.locator('[data-state=shown]')).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      const answer = await fetch(`${service.origin}/api/v1/layers`)
      expect(answer.status).toBe(401)
      // The browser itself writes a refused question to the console.
      expect(browser.complaints.filter((each) => !/40[13]/.test(each))).toEqual([])
      browser.complaints.length = 0
    })

  test('signs up, and the map is drawn', async () => {
    await page.goto(`${service.origin}/?map=17/${point.lat}/${point.lng}`)
    await page.locator('#account').getByRole('button').click()
    await dialog.getByRole('button', { name: 'Create an account' }).first().click()
    await dialog.getByLabel('Name').fill(PERSON.name)
    await dialog.getByLabel('E-mail').fill(PERSON.email)
    await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password)
    await dialog.getByRole('button', { name: 'Create the account' }).click()
    await soon(() => dialog.getByRole('heading', { level: 2 }).textContent()).toBe('API keys')
    expect(await page.locator('#account').textContent()).toBe(PERSON.name)
    await page.locator('#layers-body input[type=checkbox]').first().waitFor({ state: 'attached' })
    await soon(() => page.locator('#notice').isHidden()).toBe(true)
  })

  test('makes a map key, which is shown whole once, with a command that works', async () => {
    await dialog.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Name').fill('My script')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = `${await dialog.getByLabel('the key', { exact: true }).textContent()}`
    expect(key).toMatch(/^sk_map_[0-9A-Za-z]{46}$/)
    command = `${await dialog.getByLabel('the command', { exact: true }).textContent()}`
    expect(command).toContain(key)
    expect(await statusOf(command)).toBe(200)
    expect(await statusOf(command.replace(key, `${key.slice(0, -1)}!`))).toBe(401)
    await dialog.getByRole('button', { name: "I've saved it" }).click()
    const text = await dialog.textContent()
    expect(text).toContain(key.slice(0, 11))
    expect(text).not.toContain(key.slice(0, 20))
    expect(service.lines.join('')).not.toContain(key.slice(7, 20))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('clicks a parcel and reads its flood section', async () => {
    await page.locator('#map[data-state=drawn]').waitFor()
    const box = (await page.locator('#map').boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await dossier.and(page.locator('[data-state=shown]')).waitFor()
    const flood = dossier.locator('[data-layer=flood]')
    expect(await flood.getAttribute('data-status')).toBe('available')
    expect(await flood.locator('.summary').textContent()).toMatch(/flood/i)
    const response = await fetch(`${service.origin}/api/v1/location?ll=${point.lat},${point.lng}`, {
      headers: { authorization: /Bearer \w+/.exec(command)![0] },
    })
    const { layers } = (await response.json()) as {
      layers: Record<string, { summary: string; data: unknown }>
    }
    expect(await flood.locator('.summary').textContent()).toBe(shownSummary(layers.flood))
    // All views, on a phone and in the dark too: `looks.long.test.ts`.
    expect(await seriousFaults(page)).toEqual([])
    expect(await dossier.locator('article.section').count()).toBe(Object.keys(layers).length)
    expect(await dossier.locator('[data-layer=parcel] .summary').textContent()).toBe(
      shownSummary(layers.parcel),
    )
  })

  test('reads why the weather is not known: its upstream is off here', async () => {
    const weather = dossier.locator('[data-layer=weather]')
    expect(await weather.getAttribute('data-status')).not.toBe('available')
    expect(await weather.locator('.why').first().textContent()).toMatch(/^Why: .{10,}/)
  })

  test('finds an address by typing, and goes there', async () => {
    const field = page.getByRole('combobox')
    await field.fill('3325 upper nan')
    await page.getByRole('option').first().waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await soon(() => dossier.getByRole('heading', { level: 2 }).textContent()).toMatch(
      /3325 upper nannyberry/i,
    )
    await soon(() => page.url()).toMatch(/[?&](address|at|parcel)=/)
  })

  if (isLongRun)
    test('takes layers off the map, and puts others on it', async () => {
      const boxes = page.locator('#layers-body input[type=checkbox]')
      const before: boolean[] = await page.evaluate(`${BOXES}.map(({ checked }) => checked)`)
      const [on, off] = [before.indexOf(true), before.indexOf(false)]
      await boxes.nth(on).uncheck()
      await boxes.nth(off).check()
      const slug = async (nth: number) =>
        (await boxes.nth(nth).getAttribute('id'))!.replace('layer-', '')
      const [gone, come] = [await slug(on), await slug(off)]
      await soon(() => new URL(page.url()).searchParams.get('layers')).toContain(come)
      expect(new URL(page.url()).searchParams.get('layers')!.split(',')).not.toContain(gone)
    })

  if (isLongRun)
    test('shares what is seen by its address, and goes back', async () => {
      const shared = page.url()
      const title = await dossier.getByRole('heading', { level: 2 }).textContent()
      await page.evaluate(`history.replaceState(null, '', '#key=sk_map_of_somebody')`)
      await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await dossier.getByRole('button', { name: 'Copy link' }).click()
      await soon(() => page.evaluate('navigator.clipboard.readText()')).toBe(shared)
      await page.evaluate(`history.replaceState(null, '', ${JSON.stringify(shared)})`)
      const other = await browser.context.newPage()
      await other.goto(shared)
      const theirs = other.locator('#dossier[data-state=shown]')
      await theirs.waitFor()
      expect(await theirs.getByRole('heading', { level: 2 }).textContent()).toBe(title)
      const checked = (at: Page) =>
        at.evaluate(`${BOXES}.filter(({ checked }) => checked).map(({ id }) => id)`)
      expect(await checked(other)).toEqual(await checked(page))
      await other.close()
      await page.getByRole('button', { name: 'Coverage', exact: true }).click()
      await page.goBack()
      await soon(() => page.url()).toBe(shared)
      expect(await page.locator('#map-view').isVisible()).toBe(true)
    })

  if (isLongRun)
    test('looks up a list, compares two places, and goes to one', async () => {
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page
        .getByLabel(/^Addresses or coordinates/)
        .fill(`name,lat,lng\nlot,${point.lat},${point.lng}\nsea,0,-30\nwrong,95,0`)
      await page.getByRole('button', { name: 'Look up' }).click()
      const table = page.getByRole('region', { name: 'Table of places' })
      await soon(() => table.getByRole('row').count()).toBe(3)
      await soon(() => page.locator('.list-failures').textContent()).toContain('Line 4: ')
      for (const nth of [0, 1])
        await page
          .getByLabel(/^Compare /)
          .nth(nth)
          .check()
      await page.getByRole('button', { name: 'Compare 2' }).click()
      const comparison = page.getByRole('region', { name: 'Comparison' })
      expect(await comparison.textContent()).toContain('Lot size')
      await page.getByRole('button', { name: 'Close the comparison' }).click()
      const [place] = await table.getByRole('rowheader').allTextContents()
      await table.getByRole('button', { name: place, exact: true }).click()
      await soon(() => dossier.getByRole('heading', { level: 2 }).textContent()).toBe(place)
      const save = dossier.getByRole('button', { name: /Saved?$/ })
      await soon(() => save.getAttribute('aria-pressed')).toBe('true')
      await dossier.getByText('Take it with you').click()
      const downloaded = page.waitForEvent('download')
      await dossier.getByRole('button', { name: /CSV/ }).click()
      expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/)
    })

  if (isLongRun)
    test('sees where each section answers', async () => {
      await page.getByRole('button', { name: 'Coverage', exact: true }).click()
      const table = page.getByRole('table').first()
      await table.waitFor()
      expect(await page.getByRole('columnheader').count()).toBe(4)
      const text = await table.textContent()
      expect(text).toContain('Flood zone')
      // A value without a share of its land is not 0 %.
      expect(text).toContain('Not in one county, so there is no share of land.')
      expect(text).toMatch(/\d % ± \d/)
      const about = await page.locator('.coverage-about').textContent()
      expect(about).toMatch(/of the \d[\d,]* parcels in this build; the county may have more/)
      await page.getByRole('button', { name: 'Zoning: show on the map' }).click()
      await soon(() => page.url()).toContain('section=zoning')
      await page.getByRole('button', { name: 'Details: Zoning' }).click()
      // A town of the county is named.
      expect(await table.textContent()).toContain('Town of Sampleton (fictional)')
      expect(await table.textContent()).toMatch(/of \d[\d,]* in the build/)
      await soon(() => page.locator('.coverage-legend').textContent()).toContain(
        'Town of Sampleton (fictional)',
      )
      await page.locator('.coverage-map[data-state=drawn] canvas').focus()
      await page.keyboard.press('Enter')
      await page.locator('#dossier[data-state=shown]').waitFor()
      await page.getByRole('button', { name: 'Map', exact: true }).click()
    })

  test('revokes the key, and the command is refused', async () => {
    expect(await statusOf(command)).toBe(200)
    await page.locator('#account').getByRole('button').click()
    await dialog.getByRole('button', { name: 'Revoke My script' }).click()
    await dialog.getByRole('button', { name: 'Revoke it' }).click()
    await soon(() => statusOf(command)).toBe(401)
    await soon(() => dialog.locator('.badge').first().textContent()).toBe('Revoked')
    expect(await dialog.getByRole('button', { name: /^Revoke/ }).count()).toBe(0)
  })

  if (isLongRun)
    test('makes an organization, invites somebody, and makes it a key that is not for the map', async () => {
      await dialog.getByRole('button', { name: 'Organizations' }).click()
      await dialog.getByLabel('Name').fill('Works Ltd')
      await dialog.getByRole('button', { name: 'Create organization' }).click()
      await dialog.getByRole('button', { name: 'Members of Works Ltd' }).click()
      await dialog.getByLabel('Invite to Works Ltd').fill('bo@example.com')
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
      await soon(() => dialog.locator('.members').textContent()).toContain('invited as member')
      await soon(() => mails.join('')).toMatch(/#invitation=\w+/)
      await dialog.getByRole('button', { name: 'API keys' }).click()
      await dialog.getByRole('button', { name: 'New key' }).click()
      await dialog.getByLabel('Name').fill('Bakes')
      await dialog.getByLabel('Architect key').check()
      await dialog.getByLabel('Workspace').selectOption({ label: 'Works Ltd' })
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const key = `${await dialog.getByLabel('the key', { exact: true }).textContent()}`
      expect(key).toMatch(/^sk_arch_[0-9A-Za-z]{46}$/)
      expect(await statusOf(command.replace(/sk_map_\w+/, key))).toBe(403)
      await soon(() => dialog.locator('.keys li').first().textContent()).toContain('Works Ltd')
    })

  if (isLongRun)
    test('signs out, and nothing is answered in their name any more', async () => {
      await dialog.getByRole('button', { name: 'Account', exact: true }).click()
      await dialog.getByRole('button', { name: 'Sign out' }).click()
      await soon(() => dialog.getByRole('heading', { level: 2 }).textContent()).toBe('Sign in')
      // What is answered from here on is of a demo visit.
      const visit = "fetch('/api/v1/layers').then(({ headers }) => headers.get('plat-demo'))"
      await soon(() => page.evaluate(visit)).toBe('1')
    })

  if (isLongRun)
    test('forgets the password, and chooses another by the link of a mail', async () => {
      await dialog.getByRole('button', { name: 'Forgot the password?' }).click()
      await dialog.getByLabel('E-mail').fill(PERSON.email)
      await dialog.getByRole('button', { name: 'Send the mail' }).click()
      const link = () => /http\S+#reset-password=\S+/.exec(mails.join('\n'))?.[0] ?? ''
      await soon(link).not.toBe('')
      expect(link()).toContain(service.origin)
      // In the tab that has the page open: nothing but the fragment changes.
      await page.goto(link())
      await dialog.getByLabel('New password', { exact: true }).fill('another long password')
      expect(page.url()).not.toContain('reset-password')
      await dialog.getByRole('button', { name: 'Set the password' }).click()
      await dialog.getByLabel('E-mail').fill(PERSON.email)
      await dialog.getByLabel('Password', { exact: true }).fill('another long password')
      await dialog.locator('form').getByRole('button', { name: 'Sign in' }).click()
      await soon(() => page.locator('#account').textContent()).toBe(PERSON.name)
    })

  if (isLongRun)
    test('is invited: signs up, joins by the link of the mail, and is a member', async () => {
      await dialog.getByRole('button', { name: 'Account', exact: true }).click()
      await dialog.getByRole('button', { name: 'Sign out' }).click()
      await soon(() => dialog.getByRole('heading', { level: 2 }).textContent()).toBe('Sign in')
      await page.goto(/http\S+#invitation=\S+/.exec(mails.join('\n'))![0])
      await soon(() => dialog.locator('.dialog-notice').textContent()).toContain('You are invited')
      expect(page.url()).not.toContain('invitation')
      await dialog.getByRole('button', { name: 'Create an account' }).first().click()
      await dialog.getByLabel('Name').fill('Bo Sample')
      await dialog.getByLabel('E-mail').fill('bo@example.com')
      await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password)
      await dialog.getByRole('button', { name: 'Create the account' }).click()
      await dialog.getByRole('button', { name: 'Decline: Works Ltd' }).waitFor()
      await dialog.getByRole('button', { name: 'Send the verification mail' }).waitFor()
      expect(await dialog.locator('.problem').allTextContents()).not.toContainEqual(
        expect.stringMatching(/./),
      )
      await dialog.getByRole('button', { name: 'Join: Works Ltd' }).click()
      await soon(() => dialog.locator('.organizations').textContent()).toContain('you are member')
      expect(await dialog.getByRole('button', { name: 'Join: Works Ltd' }).count()).toBe(0)
      await dialog.getByRole('button', { name: 'Members of Works Ltd' }).click()
      await soon(() => dialog.locator('.members').textContent()).toContain('bo@example.com')
    })

  if (isLongRun)
    test('opens a link with a key in a tab that has the page, and the key is used and not shown', async () => {
      await dialog.getByRole('button', { name: 'Account', exact: true }).click()
      await dialog.getByRole('button', { name: 'Sign out' }).click()
      await soon(() => dialog.getByRole('heading', { level: 2 }).textContent()).toBe('Sign in')
      const owner = { operator: true } as const
      const { key } = await accounts.keys.create({ kind: 'map', name: 'A link', owner })
      await page.goto(`${service.origin}/#key=${key}`)
      await soon(() => page.locator('#account').textContent()).toBe('API key active')
      await page.locator('#layers-body input[type=checkbox]').first().waitFor({ state: 'attached' })
      expect(page.url()).not.toContain(key.slice(0, 8))
    })

  test('was shown no error, broke no rule of the policy and requested no other host', () => {
    expect(browser.complaints.filter((each) => !/status of 40[13]/.test(each))).toEqual([])
  })
})

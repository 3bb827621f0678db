import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { createApp } from '../../serve/app.ts'
import { buildPage, PROJECTS_PAGE } from '../../setup/page.mjs'
import { PASSWORD } from '../accounts/account-browser.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { openPageBrowser, type PageBrowser } from '../page/page-browser.ts'
import { seriousFaults } from '../page/serious-faults.ts'
import { PROFILE } from '../projects/agent-ground.ts'
import { ProjectsService } from '../projects/projects-service.ts'

/** A page on a busy machine. */
const SHOWN_WITHIN_MS = 120_000
/** Folder for pictures to look at: `PLAT_PAGE_PICTURES=<folder>`. */
const PICTURES = process.env.PLAT_PAGE_PICTURES

let projects: ProjectsService
let app: Awaited<ReturnType<typeof createApp>>
let origin: string
let browser: PageBrowser
let page: Page
let dialog: Locator
let agent: { agentId: string; apiKey: string }

const soon = (value: () => unknown) => expect.poll(value, { timeout: SHOWN_WITHIN_MS / 2 })
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).first().click()

async function look(name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/agents-${name}.png` })
}

/** Sends a request of an agent, without a browser. */
async function send(
  path: string,
  key: string | null,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the test compares the fields of answers
): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${origin}/api/auth/agent/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

// As `plat serve` has it: its app with the accounts in front, the projects behind a socket.
onEmbeddedEngine((engine) => {
  describe.skipIf(!HAS_BROWSER)(
    'agents in the account dialog',
    { timeout: SHOWN_WITHIN_MS },
    () => {
      beforeAll(async () => {
        await buildPage(PROJECT_ROOT.replace(/\/$/, ''), process.execPath, PROJECTS_PAGE)
        projects = await ProjectsService.open(engine, { isForwarded: true })
        const socketPath = join(projects.folder, 'projects.sock')
        await projects.opened.app.listen({ path: socketPath })
        const { accounts } = projects
        app = await createApp({
          accounts,
          builds: { acquire: () => null },
          sibling: { socketPath },
        })
        await app.listen({ host: '127.0.0.1', port: 0 })
        origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
        browser = await openPageBrowser(origin, { width: 900, height: 760 })
        page = browser.page
        page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
        dialog = page.getByRole('dialog')
      }, SHOWN_WITHIN_MS)
      afterAll(async () => {
        await browser?.close()
        await app?.close()
        await projects?.close()
      })

      test('a person follows the address of a claim, signs up, sees the agent and claims it', async () => {
        const registered = await send('register', null, PROFILE)
        expect(registered.status).toBe(201)
        agent = registered.body
        const { code, claimUrl } = (await send('claim/start', agent.apiKey, {})).body
        await page.goto(claimUrl)
        await soon(() => dialog.locator('.dialog-notice').textContent()).toContain('claim an agent')
        expect(page.url()).toBe(`${origin}/projects`)
        await press('Create an account')
        await dialog.getByLabel('Name').fill('Ada Sample')
        await dialog.getByLabel('E-mail').fill('ada@example.com')
        await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
        await press('Create the account')
        await dialog.getByLabel('Claim code').fill('7KQM-X2PD-9RTW')
        await press('Look up')
        await soon(() => dialog.locator('.field .problem').textContent()).toContain(
          'No agent waits',
        )
        await dialog.getByLabel('Claim code').fill(code.toLowerCase())
        await press('Look up')
        await dialog.getByRole('heading', { name: 'Claim Mason?' }).waitFor()
        const shown = await dialog.locator('.shown-once .facts').textContent()
        expect(shown).toContain(PROFILE.purpose)
        expect(shown).toContain(PROFILE.client)
        expect(await seriousFaults(page)).toEqual([])
        await look('claim')
        expect((await send('status', agent.apiKey)).body.claimState).toBe('pending')
        await press('Claim it')
        await dialog.locator('.keys h4').waitFor()
        expect(await dialog.locator('.keys h4').allTextContents()).toEqual(['Mason'])
        expect((await send('status', agent.apiKey)).body.claimState).toBe('claimed')
        await look('claimed')
      })

      test('a manager makes an invite, whose link an agent redeems once', async () => {
        await press('Organizations')
        await dialog.getByLabel('Name').fill('Works Ltd')
        await press('Create organization')
        await press('Invites for agents of Works Ltd')
        await dialog.getByLabel('Name of the invite').fill('Drafting')
        await dialog.getByLabel('publish projects').check()
        await look('invites')
        await press('Create invite')
        const link = dialog.getByLabel('the invite', { exact: true })
        await link.waitFor()
        await soon(() => dialog.getByText('Drafting', { exact: false }).count()).toBeGreaterThan(1)
        expect(await seriousFaults(page)).toEqual([])
        await look('invite')
        const invite = `${await link.textContent()}`
        expect(invite).toMatch(new RegExp(`^${origin}/projects#agent-invite=invite_\\w{40}$`))
        const redeemed = await send('invites/redeem', agent.apiKey, { invite })
        expect([redeemed.status, redeemed.body.agentId]).toEqual([201, agent.agentId])
        expect(redeemed.body.scopes).toEqual(['projects:edit', 'projects:publish'])
        expect((await send('invites/redeem', agent.apiKey, { invite })).status).toBe(404)
        await press('API keys')
        await soon(() => dialog.locator('.keys .facts').allTextContents()).toEqual([
          expect.stringMatching(/WorkspaceWorks LtdAgentMason/),
        ])
      })

      test('a person releases an agent, and the link of an invite is explained', async () => {
        await press('Agents')
        await press('Release Mason')
        await press('Release it')
        await soon(() => dialog.locator('.keys').textContent()).toBe('No agents yet.')
        expect((await send('status', agent.apiKey)).body.claimState).toBe('unclaimed')
        await page.goto(`${origin}/projects#agent-invite=invite_x`)
        await soon(() => dialog.locator('.dialog-notice').textContent()).toContain('for an agent')
        expect(page.url()).toBe(`${origin}/projects`)
        // The browser itself writes refused requests to the console.
        expect(browser.complaints.filter((each) => !/ 40[134] /.test(each))).toEqual([])
        expect(projects.failures).toEqual([])
      })
    },
  )
})

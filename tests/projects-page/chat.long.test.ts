import { encode } from 'fast-png'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { openPageBrowser, type PageBrowser } from '../page/page-browser.ts'
import { seriousFaults } from '../page/serious-faults.ts'
import { stubAccounts } from '../page/stub-accounts.ts'
import { SCENARIOS, scripted } from '../turns/turn-script.ts'
import { openProjectsPageService, type ProjectsPageService } from './projects-page-service.ts'

/** A turn and its picture on a busy machine. */
const SHOWN_WITHIN_MS = 60_000
/** Folder for pictures to look at: `PLAT_PAGE_PICTURES=<folder>`. */
const PICTURES = process.env.PLAT_PAGE_PICTURES
/** Markdown, with what would run or load where it was taken for more. */
const REPLY = `The **kitchen** is drawn:

- 4.00 by 3.00 m, \`12 m2\`
- a door to the [garden](https://garden.example/)

<img src=x onerror="globalThis.wasRun=1"> ![plan](https://track.example/a.png) [press](javascript:alert(1))`

let service: ProjectsPageService
let browser: PageBrowser
let page: Page
let id: string

const soon = (value: () => unknown) => expect.poll(value, { timeout: SHOWN_WITHIN_MS / 2 })
const box = () => page.getByLabel('Message to the Architect')
const turns = () => page.locator('.chat-turn')
const lastTurn = () => turns().last()
const hasEnded = (state: string) => soon(() => lastTurn().getAttribute('data-state')).toBe(state)

async function send(text: string): Promise<void> {
  await box().fill(text)
  await box().press('Enter')
}
async function look(name: string): Promise<void> {
  if (!PICTURES) return
  await page.locator('#model[data-state=fine]').waitFor()
  await page.screenshot({ path: `${PICTURES}/chat-${name}.png` })
}

onEmbeddedEngine((engine) => {
  const settings = scripted([
    {
      match: 'draw a kitchen',
      steps: [...SCENARIOS[0].steps.slice(0, 2), { text: REPLY }],
    },
    ...SCENARIOS,
  ])
  describe.skipIf(!HAS_BROWSER)(
    'the chat of a project',
    {
      timeout: SHOWN_WITHIN_MS,
    },
    () => {
      beforeAll(async () => {
        service = await openProjectsPageService(engine, settings)
        id = await service.projects.project({ name: 'Studio' })
        browser = await openPageBrowser(service.origin, { width: 1000, height: 640 })
        page = browser.page
        page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
        await stubAccounts(page, null)
        await page.goto(`${service.origin}/projects/${id}?panel=chat#key=${service.projects.key}`)
      }, SHOWN_WITHIN_MS)
      afterAll(async () => {
        await browser?.close()
        await service?.close()
        settings[Symbol.dispose]()
      })

      test('a message becomes a turn, whose draft is drawn and whose reply is text', async () => {
        await soon(() => page.locator('.chat-note').textContent()).toContain('Describe what')
        await soon(() => page.locator('.chat-balance').textContent()).toBe(
          '1,000 credits available',
        )
        const pro = page.locator('#chat-effort option[value=pro]')
        expect(await pro.textContent()).toBe('Pro (needs the plan Pro)')
        await send('Draw a kitchen')
        await hasEnded('completed')
        expect(await box().inputValue()).toBe('')
        const reply = lastTurn().locator('.chat-outcome')
        expect(await reply.locator('strong, code, a').allTextContents()).toEqual([
          'kitchen',
          '12 m2',
          'garden',
        ])
        expect(await reply.textContent()).toContain('<img src=x')
        expect(await page.locator('.chat-thread img').count()).toBe(0)
        const steps = lastTurn().locator('details')
        expect(await steps.getAttribute('open')).toBeNull()
        await steps.locator('summary').click()
        expect(await steps.locator('li').allTextContents()).toContain(
          'A room of 4 by 3 m.\n\nI draw the kitchen.',
        )
        await soon(() => page.locator('#announcements').textContent()).toMatch(/nodes are drawn/)
        await soon(() => page.locator('.chat-balance').textContent()).toMatch(/^99\d\.\d+ credits/)
        await look('desktop')
      })

      test('a message whose answer is lost is sent again, and carried out once', async () => {
        const lose = async (route: Route) => {
          await route.fetch()
          await route.abort()
        }
        await page.route('**/v1/responses', lose, { times: 1 })
        await send('Add a garage')
        await soon(() => page.locator('.chat-bottom .problem').textContent()).toContain(
          'sent again',
        )
        await page.getByRole('button', { name: 'Send' }).click()
        await soon(() => box().inputValue()).toBe('')
        // Before it is shown, the last turn is the first one, which has ended.
        await soon(() => turns().count()).toBe(2)
        await hasEnded('completed')
        expect(await turns().count()).toBe(2)
        expect((await service.projects.json(`${id}/chat`)).turns).toHaveLength(2)
      })

      test('a question is answered by a button', async () => {
        await look('question')
        await lastTurn().getByRole('button', { name: 'North' }).click()
        await soon(() => turns().count()).toBe(3)
        await hasEnded('completed')
        expect(await lastTurn().locator('.chat-text').textContent()).toBe('North')
        expect(await lastTurn().locator('.chat-outcome').textContent()).toBe('North it is.')
        expect(await page.locator('.chat-options').count()).toBe(0)
      })

      test('a running turn shows its steps, the next one waits, and both are stopped', async () => {
        await send('Work slowly')
        await soon(() => lastTurn().locator('.chat-steps').textContent()).toContain('create room')
        expect(await lastTurn().locator('details').getAttribute('open')).not.toBeNull()
        await send('nothing')
        await soon(() => lastTurn().locator('summary').textContent()).toContain(
          'an earlier message',
        )
        await look('running')
        await lastTurn().getByRole('button', { name: 'Stop' }).click()
        await hasEnded('cancelled')
        await page.getByRole('button', { name: 'Stop' }).click()
        await soon(() => page.locator('[data-state=cancelled]').count()).toBe(2)
        await soon(() => page.locator('#announcements').textContent()).toContain('Stopped')
      })

      test('pictures and texts are attached, and others refused', async () => {
        const data = new Uint8Array(60 * 40 * 3).fill(150)
        const picture = Buffer.from(encode({ width: 60, height: 40, channels: 3, data }))
        const file = (name: string, mimeType: string, buffer: Buffer) => ({
          name,
          mimeType,
          buffer,
        })
        await page
          .locator('.chat-composer input[type=file]')
          .setInputFiles([
            file('plan.svg', 'image/svg+xml', Buffer.from('<svg/>')),
            file('plan.png', 'image/png', picture),
            file('<b>notes.txt', 'text/plain', Buffer.from('Two doors.')),
          ])
        await soon(() => page.locator('.chat-composer .chat-parts li').count()).toBe(2)
        expect(await page.locator('.chat-bottom .problem').textContent()).toContain('plan.svg')
        await send('nothing')
        await hasEnded('completed')
        await lastTurn().locator('.chat-picture img').waitFor()
        const notes = lastTurn().getByRole('button', { name: 'Download <b>notes.txt' })
        const loading = page.waitForEvent('download')
        await notes.click()
        expect((await loading).suggestedFilename()).toContain('notes.txt')
        expect(await page.evaluate('globalThis.wasRun')).toBeUndefined()
      })

      test('is usable on a phone, light and dark: axe finds no serious fault', async () => {
        await page.setViewportSize({ width: 390, height: 780 })
        await page.getByRole('button', { name: 'Panels' }).click()
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
          expect(await seriousFaults(page), colorScheme).toEqual([])
          await look(`phone-${colorScheme}`)
        }
      })

      test('a version of a turn opens, and others do not see the chat', async () => {
        await page.getByRole('link', { name: 'Version 1', exact: true }).click()
        await soon(() => page.locator('.version-chip').textContent()).toBe('Version 1')
        await service.projects.json(id, { method: 'PATCH', payload: { visibility: 'public' } })
        await service.projects.json(`${id}/publish`, { payload: {} })
        await page.evaluate('sessionStorage.clear()')
        await page.goto(`${service.origin}/projects/${id}?panel=chat`)
        await soon(() => page.locator('.chat-note').textContent()).toContain('Only people')
        expect(await box().isVisible()).toBe(false)
      })

      test('broke no rule of its policy and requested no other host', () => {
        const refusals = /status of 40[14]|ERR_FAILED/
        expect(browser.complaints.filter((each) => !refusals.test(each))).toEqual([])
      })
    },
  )
})

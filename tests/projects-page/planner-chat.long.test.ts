import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { openPageBrowser, type PageBrowser } from '../page/page-browser.ts'
import { stubAccounts } from '../page/stub-accounts.ts'
import { openProjectsPageService, type ProjectsPageService } from './projects-page-service.ts'

/** A layout and its picture on a busy machine. */
const SHOWN_WITHIN_MS = 90_000
/** Folder for pictures to look at: `PLAT_PAGE_PICTURES=<folder>`. */
const PICTURES = process.env.PLAT_PAGE_PICTURES

let service: ProjectsPageService
let browser: PageBrowser
let page: Page

const soon = (value: () => unknown) => expect.poll(value, { timeout: SHOWN_WITHIN_MS / 2 })
const lastTurn = () => page.locator('.chat-turn').last()

async function send(text: string): Promise<void> {
  const box = page.getByLabel('Message to the Architect')
  await box.fill(text)
  await box.press('Enter')
}
async function look(name: string): Promise<void> {
  if (!PICTURES) return
  await page.screenshot({ path: `${PICTURES}/planner-${name}.png` })
}

onEmbeddedEngine((engine) => {
  describe.skipIf(!HAS_BROWSER)(
    'the chat without a model of a provider',
    { timeout: SHOWN_WITHIN_MS },
    () => {
      beforeAll(async () => {
        const turns = { model: { kind: 'planner' }, startingCredits: 0 } as const
        service = await openProjectsPageService(engine, turns)
        const id = await service.projects.project({ name: 'Cottage' })
        browser = await openPageBrowser(service.origin, { width: 1200, height: 760 })
        page = browser.page
        page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
        await stubAccounts(page, null)
        await page.goto(`${service.origin}/projects/${id}?panel=chat#key=${service.projects.key}`)
      }, SHOWN_WITHIN_MS)
      afterAll(async () => {
        await browser?.close()
        await service?.close()
      })

      test('states who answers, and draws a house from a sentence', async () => {
        await soon(() => page.locator('.chat-note').textContent()).toMatch(/works by rules/)
        await send('A house with two bedrooms, a kitchen, a living room and a bathroom.')
        await soon(() => lastTurn().getAttribute('data-state')).toBe('completed')
        await soon(() => lastTurn().textContent()).toMatch(/This is layout 1/)
        expect(await page.locator('.chat-balance').isHidden()).toBe(true)
        await page.locator('#model[data-state=fine]').waitFor()
        await look('house')
      })

      test('an unclear request is a question with buttons, and a button answers it', async () => {
        await send('Add a window to the bedroom.')
        const answer = page.getByRole('button', { name: 'Bedroom 2' })
        await answer.waitFor()
        await look('question')
        await answer.click()
        await soon(() => lastTurn().textContent()).toMatch(/window .* Bedroom 2/)
      })
    },
  )
})

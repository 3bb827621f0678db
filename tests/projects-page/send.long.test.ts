import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importIntoFolder } from '../../architect/desktop/folder-import.ts'
import { ImportFailure } from '../../architect/desktop/import-queue.ts'
import { OriginRules } from '../../architect/desktop/origin-rules.ts'
import { type Receiver, startReceiver } from '../../architect/desktop/receiver.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { openPageBrowser, type PageBrowser } from '../page/page-browser.ts'
import { seriousFaults } from '../page/serious-faults.ts'
import { stubAccounts } from '../page/stub-accounts.ts'
import { openProjectsPageService, type ProjectsPageService } from './projects-page-service.ts'

const SHOWN_WITHIN_MS = 120_000
const PICTURES = process.env.PLAT_PAGE_PICTURES

onEmbeddedEngine((engine) => {
  describe.skipIf(!HAS_BROWSER)('sending a building', { timeout: SHOWN_WITHIN_MS }, () => {
    let service: ProjectsPageService
    let browser: PageBrowser
    let page: Page
    let id: string
    let receiver: Receiver | null = null
    const folder = mkdtempSync(join(tmpdir(), 'plat-sent-'))
    const rules = new OriginRules()
    let fault: ImportFailure | null = null
    const dialog = () => page.locator('#send')
    const state = async (name: string) => {
      await page.locator(`#send[data-state=${name}]`).waitFor()
      const path = `${PICTURES}/send-${name}.png`
      if (PICTURES) await page.screenshot({ path })
      return `${await dialog().textContent()}`
    }
    const receive = async () => {
      receiver = await startReceiver({
        app: 'folder',
        version: '0.1.0',
        addon: '0.1.0',
        rules,
        async work(file) {
          if (fault) throw fault
          return await importIntoFolder(folder, file)
        },
      })
    }

    beforeAll(async () => {
      service = await openProjectsPageService(engine)
      id = await service.building('A house to send')
      browser = await openPageBrowser(service.origin, { width: 1020, height: 560 })
      page = browser.page
      page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
      await stubAccounts(page, null)
      await page.goto(`${service.origin}/projects/${id}#key=${service.projects.key}`)
      await page.getByRole('button', { name: 'Send to Blender' }).click()
    }, SHOWN_WITHIN_MS)
    afterAll(async () => {
      await receiver?.close()
      await browser?.close()
      await service?.close()
      rmSync(folder, { recursive: true })
    })

    // One dialog: each test goes on where the one before it ended.
    test('without a receiver leads to the add-on, and goes on when one is started', async () => {
      expect(await state('missing')).toContain('No Blender that receives buildings runs')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog().getByRole('link', { name: 'the add-on' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('plat-blender.zip')
      await receive()
      expect(await state('not-allowed')).toContain(`allow ${service.origin}`)
      expect(rules.waitingOrigins()).toEqual([service.origin])
    })

    test('goes on when the page is allowed, and offers to publish the draft first', async () => {
      rules.allow(service.origin)
      const text = await state('ready')
      expect(text).toContain(`A folder (0.1.0), port ${receiver!.port}`)
      expect(text).toContain('The project is not published: what is sent is the draft.')
      expect(await seriousFaults(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Publish and send' }).click()
      expect(await state('done')).toMatch(/The building is in the folder\.\d+ objects, 2 levels/)
      expect(readdirSync(folder)).toEqual([`a-house-to-send.${id}.glb`])
      expect(await service.projects.json(id)).toMatchObject({ publishedVersion: 1 })
    })

    test('sends the published version again without a question, which replaces it', async () => {
      await dialog().getByRole('button', { name: 'Send again' }).click()
      expect(await state('ready')).toContain('Version 1 is sent.')
      await dialog().getByRole('button', { name: 'Send', exact: true }).click()
      expect(await state('done')).toContain('It took the place of the earlier import.')
      expect(readdirSync(folder)).toHaveLength(1)
    })

    test('states in the words of the receiver why an import failed', async () => {
      fault = new ImportFailure('blender_busy', 'Blender is in Edit Mode.')
      await dialog().getByRole('button', { name: 'Send again' }).click()
      await state('ready')
      await dialog().getByRole('button', { name: 'Send', exact: true }).click()
      expect(await state('failed')).toContain('Blender is in Edit Mode.')
    })

    test('a page that is not allowed any more, and a receiver that is gone, are noticed', async () => {
      rules.revoke(service.origin)
      await dialog().getByRole('button', { name: 'Try again' }).click()
      await state('not-allowed')
      await receiver!.close()
      receiver = null
      await state('missing')
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog().count()).toBe(0)
    })

    test('broke no rule of the policy', () => {
      // A port without a receiver is written to the console by the browser itself.
      const own = /ERR_CONNECTION_REFUSED|^requests http:\/\/127\.0\.0\.1:2741[2-6]\//
      expect(browser.complaints.filter((each) => !own.test(each))).toEqual([])
    })
  })
})

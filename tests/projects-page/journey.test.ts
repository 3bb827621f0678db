import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { HAS_BROWSER } from '../end-to-end/map-browser.ts'
import { isLongRun } from '../long-run.ts'
import { openPageBrowser, type PageBrowser } from '../page/page-browser.ts'
import { seriousFaults } from '../page/serious-faults.ts'
import { stubAccounts } from '../page/stub-accounts.ts'
import { openProjectsPageService, type ProjectsPageService } from './projects-page-service.ts'

/** A model drawn in software on a busy machine. */
const SHOWN_WITHIN_MS = 120_000
/** Height of the picture that the toolbar covers. */
const TOOLBAR_PX = 80
/** A name that runs where it is taken for HTML. */
const NAME = `Office <img src=x onerror="globalThis.wasRun=1">`
/** Folder for pictures to look at: `PLAT_PAGE_PICTURES=<folder>`. */
const PICTURES = process.env.PLAT_PAGE_PICTURES

let service: ProjectsPageService
let browser: PageBrowser
let page: Page
let id: string
/** Query of an address with a level, a section and a time. */
let address: string

const soon = (value: () => unknown) => expect.poll(value, { timeout: SHOWN_WITHIN_MS / 2 })
const query = (name: string) => new URL(page.url()).searchParams.get(name)
const tab = (name: string) => page.getByRole('tab', { name }).click()

async function drawn(): Promise<void> {
  await page.locator('#model[data-state=fine]').waitFor()
}
async function open(search = ''): Promise<void> {
  await page.goto(`${service.origin}/projects/${id}${search}`)
  await drawn()
}
/** Share of the pixels of the model that an act changes. */
async function changedBy(act: () => Promise<void>): Promise<number> {
  const picture = async () => {
    await drawn()
    const clip = (await page.locator('#model').boundingBox())!
    return decode(await page.screenshot({ clip })).data
  }
  const before = await picture()
  await act()
  // The picture is drawn in the frame after the act.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  const after = await picture()
  let changed = 0
  for (let i = 0; i < before.length; i += 3)
    if (Math.abs(Number(before[i]) - Number(after[i])) > 12) changed++
  return changed / (before.length / 3)
}

onEmbeddedEngine((engine) => {
  describe.skipIf(!HAS_BROWSER)('the page of projects', { timeout: SHOWN_WITHIN_MS }, () => {
    beforeAll(async () => {
      service = await openProjectsPageService(engine)
      id = await service.building(NAME)
      browser = await openPageBrowser(service.origin, { width: 780, height: 340 })
      page = browser.page
      page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
      await stubAccounts(page, null)
    }, SHOWN_WITHIN_MS)
    afterAll(async () => {
      await browser?.close()
      await service?.close()
    })

    test('requests a credential', async () => {
      await page.goto(`${service.origin}/projects`)
      await soon(() => page.locator('#notice').textContent()).toContain('to see your projects')
      expect(browser.complaints.filter((each) => !each.includes('401'))).toEqual([])
      browser.complaints.length = 0
    })

    if (isLongRun)
      test('lists projects with pictures for a key', async () => {
        await page.goto(`${service.origin}/projects#key=${service.projects.key}`)
        // A change of the hash alone reloads the page.
        const card = page.locator('.card').first()
        await card.waitFor()
        expect(page.url()).toBe(`${service.origin}/projects`)
        expect(await card.locator('h2').textContent()).toBe(NAME)
        await soon(() => card.locator('img').count()).toBe(1)
        await page.getByLabel('Search').fill('nothing of this name')
        await soon(() => page.locator('.card').count()).toBe(0)
        await page.getByLabel('Search').fill('office')
        await card.getByRole('link').click()
        await drawn()
        expect(new URL(page.url()).pathname).toBe(`/projects/${id}`)
      })

    test('draws a project for a key, whose name is text', async () => {
      if (!isLongRun) await open(`#key=${service.projects.key}`)
      expect(await page.locator('#title').textContent()).toBe(NAME)
      expect(await page.evaluate('globalThis.wasRun')).toBeUndefined()
    })

    // One load of the page: each test goes on where the one before it ended.
    if (isLongRun)
      test('turns by pointer and by keyboard', async () => {
        const box = (await page.locator('#model').boundingBox())!
        const dragged = await changedBy(async () => {
          await page.mouse.move(box.x + 200, box.y + 100)
          await page.mouse.down()
          await page.mouse.move(box.x + 300, box.y + 120, { steps: 3 })
          await page.mouse.up()
        })
        expect(dragged).toBeGreaterThan(0.05)
        await page.locator('#model canvas').focus()
        expect(await changedBy(() => page.keyboard.press('ArrowLeft'))).toBeGreaterThan(0.02)
      })

    test('picks a node in the picture, and shows what the service knows of it', async () => {
      const { width, height } = (await page.locator('#model canvas').boundingBox())!
      // The building is in the middle of what the toolbar leaves free.
      const middle = { x: width / 2, y: (height - TOOLBAR_PX) / 2 }
      await page.locator('#model canvas').click({ position: middle })
      await soon(() => query('node')).toMatch(/^[a-z]+_/)
      const picked = query('node')
      const read = { tool: 'get_node', arguments: { id: picked } }
      const { derived } = await service.projects.json(`${id}/read`, { payload: read })
      const details = page.locator('#panel-details')
      await soon(() => details.textContent()).toContain(`${picked}`)
      const height_m = `${(derived as { height: number }).height.toFixed(2)} m`
      expect(await details.textContent()).toContain(height_m)
    })

    test('has the room schedule, and the same as CSV', async () => {
      await tab('Rooms')
      const { zones } = await service.projects.json(`${id}/read`, {
        payload: { tool: 'get_zones', arguments: { limit: 500 } },
      })
      const rows = page.locator('#panel-rooms tbody tr')
      await soon(() => rows.count()).toBe(zones.length)
      const loading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const download = await loading
      expect(download.suggestedFilename()).toMatch(/^office.*-rooms\.csv$/)
      const text = await readFile(await download.path(), 'utf8')
      const table: Record<string, string>[] = parse(text, { bom: true, columns: true })
      const areas = (zones as { netArea: number }[]).map(({ netArea }) => netArea).sort()
      expect(table.map((row) => Number(row['Area (m²)'])).sort()).toEqual(areas)
    })

    test('states that no model is configured for a chat', async () => {
      await tab('Chat')
      await soon(() => page.locator('.chat-note').textContent()).toContain('No model is configured')
      expect(await page.locator('.chat-composer').isVisible()).toBe(false)
    })

    if (isLongRun)
      test('points at the place of an issue', async () => {
        await tab('Issues')
        const issue = page.locator('.issue').first()
        expect(await changedBy(() => issue.click())).toBeGreaterThan(0.02)
        await soon(() => query('node')).toMatch(/^[a-z]+_/)
      })

    if (isLongRun)
      test('shows one level open from above, and opens a door by its clip', async () => {
        const level = page.getByLabel('Level', { exact: true })
        const opened = await changedBy(async () => void (await level.selectOption('Ground floor')))
        expect(opened).toBeGreaterThan(0.05)
        expect(await page.locator('.room-labels span').count()).toBeGreaterThan(0)
        await soon(() => query('level')).toMatch(/^level_/)
        await tab('Contents')
        await page.locator('#contents-search').fill('door')
        await page.locator('.entry').first().click()
        await tab('Details')
        const turned = await changedBy(() => page.getByRole('button', { name: 'Open it' }).click())
        expect(turned).toBeGreaterThan(0.01)
        await page.getByRole('button', { name: 'Close it' }).waitFor()
        expect(await page.locator('#announcements').textContent()).toMatch(/opens\.$/)
      })

    if (isLongRun)
      test('is cut, and lit by another sun', async () => {
        await page.getByRole('button', { name: 'Fit' }).click()
        await page.getByText('Section', { exact: true }).click()
        const cut = await changedBy(async () => {
          await page.getByLabel('Cut').selectOption('north')
        })
        expect(cut).toBeGreaterThan(0.02)
        await soon(() => query('section')).toBe('north.50')
        await page.keyboard.press('Escape')
        await page.getByText('Sun', { exact: true }).click()
        const dusk = await changedBy(async () => {
          await page.getByLabel('Time').fill('19')
        })
        expect(dusk).toBeGreaterThan(0.3)
        await page.keyboard.press('Escape')
        await soon(() => query('sun')).toBe('equinox.1140')
        address = new URL(page.url()).search
        await page.getByText('Section', { exact: true }).click()
        await page.getByLabel('Cut').selectOption('')
        await soon(() => query('section')).toBeNull()
        await page.keyboard.press('Escape')
      })

    if (isLongRun)
      test('shows all of a version that lacks the level and the node of a link', async () => {
        await open('?level=level_99&node=wall_99')
        await soon(() => query('level')).toBeNull()
        expect(query('node')).toBeNull()
        expect(await page.locator('#announcements').textContent()).toContain('all are shown')
      })

    if (isLongRun)
      test('walks through a room', async () => {
        await page.getByRole('button', { name: 'Walk', exact: true }).click()
        const walked = await changedBy(async () => {
          await page.locator('#model canvas').focus()
          await page.keyboard.down('ArrowRight')
          await page.waitForTimeout(300)
          await page.keyboard.up('ArrowRight')
        })
        expect(walked).toBeGreaterThan(0.05)
      })

    if (isLongRun)
      test('shows nothing for a plan until it has come, and the plan clear of its buttons', async () => {
        const { promise: isLetGo, resolve: go } = Promise.withResolvers<void>()
        await page.route('**/view?*', async (route) => {
          await isLetGo
          await route.continue()
        })
        await page.getByRole('button', { name: 'Plan', exact: true }).click()
        await page.getByText('Drawing the plan…').waitFor()
        const plan = page.locator('.plan-frame img')
        expect(await plan.isVisible()).toBe(false)
        go()
        await plan.waitFor()
        await page.unroute('**/view?*')
        // A plan is of one level.
        const level = page.getByLabel('Level', { exact: true })
        expect(await level.locator('option:checked').textContent()).toBe('Ground floor')
        expect(await level.locator('option').allTextContents()).not.toContain('All levels')
        const bottomOf = ({ y, height }: { y: number; height: number }) => y + height
        const [paper, zoom, levels] = await Promise.all(
          ['.plan-frame', '.plan-buttons', '.toolbar'].map((each) =>
            page.locator(each).boundingBox(),
          ),
        )
        expect(Math.min(zoom!.y, levels!.y)).toBeGreaterThanOrEqual(bottomOf(paper!))
        const width = async () => (await plan.boundingBox())!.width
        const whole = await width()
        await page.getByRole('button', { name: 'Larger' }).click()
        expect((await width()) / whole).toBeCloseTo(1.5, 1)
        await page.getByRole('button', { name: 'Smaller' }).click()
        await page.getByRole('button', { name: '3D', exact: true }).click()
        await drawn()
      })

    if (isLongRun)
      test('saves versions, compares them, and goes back to one', async () => {
        await page.getByRole('button', { name: '3D', exact: true }).click()
        await tab('Versions')
        await page.getByLabel('Name of the version').fill('Two floors')
        await page.getByRole('button', { name: 'Save version' }).click()
        await page.locator('.version[data-version="1"]').waitFor()
        const { nodes } = await service.projects.json(`${id}/scene`)
        const window = Object.keys(nodes).find((each) => each.startsWith('window_'))!
        const edit = { tool: 'delete_node', arguments: { ids: [window] } }
        await service.projects.json(`${id}/operations`, { payload: { operations: [edit] } })
        // Who returns to the page is offered the change of somebody else.
        await page.evaluate("dispatchEvent(new Event('focus'))")
        await page.getByRole('button', { name: 'Show it' }).click()
        await page.locator('.picture-frame > .picture-message').waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Compare', exact: true }).click()
        const change = page.locator('.change[data-change="deleted"]')
        await change.waitFor()
        expect(await change.textContent()).toContain(window)
        await page.getByRole('button', { name: 'View version 1' }).click()
        await soon(() => query('version')).toBe('1')
        await soon(() => page.locator('.version-chip').textContent()).toBe('Version 1')
        await drawn()
      })

    if (isLongRun)
      test('publishes and shares: everybody with the link sees the published version', async () => {
        await page.getByRole('button', { name: 'Share' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Publish' }).click()
        await soon(() => dialog.textContent()).toContain('Version 2 is published.')
        await dialog.getByLabel(/^Public/).check()
        await soon(() => dialog.textContent()).toContain('Everybody with the link')
        const loading = page.waitForEvent('download')
        await dialog.getByRole('button', { name: '3D model' }).click()
        const glb = await readFile(await (await loading).path())
        expect(glb.toString('latin1', 0, 4)).toBe('glTF')
        await dialog.getByLabel('Name').fill('Two floors')
        await dialog.getByRole('button', { name: 'Rename' }).click()
        await soon(() => page.locator('#title').textContent()).toBe('Two floors')
        await page.evaluate('sessionStorage.clear()')
        await open(address)
        expect(new URL(page.url()).search).toBe(address)
        expect(await page.getByLabel('Level', { exact: true }).inputValue()).toMatch(/^level_/)
        expect(await page.locator('#section-axis').inputValue()).toBe('north')
        expect(await page.locator('#sun-hour').inputValue()).toBe('19')
        expect(await page.locator('.version-chip').textContent()).toBe('Version 2')
        await tab('Versions')
        await soon(() => page.locator('#panel-versions').textContent()).toContain('Only people')
        expect(await page.getByRole('button', { name: 'Save version' }).count()).toBe(0)
      })

    if (isLongRun)
      test('is usable on a phone, light and dark: axe finds no serious fault', async () => {
        await page.setViewportSize({ width: 390, height: 780 })
        await tab('Rooms')
        await page.locator('#panel-rooms tbody tr').first().waitFor({ state: 'attached' })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
          expect(await seriousFaults(page), colorScheme).toEqual([])
          if (PICTURES)
            await page.screenshot({ path: `${PICTURES}/project-phone-${colorScheme}.png` })
        }
      })

    if (isLongRun)
      test('states why nothing is drawn, and moves a project to the trash and back', async () => {
        const empty = await service.projects.project({ name: 'Empty', visibility: 'private' })
        const message = page.locator('.picture-frame > .picture-message')
        await page.goto(`${service.origin}/projects/prj_nothing`)
        await soon(() => message.textContent()).toMatch(/project/i)
        await message.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
        await page.goto(`${service.origin}/projects/${empty}#key=${service.projects.key}`)
        await soon(() => message.textContent()).toContain('as soon as it has walls')
        await browser.context.setOffline(true)
        await page.getByRole('button', { name: 'Try again' }).click()
        await soon(() => message.textContent()).toContain('cannot be reached')
        await browser.context.setOffline(false)
        await page.getByRole('button', { name: 'Share' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Move to the trash' }).click()
        await dialog.getByRole('button', { name: 'Move it to the trash' }).click()
        await page.getByLabel('Trash').check()
        await page.getByRole('button', { name: 'Restore Empty' }).click()
        await soon(() => page.locator('.card').count()).toBe(0)
      })

    test('broke no rule of its policy and requested no other host', () => {
      const refusals = /status of 40[14]|ERR_INTERNET_DISCONNECTED/
      expect(browser.complaints.filter((each) => !refusals.test(each))).toEqual([])
    })
  })
})

// A real browser sends to a real Blender: from this computer, and from a page of https.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { CHROMIUM, HAS_BROWSER, MAP_FLAGS } from '../end-to-end/map-browser.ts'
import {
  openProjectsPageService,
  type ProjectsPageService,
} from '../projects-page/projects-page-service.ts'
import { BlenderReceiver, HAS_BLENDER, HAS_SCREEN } from './blender-receiver.ts'

const SHOWN_WITHIN_MS = 240_000
const HOST = 'plat.example'
const PICTURES = process.env.PLAT_PAGE_PICTURES

/** The service under a name and over https, as from another computer. */
async function overHttps(folder: string, origin: string): Promise<Server> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const tls = { key: readFileSync(key), cert: readFileSync(cert) }
  const { hostname, port } = new URL(origin)
  const server = createServer(tls, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

onEmbeddedEngine((engine) => {
  describe.skipIf(!HAS_BROWSER || !HAS_BLENDER || !HAS_SCREEN)(
    'a page and Blender',
    { timeout: SHOWN_WITHIN_MS },
    () => {
      let service: ProjectsPageService
      let proxy: Server
      let context: BrowserContext
      let page: Page
      let blender: BlenderReceiver
      let id: string
      const folder = mkdtempSync(join(tmpdir(), 'plat-page-blender-'))
      const secureOrigin = () => `https://${HOST}:${(proxy.address() as AddressInfo).port}`

      beforeAll(async () => {
        service = await openProjectsPageService(engine)
        id = await service.building('A house')
        proxy = await overHttps(folder, service.origin)
        const { port } = proxy.address() as AddressInfo
        context = await chromium.launchPersistentContext(join(folder, 'profile'), {
          executablePath: CHROMIUM,
          headless: true,
          ignoreHTTPSErrors: true,
          viewport: { width: 1100, height: 640 },
          reducedMotion: 'reduce',
          args: [
            ...MAP_FLAGS,
            `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
            // The proxy is of the internet for the browser, which has its question then.
            `--ip-address-space-overrides=127.0.0.1:${port}=public`,
          ],
        })
        page = context.pages()[0] ?? (await context.newPage())
        page.setDefaultTimeout(SHOWN_WITHIN_MS / 2)
        blender = await BlenderReceiver.open(true)
      }, SHOWN_WITHIN_MS)
      afterAll(async () => {
        await blender?.close()
        await context?.close()
        proxy?.close()
        await service?.close()
        rmSync(folder, { recursive: true, force: true })
      })

      const state = async (name: string) => {
        await page.locator(`#send[data-state=${name}]`).waitFor()
        const path = `${PICTURES}/blender-${name}.png`
        if (PICTURES) await page.screenshot({ path })
        return `${await page.locator('#send').textContent()}`
      }
      const open = async (origin: string) => {
        await page.goto(`${origin}/projects/${id}#key=${service.projects.key}`)
        await page.getByRole('button', { name: 'Send to Blender' }).click()
      }
      const press = (name: string) =>
        page.locator('#send').getByRole('button', { name, exact: true }).click()
      const objects = () =>
        blender.run<number>('answer = len([o for o in bpy.data.objects if "svcId" in o])')

      test('a page of this computer sends when a person allows it, and again', async () => {
        await open(service.origin)
        expect(await state('not-allowed')).toContain('Blender')
        expect(await blender.waiting()).toEqual([service.origin])
        expect(await objects()).toBe(0)
        await blender.run(`bpy.ops.plat.allow(origin=${JSON.stringify(service.origin)})`)
        await state('ready')
        await press('Send the draft')
        expect(await state('done')).toContain('The building is in Blender.')
        const sent = await objects()
        expect(sent).toBeGreaterThan(50)
        await press('Send again')
        await state('ready')
        await press('Send the draft')
        expect(await state('done')).toContain('took the place of the earlier import')
        expect(await objects()).toBe(sent)
      })

      test('a page that is revoked does not send', async () => {
        await press('Send again')
        await state('ready')
        await blender.run(`bpy.ops.plat.revoke(origin=${JSON.stringify(service.origin)})`)
        const before = await blender.contents()
        await press('Send the draft')
        await state('not-allowed')
        expect(await blender.contents()).toEqual(before)
      })

      test('a page of https explains the question of the browser before it comes', async () => {
        await open(secureOrigin())
        expect(await state('question')).toContain('The browser requests your leave next')
        expect(await blender.waiting()).not.toContain(secureOrigin())
      })

      test('it sends when the browser and Blender allow it', async () => {
        await context.grantPermissions(['local-network-access'], { origin: secureOrigin() })
        await press('Continue')
        await state('not-allowed')
        await blender.run(`bpy.ops.plat.allow(origin=${JSON.stringify(secureOrigin())})`)
        await state('ready')
        await press('Publish and send')
        expect(await state('done')).toContain('The building is in Blender.')
      })

      test('a browser that denies it leads to its settings', async () => {
        const session = await context.newCDPSession(page)
        for (const name of ['local-network-access', 'loopback-network', 'local-network'])
          await session
            .send('Browser.setPermission', {
              permission: { name },
              setting: 'denied',
              origin: secureOrigin(),
            })
            .catch(() => {})
        await open(secureOrigin())
        expect(await state('denied')).toContain('does not let this page reach programs')
      })
    },
  )
})

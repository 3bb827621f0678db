import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { CHROMIUMS } from '../../setup/chromium.mjs'

const found = CHROMIUMS.find((path) => existsSync(path))
export const HAS_BROWSER = found !== undefined
/** Debian's browser: set-up of `npm test` installs it where apt can. */
export const CHROMIUM = found ?? CHROMIUMS[0]

/** Draws in software, and requests nothing from the network except the page itself. */
export const MAP_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Texts and shapes of pages are drawn faster without the graphics card that is software here.
  '--disable-gpu-rasterization',
]
const WIDTH = 800
const HEIGHT = 600

const PAGE = `<!doctype html><title>Map</title>
<style>body { margin: 0 } #map { width: ${WIDTH}px; height: ${HEIGHT}px }</style>
<script type="importmap">${JSON.stringify({
  imports: {
    'maplibre-gl': '/maplibre-gl/maplibre-gl.mjs',
    pmtiles: '/pmtiles/index.js',
    fflate: '/fflate/browser.js',
  },
})}</script>
<div id="map"></div><script type="module" src="/tests/end-to-end/map-page.mjs"></script>`
const packageFolder = (path: string) => pathToFileURL(join(PROJECT_ROOT, 'node_modules', path))
/** Files that the page may load, by the requested path. */
const FILES: [path: RegExp, folder: URL][] = [
  [/^\/tests\/end-to-end\/(map-page\.mjs)$/, new URL('./map-page.mjs', import.meta.url)],
  [/^\/examples\/(map-style\.mjs)$/, new URL('../../examples/map-style.mjs', import.meta.url)],
  [/^\/maplibre-gl\/([\w.-]+)$/, packageFolder('maplibre-gl/dist/')],
  [/^\/pmtiles\/(index\.js)$/, packageFolder('pmtiles/dist/esm/')],
  [/^\/fflate\/(browser\.js)$/, packageFolder('fflate/esm/')],
]

/** A browser on a page with the map library on the same origin. */
export interface MapBrowser {
  page: Page
  /** Requests that failed, or were answered with an error. */
  failures: string[]
  close(): Promise<void>
}

export async function openMapBrowser(): Promise<MapBrowser> {
  const server = await servePage()
  const profile = await mkdtemp(join(tmpdir(), 'plat-browser-'))
  let context: BrowserContext | undefined
  const close = async () => {
    await context?.close()
    server.closeAllConnections()
    server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      headless: true,
      args: MAP_FLAGS,
      viewport: { width: WIDTH, height: HEIGHT },
    })
    const page = context.pages()[0] ?? (await context.newPage())
    const failures: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`)
    })
    page.on('requestfailed', (request) => failures.push(`failed ${request.url()}`))
    page.on('pageerror', (error) => failures.push(error.message))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction('globalThis.isReady')
    return { page, failures, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The page, its script, the example and the map library, which loads its worker from its own
 * folder.
 */
async function servePage(): Promise<Server> {
  const server = createServer(async (request, reply) => {
    const { pathname } = new URL(request.url!, 'http://here')
    if (pathname === '/') return reply.setHeader('content-type', 'text/html').end(PAGE)
    // Every browser requests it by itself.
    if (pathname === '/favicon.ico') return reply.writeHead(204).end()
    const file = FILES.flatMap(([path, folder]) => {
      const name = path.exec(pathname)?.[1]
      return name ? [new URL(name, folder)] : []
    })[0]
    if (!file) return reply.writeHead(404).end()
    reply.setHeader('content-type', 'text/javascript').end(await readFile(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

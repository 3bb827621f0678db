import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM, MAP_FLAGS } from '../end-to-end/map-browser.ts'

export interface PageBrowser {
  context: BrowserContext
  page: Page
  /** Console messages, errors, and requests that left the origin. */
  complaints: string[]
  close(): Promise<void>
}

export interface Look {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  hasTouch?: boolean
  /** Pixels of the screen in each direction for one of its layout; half a pixel is fast. */
  pixels?: number
}

/** Pixels of a screen in each direction for one of its layout: software draws every one of them. */
const PIXELS = 0.5
/** A screen with the layout of a desktop: maps are drawn by the processor, pixel by pixel. */
const SCREEN = { width: 1120, height: 640 }

/**
 * A browser of its own profile, which draws maps in software and requests nothing from the network.
 */
export async function openPageBrowser(origin: string, look: Look = {}): Promise<PageBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'plat-page-'))
  const settings = { ...SCREEN, ...look }
  const { width, height, colorScheme = 'light', hasTouch = false, pixels = PIXELS } = settings
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: MAP_FLAGS,
    viewport: { width, height },
    deviceScaleFactor: pixels,
    colorScheme,
    hasTouch,
    reducedMotion: 'reduce',
  })
  const page = context.pages()[0] ?? (await context.newPage())
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`requests ${url}`)
  })
  return {
    context,
    page,
    complaints,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

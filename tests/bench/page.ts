// The map page in headless Chromium against `plat serve` with its accounts, on the pinned build of
// a home: first paint, search, map drawn and dossiers by a click, each load with an empty cache;
// the page's bytes; and tiles from the archives through the gate.
// `node tests/bench/page.ts [--home .plat] [--loads 7]`
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { PROJECT_ROOT, platHome } from '../../catalog/plat-home.ts'
import { PAGE_FOLDER } from '../../http/page-assets.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { buildPage } from '../../setup/page.mjs'
import { CHROMIUM, MAP_FLAGS } from '../end-to-end/map-browser.ts'
import { stretch } from './http-client.ts'
import { makeKeys } from './keys-database.ts'
import { type PlatService, startService } from './plat-service.ts'
import { machine, median, rounded, wholeOption, writeResults } from './results.ts'

const MEMORY_BYTES = 2 ** 31
const SEED = 7
const TILES = 200
const SECONDS = 3
const REQUESTS_OF_KEY = 250
const DRAWN_WITHIN_MS = 60_000
/** Runs before the page: writes down when the map had drawn all of its view. */
const WATCH = `new MutationObserver((_changes, observer) => {
  if (!document.querySelector('#map[data-state=drawn]')) return
  globalThis.drawnAt = performance.now()
  observer.disconnect()
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state'] })`
/**
 * Runs before a click: writes down when the frames with the key facts and with all sections of the
 * next dossier are drawn. The former facts go with the click.
 */
const WATCH_DOSSIER = `(() => {
  let clickedAt = 0
  const dossier = document.querySelector('#dossier')
  delete dossier.dataset.factsMs
  delete dossier.dataset.shownMs
  addEventListener('click', () => { clickedAt = performance.now() }, { capture: true, once: true })
  const drawn = (name) => requestAnimationFrame(() => setTimeout(() => {
    dossier.dataset[name] = performance.now() - clickedAt
  }))
  let hasFacts = false
  const observer = new MutationObserver(() => {
    if (clickedAt === 0 || !dossier.querySelector('.key-facts')) return
    if (!hasFacts) drawn('factsMs')
    hasFacts = true
    if (dossier.dataset.state !== 'shown' || dossier.querySelector('[data-pending=elevation]')) return
    observer.disconnect()
    drawn('shownMs')
  })
  const attributeFilter = ['data-state']
  observer.observe(dossier, { subtree: true, childList: true, attributes: true, attributeFilter })
})()`
/** Pixels from the middle of the map of the clicks of one load, which open other dossiers. */
const CLICKS = [-120, -60, 0, 60, 120]
/** Milliseconds from the start of the navigation. */
const TIMES = `(() => {
  const [navigation] = performance.getEntriesByType('navigation')
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return {
    first_paint: paint.startTime,
    search_usable: navigation.domContentLoadedEventEnd,
    map_drawn: globalThis.drawnAt,
  }
})()`
/** Requests for tiles, over all stretches: a key has 300 a minute. */
let sent = 0
type Times = Record<'first_paint' | 'search_usable' | 'map_drawn', number> &
  Record<'facts' | 'shown', number[]>

const { values } = parseArgs({
  options: { home: { type: 'string' }, loads: { type: 'string', default: '7' } },
})
const loads = wholeOption(values.loads, 'loads')
// Before the browser loads it.
const onMachine = machine()
const built = values.home ?? platHome()
await buildPage(PROJECT_ROOT, process.execPath)

// The builds of the named home, with accounts of its own.
const home = await mkdtemp(join(tmpdir(), 'plat-page-bench-'))
for (const name of ['builds', 'pin.json']) await symlink(join(built, name), join(home, name))
const place = { kind: 'embedded' as const, folder: join(home, 'accounts', 'database') }
const database = await openDatabase(place)
const keys = await makeKeys(database)
await database.close()
let service: PlatService | undefined
let browser: Browser | undefined
try {
  const environment = { PLAT_LIVE: 'none' }
  service = await startService(home, MEMORY_BYTES, { hasGate: true, environment })
  browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: MAP_FLAGS })
  const { url } = service
  const times: Times[] = []
  // The first load warms the service and the browser up.
  for (let n = 0; n <= loads; n++) times.push(await load(browser, `${url}/#key=${keys[n]}`))
  const of = (name: keyof Times) => {
    const sorted = times.slice(1).flatMap((each) => each[name])
    return { median: Math.round(median(sorted)), most: Math.round(Math.max(...sorted)) }
  }
  await browser.close()
  const paths = await tilePaths(url, keys[loads + 1])
  const result = {
    machine: onMachine,
    loads,
    ms: {
      first_paint: of('first_paint'),
      search_usable: of('search_usable'),
      map_drawn: of('map_drawn'),
      click_to_key_facts: of('facts'),
      // With all sections of the build.
      click_to_dossier: of('shown'),
    },
    bytes: await sizes(),
    tiles: {
      distinct: paths.length,
      clients_1: await tiles(url, paths, 1),
      clients_8: await tiles(url, paths, 8),
    },
  }
  writeResults('page', result)
  console.log(JSON.stringify(result, null, 2))
} finally {
  await browser?.close()
  await service?.stop()
  await rm(home, { recursive: true, force: true })
}

async function load(browser: Browser, address: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.goto(address)
  await page.locator('#map[data-state=drawn]').waitFor({ timeout: DRAWN_WITHIN_MS })
  const times: Omit<Times, 'facts' | 'shown'> = await page.evaluate(TIMES)
  const facts: number[] = []
  const shown: number[] = []
  const box = (await page.locator('#map').boundingBox())!
  for (const offset of CLICKS) {
    await page.evaluate(WATCH_DOSSIER)
    await page.mouse.click(box.x + box.width / 2 + offset, box.y + box.height / 2 + offset)
    const dossier = page.locator('#dossier[data-shown-ms]')
    facts.push(Number(await dossier.getAttribute('data-facts-ms')))
    shown.push(Number(await dossier.getAttribute('data-shown-ms')))
  }
  await context.close()
  return { ...times, facts, shown }
}

/**
 * Files that a browser fetches: for the first paint, all that the document names; for the map after
 * it; for a dossier; for the account dialog.
 */
async function sizes() {
  const document = await readFile(join(PAGE_FOLDER, 'index.html'), 'utf8')
  const parts: Record<string, RegExp> = {
    dossier: /^(dossier-view|watch-list)/,
    map: /^(map-view|maplibre)/,
    account: /^account/,
  }
  const assets = (await readdir(join(PAGE_FOLDER, 'assets'))).map((name) => join('assets', name))
  const names = ['index.html', ...assets].filter((name) => !/\.(br|gz)$/.test(name))
  const sizes: Record<string, { raw: number; gzip: number; brotli: number; files: number }> = {}
  for (const path of names) {
    const bytes = await readFile(join(PAGE_FOLDER, path))
    const name = path.replace('assets/', '')
    const isFirst = name === 'index.html' || document.includes(name)
    const part = isFirst
      ? 'first_paint'
      : (Object.keys(parts).find((each) => parts[each].test(name)) ?? 'other')
    sizes[part] ??= { raw: 0, gzip: 0, brotli: 0, files: 0 }
    sizes[part].raw += bytes.length
    sizes[part].gzip += gzipSync(bytes, { level: 9 }).length
    sizes[part].brotli += await readFile(join(PAGE_FOLDER, `${path}.br`)).then(
      ({ length }) => length,
      () => brotliCompressSync(bytes).length,
    )
    sizes[part].files++
  }
  return sizes
}

/**
 * Seeded tiles of parcels and flood zones that hold something, at the zooms that a map requests.
 */
async function tilePaths(url: string, key: string): Promise<string[]> {
  const random = seededRandom(SEED)
  const headers = { authorization: `Bearer ${key}` }
  const found = new Set<string>()
  for (const slug of ['parcels', 'flood-zones']) {
    const answer = await fetch(`${url}/api/v1/tiles/${slug}.json`, { headers })
    const { bounds, minzoom, maxzoom } = (await answer.json()) as {
      bounds: number[]
      minzoom: number
      maxzoom: number
    }
    const [west, south, east, north] = bounds
    for (let i = 0; i < TILES / 2; i++) {
      const z = minzoom + Math.floor(random() * (maxzoom - minzoom + 1))
      // In the middle of the box, where few tiles are empty.
      const lng = west + (0.25 + random() / 2) * (east - west)
      const lat = south + (0.25 + random() / 2) * (north - south)
      const mercator = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
      const x = Math.floor(((lng + 180) / 360) * 2 ** z)
      const y = Math.floor(((1 - mercator) / 2) * 2 ** z)
      const path = `/api/v1/tiles/${slug}/${z}/${x}/${y}.mvt`
      const { status } = await fetch(url + path, { method: 'HEAD', headers })
      if (status === 200) found.add(path)
    }
  }
  return [...found]
}

async function tiles(url: string, paths: string[], clients: number) {
  // From the far end: the first ones loaded pages.
  const keyOf = (n: number) =>
    keys[keys.length - 1 - (Math.floor(n / REQUESTS_OF_KEY) % keys.length)]
  const { figures } = await stretch(url, {
    clients,
    seconds: SECONDS,
    pathOf: (n) => paths[n % paths.length],
    headers: 'accept-encoding: gzip\r\n',
    headersOf: () => `authorization: Bearer ${keyOf(sent++)}\r\n`,
  })
  return { p50_ms: rounded(figures.p50), p99_ms: rounded(figures.p99), n: figures.n }
}

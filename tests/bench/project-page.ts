// The page of projects in headless Chromium without a graphics card, against the service of
// projects with a building of 200 walls: first paint, the model drawn, the model with shaded
// corners, each load with an empty cache; and the bytes of the page.
// `node tests/bench/project-page.ts [--loads 7]`
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { user } from '../../accounts/database/schema.ts'
import { openAccounts } from '../../accounts/open-accounts.ts'
import { accountsSettings } from '../../accounts/settings.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { openArchitect } from '../../architect/service/open-architect.ts'
import { openProjects } from '../../architect/store/open-projects.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { PROJECTS_FOLDER } from '../../http/page-assets.ts'
import { DIRECT } from '../../http/reach.ts'
import { buildPage, PROJECTS_PAGE } from '../../setup/page.mjs'
import { CHROMIUM, MAP_FLAGS } from '../end-to-end/map-browser.ts'
import { largeBuilding } from '../houses/large-building.ts'
import { machine, median, wholeOption, writeResults } from './results.ts'

const DRAWN_WITHIN_MS = 60_000
/**
 * Runs before the page: writes down when the model was drawn, and when with shaded corners. Reading
 * a pixel waits until the picture is complete, which drawing alone does not.
 */
const WATCH = `new MutationObserver(() => {
  const { dataset } = document.querySelector('#model') ?? {}
  const name = { drawn: 'drawnAt', fine: 'fineAt' }[dataset?.state]
  if (!name || globalThis[name]) return
  const context = document.querySelector('#model canvas').getContext('webgl2')
  context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4))
  globalThis[name] = performance.now()
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state'] })`
/** Milliseconds from the start of the navigation. */
const TIMES = `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return { first_paint: paint.startTime, model_drawn: globalThis.drawnAt, model_fine: globalThis.fineAt }
})()`
type Times = Record<'first_paint' | 'model_drawn' | 'model_fine', number>
const BUILDINGS = { plain: { isFurnished: false }, furnished: { isFurnished: true } }

const { values } = parseArgs({ options: { loads: { type: 'string', default: '7' } } })
const loads = wholeOption(values.loads, 'loads')
await buildPage(PROJECT_ROOT.replace(/\/$/, ''), process.execPath, PROJECTS_PAGE)
const home = await mkdtemp(join(tmpdir(), 'plat-project-bench-'))
const onFailure = console.error
const accounts = await openAccounts(accountsSettings({}, home), { note: String })
const signingKey = accounts.secretFor('files of projects')
const projects = await openProjects(accounts.database, {
  signingKey,
  limits: accounts.limits,
  onFailure,
})
const blobs = { kind: 'folder' as const, folder: join(home, 'blobs') }
const { store } = projects
const architect = await openArchitect({ accounts, store, blobs, reach: DIRECT, onFailure })
let browser: Browser | undefined
try {
  await accounts.database.tables
    .insert(user)
    .values({ id: 'bench', name: 'Bench', email: 'bench@example.com' })
  const owner = { user: 'bench' }
  const { key } = await accounts.keys.create({
    kind: 'architect',
    name: 'bench',
    owner,
    scopes: ['projects:edit', 'projects:publish', 'projects:download'],
  })
  await architect.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = architect.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: MAP_FLAGS })
  const buildings: Record<string, object> = {}
  for (const [name, options] of Object.entries(BUILDINGS)) {
    const scene = largeBuilding(options)
    const id = await create(origin, key, scene)
    // The first load bakes the model, and warms the service and the browser up.
    const times: Times[] = []
    for (let n = 0; n <= loads; n++)
      times.push(await load(browser, `${origin}/projects/${id}#key=${key}`))
    const of = (moment: keyof Times) => {
      const sorted = times.slice(1).map((each) => each[moment])
      return { median: Math.round(median(sorted)), most: Math.round(Math.max(...sorted)) }
    }
    const nodes = Object.values(scene.nodes)
    buildings[name] = {
      nodes: nodes.length,
      walls: nodes.filter(({ kind }) => kind === 'wall').length,
      ms: {
        first_paint: of('first_paint'),
        model_drawn: of('model_drawn'),
        model_fine: of('model_fine'),
      },
    }
  }
  const result = { machine: machine(), loads, buildings, bytes: await sizes() }
  writeResults('project-page', result)
  console.log(JSON.stringify(result, null, 2))
} finally {
  await browser?.close()
  await architect.close()
  await projects.close()
  await accounts.close()
  await rm(home, { recursive: true, force: true })
}

async function create(origin: string, key: string, scene: Scene): Promise<string> {
  const answer = await fetch(`${origin}/api/scenes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A large building', scene }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return id
}

async function load(browser: Browser, address: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  await page.goto(address)
  await page.locator('#model[data-state=fine]').waitFor({ timeout: DRAWN_WITHIN_MS })
  const times: Times = await page.evaluate(TIMES)
  await context.close()
  return times
}

/** Files that a browser fetches: for the first paint, for the model, for the account dialog. */
async function sizes() {
  const parts: Record<string, RegExp> = {
    first_paint: /^index[.-]/,
    model: /^model-view/,
    account: /^account/,
  }
  const names = (await readdir(join(PROJECTS_FOLDER, 'assets'))).map((name) => join('assets', name))
  const sizes: Record<string, { raw: number; gzip: number; brotli: number }> = {}
  for (const path of ['index.html', ...names]) {
    const name = path.replace('assets/', '')
    const part = Object.keys(parts).find((each) => parts[each].test(name)) ?? 'other'
    sizes[part] ??= { raw: 0, gzip: 0, brotli: 0 }
    const form = path.endsWith('.br') ? 'brotli' : path.endsWith('.gz') ? 'gzip' : 'raw'
    sizes[part][form] += (await readFile(join(PROJECTS_FOLDER, path))).length
  }
  return sizes
}

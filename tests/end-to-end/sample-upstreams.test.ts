import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { assembleDossier, type Packs } from '../../layers/dossier.ts'
import { LAYERS, SECTION_NAMES } from '../../layers/index.ts'
import type { Section } from '../../layers/section.ts'
import { SAMPLE_LABEL } from '../../pipelines/sample/upstreams/start-sample-upstreams.ts'
import { dropHome, makeHome, sampleBuild } from './build-home.ts'

/** Sections that ask live services, and those that a build answers alone. */
const ASKING = LAYERS.filter(({ section }) => section !== 'none' && section.ask).map(({ id }) => id)
const PINNED = LAYERS.filter(({ section }) => section !== 'none' && !section.ask).map(
  ({ id }) => id,
)
/** A port of loopback where nobody listens: as without a network. */
const NOWHERE = 'http://127.0.0.1:1'

let home: string
/** A parcel of which every section of the build itself is `available`. */
let spot: string
const children: ChildProcess[] = []

beforeAll(async () => {
  const { home: shared, build } = await sampleBuild()
  home = await makeHome('sample-upstreams')
  await cp(shared, home, { recursive: true })
  spot = knownSpot(build.packs)
  build.close()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await dropHome(home)
})

function knownSpot(packs: Packs): string {
  for (let parcelRow = 0; parcelRow < packs.get('parcels')!.rows; parcelRow++) {
    const { layers, point } = assembleDossier(packs, { parcelRow, layers: PINNED })
    const isKnown = Object.values(layers).every(({ status }) => status === 'available')
    if (isKnown) return `${point.lat},${point.lng}`
  }
  throw new Error('no parcel of the sample has every section of its build')
}

/** Runs `plat start` on the copied home; answers its base address and all that it printed. */
async function start(args: readonly string[], more: Record<string, string> = {}) {
  const { PLAT_LIVE: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['plat.ts', 'start', '--port', '0', '-q', ...args], {
    cwd: PROJECT_ROOT,
    env: { ...inherited, PLAT_HOME: home, HOST: '127.0.0.1', ...more },
  })
  children.push(child)
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.on('close', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said += `${line}\n`
        const found = /Plat answers at (\S+)/.exec(line)
        if (found) resolve(found[1])
      })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { url, said: () => said, stop }
}

async function dossier(url: string): Promise<Record<string, Section>> {
  const response = await fetch(`${url}/v1/location?ll=${spot}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { layers: Record<string, Section> }).layers
}

test('with the bundled upstreams every section answers, and what they say is labelled', async () => {
  const service = await start(['--sample-upstreams'])
  expect(service.said()).toMatch(/bundled sample upstreams at http:\S+ all they say is fictional/)
  const layers = await dossier(service.url)
  const available = Object.keys(layers).filter((name) => layers[name].status === 'available')
  const answered = SECTION_NAMES.filter((name) => LAYERS.some(({ id }) => id === name))
  expect(available.sort()).toEqual([...answered].sort())
  // Which services a section asks at this spot is its own affair; whoever says `live` is labelled.
  const live = ASKING.flatMap((name) => {
    const { source, sources = [] } = layers[name]
    return [source!, ...sources].filter(({ kind }) => kind === 'live' || kind === 'official')
  })
  for (const { name } of live) expect(name).toContain(SAMPLE_LABEL)
  expect(live.length > 0 || ASKING.length === 0).toBe(true)
  await service.stop()
}, 120_000)

test('without a network what is live says why it is missing, and all else answers', async () => {
  const nowhere = Object.fromEntries(
    LAYERS.flatMap(({ upstreams = [] }) => upstreams).map((upstream) => [
      `PLAT_${upstream.id.toUpperCase().replaceAll('-', '_')}_URL`,
      NOWHERE,
    ]),
  )
  const service = await start([], nowhere)
  const layers = await dossier(service.url)
  for (const name of PINNED) expect(layers[name].status).toBe('available')
  for (const { id, section, tables } of LAYERS) {
    // What has no table of its own has nothing to fall back on.
    if (section === 'none' || !section.ask || tables.length > 0) continue
    expect(layers[id]).toMatchObject({
      status: 'not_available',
      reason: expect.stringContaining('could not be reached: the connection was refused'),
      hint: expect.stringContaining('Ask again'),
    })
  }
  await service.stop()
}, 120_000)

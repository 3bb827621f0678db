import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { buildDossierFromPacks, type Packs } from '../../dossier/dossier.ts'
import { SECTION_NAMES, UPSTREAMS } from '../../layers/index.ts'
import type { Section } from '../../layers/section.ts'
import { SAMPLE_LABEL } from '../../sample/upstreams/start-sample-upstreams.ts'
import { urlVariable } from '../../upstream/settings.ts'
import { answering, copySample, dropHome } from './build-home.ts'

/** Sections that need more than packs: one has no table, the other reads rasters. */
const BESIDE_PACKS = ['weather', 'elevation']
const IN_PACKS = SECTION_NAMES.filter((name) => !BESIDE_PACKS.includes(name))

let home: string
/** Point of a parcel for which the packs have data in every section. */
let point: string
const children: ChildProcess[] = []

beforeAll(async () => {
  const sample = await copySample('sample-upstreams')
  home = sample.home
  const build = await answering(home, sample.build)
  point = knownPoint(build.packs)
  build.close()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await dropHome(home)
})

function knownPoint(packs: Packs): string {
  for (let parcelRow = 0; parcelRow < packs.get('parcels')!.rows; parcelRow++) {
    const { layers, point } = buildDossierFromPacks(packs, { parcelRow, layers: IN_PACKS })
    const isKnown = Object.values(layers).every(({ status }) => status === 'available')
    if (isKnown) return `${point.lat},${point.lng}`
  }
  throw new Error('no parcel of the sample has every section of its build')
}

/**
 * Runs `plat start` on the copied home; returns its base address, the key of its file and its
 * output.
 */
async function start(args: readonly string[], more: Record<string, string> = {}) {
  const { PLAT_LIVE: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['plat.ts', 'start', '--port', '0', '-q', ...args], {
    cwd: PROJECT_ROOT,
    env: { ...inherited, PLAT_HOME: home, HOST: '127.0.0.1', ...more },
  })
  children.push(child)
  let output = ''
  const [url, key] = await new Promise<[string, string]>((resolve, reject) => {
    child.on('close', (code) => reject(new Error(`it ended with ${code}: ${output}`)))
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        // With a log, the key is only in its file.
        const found = /Plat answers at (\S+).*a key to try it is in (.+)\)$/ms.exec(output)
        if (found) resolve([found[1], readFileSync(found[2], 'utf8').trim()])
      })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { url, key, output: () => output, stop }
}

async function dossier({
  url,
  key,
}: {
  url: string
  key: string
}): Promise<Record<string, Section>> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1/location?ll=${point}`, { headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as { layers: Record<string, Section> }).layers
}

test('with the bundled upstreams every section answers, and their data is labelled', async () => {
  const service = await start(['--sample-upstreams'])
  expect(service.output()).toMatch(
    /bundled sample upstreams at http:\S+ all their answers are fictional/,
  )
  const layers = await dossier(service)
  const statuses = Object.fromEntries(SECTION_NAMES.map((name) => [name, layers[name].status]))
  expect(statuses).toEqual(Object.fromEntries(SECTION_NAMES.map((name) => [name, 'available'])))
  const sources = Object.values(layers).flatMap(({ source, sources = [] }) => [source!, ...sources])
  const live = sources.filter(({ kind }) => kind === 'live' || kind === 'official')
  expect(live.length).toBeGreaterThan(1)
  for (const { name, attribution } of live) {
    expect(name).toContain(SAMPLE_LABEL)
    expect(attribution).toMatch(/^Not data of /)
  }
  await service.stop()
})

test('without a network weather has its reason, and all other sections answer', async () => {
  const nowhere = await closedAddress()
  const service = await start(
    [],
    Object.fromEntries(UPSTREAMS.map((upstream) => [urlVariable(upstream), nowhere])),
  )
  const { weather, ...others } = await dossier(service)
  expect(weather).toMatchObject({
    status: 'not_available',
    data: null,
    reason: expect.stringContaining('could not be reached: the connection was refused'),
    hint: expect.stringContaining('Try again'),
  })
  for (const [name, { status }] of Object.entries(others))
    expect({ name, status }).toEqual({ name, status: 'available' })
  await service.stop()
})

/** Loopback, at a port without a listener. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

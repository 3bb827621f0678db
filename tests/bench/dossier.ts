/**
 * The full dossier at a county's size: over HTTP from the service in a process of its own, by
 * section in process, from packs larger than the memory limit, and its spatial questions put to
 * PostGIS. About ten minutes at a million parcels.
 * Usage: node tests/bench/dossier.ts [--parcels 1000000] [--seconds 3] [--clients 8] [--no-peer]
 *          [--memory BYTES] [--low-memory BYTES] [--home FOLDER]
 * A home stays, and a build of the same plan in it is used again.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { terminalProgress } from '../../terminal/terminal-progress.ts'
import { type CountyBuild, findCountyBuild, PLAN_OPTIONS, planOf } from './county-build.ts'
import { measurePeer } from './dossier-peer.ts'
import { spatialQuestions } from './dossier-questions.ts'
import {
  lowMemoryRatios,
  peerRatios,
  printHttp,
  printSections,
  type SectionFigures,
} from './dossier-report.ts'
import { serveAndMeasure } from './dossier-service.ts'
import { machine, wholeOption, writeResults } from './results.ts'
import { choosePoints } from './sample-points.ts'

const { values } = parseArgs({
  options: {
    ...PLAN_OPTIONS,
    seconds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
    memory: { type: 'string', default: `${4 * 2 ** 30}` },
    'low-memory': { type: 'string' },
    home: { type: 'string' },
    'no-peer': { type: 'boolean', default: false },
  },
})
const plan = planOf(values)
/** No stretch takes longer, whatever is requested. */
const SECONDS_MAX = 30
const stretch_s = Math.min(SECONDS_MAX, wholeOption(values.seconds, 'seconds'))
const clients = wholeOption(values.clients, 'clients')
const memoryBytes = Number(values.memory)
const POINTS = 1500
/** Share of all packs as a memory limit: only the small packs fit. */
const LOW_SHARE = 0.03

const started = machine()
const progress = terminalProgress()
const home = values.home ? resolve(values.home) : mkdtempSync(join(tmpdir(), 'dossier-bench-'))

/** Runs in processes of their own, so that the memory of one does not affect another. */
async function runNode(script: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const words = await text(child.stdout)
  if ((await ended) !== 0) throw new Error(`${script} failed`)
  return words
}

async function madeBuild(): Promise<CountyBuild> {
  const existing = findCountyBuild(plan, home)
  if (existing) return existing
  const sizes = ['--parcels', plan.parcels, '--flood', plan.floodZones, '--seed', plan.seed]
  await runNode('county-build.ts', ['--home', home, ...sizes.map(String)])
  return findCountyBuild(plan, home)!
}

async function sections(memory: number): Promise<SectionFigures> {
  const step = progress.step(`sections in process, packs within ${Math.round(memory / 1e6)} MB`)
  const args = ['--home', home, '--memory', `${memory}`, '--points', `${POINTS}`, '--rounds', '2']
  const figures = JSON.parse(await runNode('dossier-sections.ts', args))
  step.done()
  return figures
}

try {
  const build = await madeBuild()
  const packBytes = build.packs.reduce((sum, { bytes }) => sum + bytes, 0)
  const lowBytes = values['low-memory']
    ? Number(values['low-memory'])
    : Math.round(packBytes * LOW_SHARE)
  // By position: the memory of this process is not measured.
  const packs = await openPacks(await openPinned(home), 0)
  const points = choosePoints(
    plan,
    packs.get('parcels')!,
    packs.get('flood_zones')!,
    POINTS,
    ['flood_zones', 'wetlands', 'soil_map_units'].map((table) => packs.get(table)!),
  )
  const service = { home, points, stretch_s, clients, progress }
  const http = await serveAndMeasure({ in_memory: memoryBytes, low_memory: lowBytes }, service)
  const inProcess = { in_memory: await sections(memoryBytes), low_memory: await sections(lowBytes) }
  const questions = spatialQuestions(packs)
  const peer = values['no-peer']
    ? { skipped: 'left out by --no-peer' }
    : await measurePeer(packs, questions, points, { clients, stretch_s, progress })
  closePacks(packs)

  const questionTime = inProcess.in_memory.times['the spatial questions alone']
  const ratios = 'skipped' in peer ? null : peerRatios(peer, questionTime, http.in_memory)
  writeResults('dossier', {
    machine: started,
    parameters: { ...plan, points: POINTS, stretch_s, clients, memoryBytes, lowBytes },
    note: 'Client and service share the cores. Times in ms where no unit is named. Positioned reads are of files that the system has in its cache.',
    packs: {
      bytes: packBytes,
      write_s: build.write_s,
      peak_mb: Math.max(...build.packs.map(({ peak_mb }) => peak_mb ?? 0)),
      tables: build.packs,
    },
    http,
    times_slower_with_low_memory: lowMemoryRatios(http),
    in_process: inProcess,
    questions,
    peer,
    times_faster_than_peer: ratios,
  })
  progress.close()
  printHttp(http, clients)
  printSections(inProcess)
  console.log(JSON.stringify({ low_memory: lowMemoryRatios(http), peer, ratios }, null, 2))
} finally {
  progress.close()
  if (!values.home) rmSync(home, { recursive: true, force: true })
}

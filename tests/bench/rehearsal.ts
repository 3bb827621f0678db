/**
 * A national rehearsal: fictional counties are generated in the formats of their publishers, built,
 * served, changed and built again. A run that was killed goes on where it was.
 * Usage: node tests/bench/rehearsal.ts --folder FOLDER [--partitions 50] [--parcels 200000]
 * [--workers 1,2] [--seed 7] [--change 0.01] [--name rehearsal]
 */
import { execFileSync } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { formatTable } from '../../terminal/table.ts'
import { ThreadPool } from '../../threads/thread-pool.ts'
import type { ArchiveSetup } from '../rehearsal/archive-worker.ts'
import { type StagedBuild, stageBuild } from '../rehearsal/build-stage.ts'
import { REHEARSED, type Rehearsed } from '../rehearsal/changed-rows.ts'
import type { CountyArchives, CountyEdition } from '../rehearsal/county-archives.ts'
import type { RehearsedCounty } from '../rehearsal/rehearsal-inputs.ts'
import { listCounties, type RehearsalCounty } from '../rehearsal/rehearsal-plan.ts'
import { measureServing } from '../rehearsal/served-latency.ts'
import { StageResults } from '../rehearsal/stage-results.ts'
import { machine, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    partitions: { type: 'string', default: '50' },
    parcels: { type: 'string', default: '200000' },
    workers: { type: 'string', default: '1,2' },
    seed: { type: 'string', default: '7' },
    change: { type: 'string', default: '0.01' },
    name: { type: 'string', default: 'rehearsal' },
  },
})
if (!values.folder) throw new Error('--folder wants a folder for archives, homes and results')
const folder = resolve(values.folder)
const archives = join(folder, 'archives')
const change = Number(values.change)
if (!(change > 0 && change <= 1)) throw new Error('--change wants a share from 0 to 1')
const workers = values.workers.split(',').map((text) => wholeOption(text, 'workers'))
const plan = {
  counties: wholeOption(values.partitions, 'partitions'),
  parcels: wholeOption(values.parcels, 'parcels'),
  seed: wholeOption(values.seed, 'seed'),
}
const parameters = { ...plan, change, commit: commitOf() }
// A run by more numbers of workers goes on with the stages of one by fewer.
const stages = new StageResults(folder, parameters)
const counties = listCounties(plan)
const last = workers.at(-1)!
const lastHome = join(folder, `home-${last}`)
// Homes, sums of steps and locks of other parameters or of another commit.
if (stages.isFresh)
  for (const name of await readdir(folder))
    if (/^(logs|locks|home-\d+)$/.test(name))
      await rm(join(folder, name), { recursive: true, force: true })

const measured = machine()
const generated = await stages.run('archives', () => generate(0, counties))
const rehearsed = counties.map((county, i) => ({ county, archives: generated.archives[i] }))
const builds: StagedBuild[] = []
for (const count of workers) {
  const home = join(folder, `home-${count}`)
  builds.push(await stages.run(`build_${count}`, () => built(home, count, rehearsed, null)))
  // Two homes at once would take twice the disk.
  if (home !== lastHome) await rm(home, { recursive: true, force: true })
}
const first = builds.at(-1)!
const serving = await stages.run(`serving_${last}`, () => measureServing(lastHome, counties))
const changing = counties[Math.floor(counties.length / 2)]
const later = await stages.run('changed archives', () => generate(change, [changing]))
const changes: Record<string, StagedBuild> = {}
for (const [name, layers] of [
  ['parcels', ['parcels']] as const,
  ['all_layers', REHEARSED] as const,
])
  changes[name] = await stages.run(`change_${name}_${last}`, () =>
    built(lastHome, last, withChange(layers), first.build),
  )

const { archives: written, ...generation } = generated
writeResults(values.name, {
  machine: measured,
  parameters: { ...parameters, workers },
  generation: {
    ...generation,
    archive_bytes: sum(written.map(({ bytes }) => bytes)),
    unpacked_bytes: sum(written.map(({ unpacked_bytes }) => unpacked_bytes)),
  },
  builds,
  serving,
  changes,
})
print()

/** Writes the archives of counties, in as many threads as the largest build has workers. */
async function generate(share: number, own: readonly RehearsalCounty[]) {
  const script = new URL('../rehearsal/archive-worker.ts', import.meta.url)
  const workerData: ArchiveSetup = { into: archives }
  const size = Math.max(...workers)
  const pool = new ThreadPool<CountyEdition, CountyArchives>(script, { size, workerData })
  const began = performance.now()
  const cpu = process.cpuUsage()
  const made: CountyArchives[] = []
  const jobs = own.map((county) => ({ county, change: share }))
  let done = 0
  await pool.runAll(jobs, (each, { county }) => {
    made[own.findIndex(({ number }) => number === county.number)] = each
    console.log(`${++done} of ${own.length} counties generated`)
  })
  await pool.close()
  const { user, system } = process.cpuUsage(cpu)
  const parcels = plan.parcels * own.length
  return {
    archives: made,
    took_s: rounded((performance.now() - began) / 1_000, 1),
    processor_s: rounded((user + system) / 1e6, 1),
    processor_us_a_parcel: rounded((user + system) / parcels, 1),
    peak_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
    threads: size,
  }
}

function withChange(layers: readonly Rehearsed[]): RehearsedCounty[] {
  return rehearsed.map((each) =>
    each.county === changing ? { ...each, changed: { archives: later.archives[0], layers } } : each,
  )
}

async function built(
  home: string,
  count: number,
  own: RehearsedCounty[],
  earlier: string | null,
): Promise<StagedBuild> {
  const layers = own.flatMap(({ changed }) => changed?.layers ?? [])
  const name = `${count}-${earlier === null ? 'first' : layers.join('-')}`
  const order = {
    home,
    locks: join(folder, 'locks', name),
    log: join(folder, 'logs', `${name}.steps`),
    outcome: join(folder, 'logs', `${name}.json`),
    workers: count,
    counties: own,
    earlier,
  }
  return await stageBuild(order, archives)
}

function commitOf(): string | null {
  try {
    const command = ['describe', '--always', '--dirty', '--abbrev=8']
    return execFileSync('git', command, { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function print(): void {
  const named = [
    ...builds.map((build) => [`${build.workers} workers`, build] as const),
    ...Object.entries(changes).map(([name, build]) => [`changed: ${name}`, build] as const),
  ]
  const header = ['build', 'took s', 'processor s', 'peak MB', 'disk GB', 'runs']
  const rows = named.map(([name, each]) => [
    name,
    each.took_s,
    each.processor_s,
    each.peak_mb,
    rounded(each.peak_disk_bytes / 1e9, 2),
    each.runs,
  ])
  console.log(formatTable(header, rows))
  const phases = Object.keys(first.timings_s)
  console.log(
    formatTable(
      ['phase, s', ...named.map(([name]) => name)],
      phases.map((phase) => [phase, ...named.map(([, each]) => each.timings_s[phase] ?? 0)]),
    ),
  )
  console.log({ generation })
  for (const [name, each] of Object.entries(serving)) {
    console.log({ serving: name, to_health_s: each.to_health_s, afterwards: each.afterwards })
    console.log(
      formatTable(
        ['dossier, ms', 'first p50', 'first p99', 'p50', 'p99'],
        Object.entries(each.warm_ms).map(([position, { p50, p99 }]) => {
          const cold = each.first_ms[position]
          return [position, cold.p50, cold.p99, p50, p99]
        }),
      ),
    )
  }
}

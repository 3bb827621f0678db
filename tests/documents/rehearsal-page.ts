import type { Tree } from '../architecture/tree.ts'
import type { StagedBuild } from '../rehearsal/build-stage.ts'
import type { measureServing } from '../rehearsal/served-latency.ts'
import { formatTable } from './markdown-table.ts'
import { fillMarked } from './marked-tables.ts'

const PAGE = 'docs/rehearsal.md'
/** Of 10,000,000 parcels by two workers. */
const FULL = 'tests/bench/results/rehearsal.json'
/** Of 200,000 parcels by one worker and by two. */
const SMALL = 'tests/bench/results/rehearsal-small.json'
/** Of 2,500,000 parcels by two workers: as many counties as the large run, and of its change. */
const MIDDLE = 'tests/bench/results/rehearsal-middle.json'

/** The part of a result of the rehearsal that the page shows. */
interface RehearsalResult {
  machine: { cpu: string; cores: number; load_at_start: number; date: string }
  parameters: { counties: number; parcels: number; change: number; commit: string | null }
  generation: { processor_us_a_parcel: number; archive_bytes: number; unpacked_bytes: number }
  builds: StagedBuild[]
  serving: Awaited<ReturnType<typeof measureServing>>
  changes: Record<string, StagedBuild>
}

/** Parcels of the United States. */
const TARGETS = [150_000_000]

/** The page of the rehearsal, with its tables made of the committed results. */
export function formatRehearsalPage(tree: Tree): string {
  const [result, small, middle] = [FULL, SMALL, MIDDLE].map(
    (name): RehearsalResult => JSON.parse(tree.get(name) ?? '{}'),
  )
  return fillMarked(tree.get(PAGE) ?? '', {
    run: () => formatRun(result),
    changes: () => formatPhases({ ...result, builds: [] }),
    steps: () => formatSteps(result),
    bytes: () => formatBytes(result),
    serving: () => formatServing(result),
    costs: () => formatCosts(result),
    small: () => formatPhases(small),
    middle: () => formatPhases(middle),
  })
}

function formatRun({ machine, parameters, generation, builds }: RehearsalResult): string {
  const { counties, parcels, commit } = parameters
  const rows = Object.entries(builds.at(-1)!.rows).map(([table, count]) => [
    table,
    number(count),
    number(Math.round((count * 1_000) / (counties * parcels)), 0),
  ])
  const { cpu, cores, load_at_start, date } = machine
  return [
    `${number(counties * parcels)} parcels in ${counties} counties, commit ${commit}, ${date}, ${cores} cores (${cpu}), load ${load_at_start}`,
    `at the start. Generated in ${number(generation.processor_us_a_parcel)} us of processor time a parcel, ${megabytes(generation.archive_bytes)} MB of archives,`,
    `${megabytes(generation.unpacked_bytes)} MB unpacked.\n`,
    formatTable(['table', 'rows', 'rows for 1,000 parcels'], rows),
  ].join('\n')
}

const CHANGES: Record<string, string> = {
  parcels: 'changed parcels',
  all_layers: 'all layers changed',
}

/** The later builds of a result, each after 1 % of the rows of one county has changed. */
function changed(changes: RehearsalResult['changes']): [name: string, StagedBuild][] {
  return Object.entries(changes).map(([name, build]) => [CHANGES[name], build])
}

/** The builds of a result in the order in which they ran. */
function named({ builds, changes }: RehearsalResult): [name: string, StagedBuild][] {
  return [
    ...builds.map((build): [string, StagedBuild] => [`${build.workers} workers`, build]),
    ...changed(changes),
  ]
}

function formatPhases(result: RehearsalResult): string {
  const all = named(result)
  const row = (name: string, of: (build: StagedBuild) => number | null) => [
    name,
    ...all.map(([, build]) => number(of(build) ?? 0)),
  ]
  const phases = Object.keys(all[0][1].timings_s)
  return formatTable(
    ['seconds', ...all.map(([name]) => name)],
    [
      ...phases.map((phase) => row(phase, ({ timings_s }) => timings_s[phase])),
      row('the whole, by the clock', ({ took_s }) => took_s),
      row('the whole, of processors', ({ processor_s }) => processor_s),
      row('its steps, of processors', processorSeconds),
      row('highest memory of the process, MB', ({ peak_mb }) => peak_mb),
      row('most on disk, MB', ({ peak_disk_bytes }) => Math.round(peak_disk_bytes / 1e6)),
    ],
  )
}

/** Steps below this share of the processor time are left out. */
const STEP_SHARE = 0.01

function formatSteps({ builds, changes, parameters }: RehearsalResult): string {
  const build = builds.at(-1)!
  const parcels = parameters.counties * parameters.parcels
  const rows = Object.entries(build.by_step)
    .filter(([, step]) => step.processor_s >= STEP_SHARE * processorSeconds(build))
    .map(([name, step]) => [
      name,
      `${step.count}`,
      number(step.processor_s),
      number((step.processor_s * 1e6) / parcels, 0),
      number(step.memory_mb),
      ...changed(changes).map(([, later]) => number(later.by_step[name]?.processor_s ?? 0)),
    ])
  return formatTable(
    [
      ...['step', 'times', 'processor s', 'us a parcel', 'highest memory, MB'],
      ...changed(changes).map(([name]) => `processor s, ${name}`),
    ],
    rows,
  )
}

function formatBytes({ builds, changes, parameters }: RehearsalResult): string {
  const parcels = parameters.counties * parameters.parcels
  const { bytes } = builds.at(-1)!
  const rows = Object.entries(bytes).map(([kind, own]) => [
    kind,
    megabytes(own),
    number(own / parcels, 0),
    ...changed(changes).map(([, { new_bytes }]) => megabytes(new_bytes?.[kind] ?? 0)),
  ])
  return formatTable(
    ['files', 'MB', 'bytes a parcel', ...changed(changes).map(([name]) => `new MB, ${name}`)],
    rows,
  )
}

function formatServing({ serving }: RehearsalResult): string {
  const { in_memory, by_position } = serving
  const rows = Object.keys(in_memory.warm_ms).map((position) => [
    position,
    ...[in_memory, by_position].flatMap(({ first_ms, warm_ms }) => [
      number(first_ms[position].p50),
      number(warm_ms[position].p50),
      number(warm_ms[position].p99),
    ]),
  ])
  const started = (['in_memory', 'by_position'] as const)
    .map((name) => {
      const { to_health_s, start_processor_s, at_start, afterwards } = serving[name]
      return `${name.replace('_', ' ')} ${to_health_s} s (${start_processor_s} of processors), ${at_start.rss_mb} and ${afterwards.rss_mb} MB`
    })
    .map((line) => `- ${line}`)
    .join('\n')
  return [
    `To health, and resident memory then and after all requests:\n\n${started}\n\nDossiers, ms:\n`,
    formatTable(
      ['place', 'in memory, first', 'p50', 'p99', 'by position, first', 'p50', 'p99'],
      rows,
    ),
  ].join('\n')
}

function formatCosts({ builds, serving, parameters }: RehearsalResult): string {
  const build = builds.at(-1)!
  const parcels = parameters.counties * parameters.parcels
  const resident = sum(build.resident_pack_bytes)
  const costs: [name: string, unit: string, value: number][] = [
    ['everything built from nothing', 'hours of one processor', processorSeconds(build) / 3_600],
    ['a build, as it is served and stored', 'GB', sum(build.bytes) / 1e9],
    ['a home with one build, at its most', 'GB', build.peak_disk_bytes / 1e9],
    ['packs', 'GB', (build.bytes.packs ?? 0) / 1e9],
    ['of them in memory by position', 'GB', resident / 1e9],
    ['the file of addresses', 'GB', (build.pack_bytes.addresses ?? 0) / 1e9],
    ['the DuckDB file', 'GB', (build.bytes.duckdb ?? 0) / 1e9],
  ]
  const rows = costs.map(([name, unit, value]) => [
    `${name}, ${unit}`,
    number(value, 3),
    ...TARGETS.map((target) => number((value * target) / parcels)),
  ])
  const base = (serving.by_position.afterwards.rss_mb ?? 0) / 1e3 - resident / 1e9
  rows.push([
    `a replica by position, GB: ${number(base, 2)} and what is in memory`,
    number(base + resident / 1e9, 3),
    ...TARGETS.map((target) => number(base + (resident / 1e9 / parcels) * target)),
  ])
  const columns = [parcels, ...TARGETS].map((each) => `${number(each)} parcels`)
  return formatTable(['cost', ...columns], rows)
}

/** Of all processes that made a build: its own total is that of the last one, as its phases are. */
function processorSeconds({ by_step }: StagedBuild): number {
  return Object.values(by_step).reduce((total, { processor_s }) => total + processor_s, 0)
}

function sum(numbers: Readonly<Record<string, number>>): number {
  return Object.values(numbers).reduce((total, each) => total + each, 0)
}

function megabytes(bytes: number): string {
  return number(bytes / 1e6)
}

function number(value: number, decimals = value < 10 ? 2 : value < 100 ? 1 : 0): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: decimals })
}

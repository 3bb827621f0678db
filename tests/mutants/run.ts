// `npm run test:mutants`: changes the files that decide, one change at a time, and reports which
// change no test fails on. See README.md.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatSeconds } from '../../terminal/quantity.ts'
import { formatTable } from '../../terminal/table.ts'
import { terminalProgress } from '../../terminal/terminal-progress.ts'
import { readTree } from '../architecture/tree.ts'
import { wholeOption } from '../bench/results.ts'
import { Judging } from './judging.ts'
import { readImporters } from './judging-tests.ts'
import { Lane } from './lane-process.ts'
import { mutantKey } from './mutator.ts'
import {
  makeResults,
  readReasons,
  readResults,
  type Score,
  type Tried,
  writeResults,
} from './results.ts'
import { listTrials, sampleTrials } from './sample.ts'

const CHECKOUT = dirname(dirname(import.meta.dirname))
const USAGE = `npm run test:mutants -- [options]
  --count 300       mutants to try
  --seed 18         which ones: the same seed tries the same
  --all             every one
  --files FOLDER    only of deciding files in it; may be repeated
  --survivors       only those that results/<name>.json has; writes nothing
  --name score      results/<name>.json to write, or to read; with --files it is written where given
  --lanes N         tests at a time; as many as there are cores`

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '18' },
    all: { type: 'boolean', default: false },
    files: { type: 'string', multiple: true, default: [] },
    survivors: { type: 'boolean', default: false },
    name: { type: 'string' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const seed = wholeOption(values.seed, 'seed')
const name = values.name ?? 'score'
const recorded = readResults()
const tree = readTree(CHECKOUT)
const trials = listTrials(tree, readImporters(tree), values.files)
const sample = chooseTrials()
if (sample.length === 0) throw new Error(`these options select no mutant\n${USAGE}`)

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'plat-mutants-'))
// Tests run PostgreSQL as its own user, which must find its way through.
chmodSync(folder, 0o755)
const { workspaces } = JSON.parse(tree.get('package.json')!)
const lanes = Array.from(
  { length: Math.min(wholeOption(values.lanes, 'lanes'), sample.length) },
  (_, i) => new Lane(CHECKOUT, join(folder, String(i + 1)), workspaces),
)
const progress = terminalProgress()
process.on('exit', () => {
  for (const lane of lanes) lane.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(130))

const judging = new Judging(lanes, progress)
await judging.measure([...new Set(sample.flatMap(({ judges }) => judges))])
const tried = await judging.judge(sample)
progress.close()
report(tried)
process.exit(0)

function chooseTrials() {
  if (values.survivors) {
    const keys = new Set(recorded.get(name)?.survivors.map(mutantKey))
    return trials.filter(({ mutant }) => keys.has(mutantKey(mutant)))
  }
  return values.all ? trials : sampleTrials(trials, wholeOption(values.count, 'count'), seed)
}

function report(tried: readonly Tried[]): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const command = `npm run test:mutants -- ${process.argv.slice(2).join(' ')}`.trim()
  const run = { command, seed, seconds, left_out: judging.leftOut }
  const results = makeResults(tried, run, readReasons(recorded))
  const row = (title: string, { tried, caught, survived, percent }: Score) => [
    title,
    `${tried}`,
    `${caught}`,
    `${survived}`,
    `${percent} %`,
  ]
  console.log(
    formatTable(
      ['group', 'tried', 'caught', 'survived', 'score'],
      [
        ...Object.entries(results.groups).map(([title, score]) => row(title, score)),
        row('all', results.score),
      ],
    ),
  )
  console.log(
    `${trials.length} mutants of the deciding files, ${formatSeconds(seconds)}, seed ${seed}`,
  )
  const isWhole = values.files.length === 0 || values.name !== undefined
  if (isWhole && !values.survivors) console.log(`written: ${writeResults(name, results)}`)
}

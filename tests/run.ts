// The tests: `npm test`, `npm run test:long`, `npm run test:all`. First lint and types, then
// vitest. Arguments narrow the tests: `npm test -- layers/flood`. The last line is the tally,
// alone: `N passed, N failed` and `, N skipped` where there are any.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { longTestFiles } from './long-test-files.ts'
import { writeOrder } from './slowest-first.ts'
import { formatTally, type Outcome, readVitestReport } from './tally.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
import type { FileTime } from './time-reporter.ts'
import { formatTimes } from './times.ts'

const ROOT = dirname(import.meta.dirname)
/** Lint and types take seconds; this bounds a hang, not a slow machine. */
const CHECK_LIMIT_MS = 10 * 60_000
/** TypeScript is a Go program: its collector ran so often that it took a tenth of the work. */
const FEWER_COLLECTIONS = { GOGC: '400' }
const TESTS_LIMIT_MS = 120 * 60_000
/**
 * Buffers of a test are garbage at its end: given back to the system, and requested again, their
 * pages took a twenty-fifth of the work.
 */
const MEMORY_RETAINED = { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '4294967296' }
/** Node's cache of compiled code, which outlives the process that filled it on purpose. */
const CACHES = ['node-compile-cache']

const [kind, ...filters] = process.argv.slice(2)
if (kind !== 'ordinary' && kind !== 'long' && kind !== 'all')
  throw new Error(`the kind of test run must be ordinary, long or all, got "${kind}"`)

const startedAt = performance.now()
const outcomes: Outcome[] = []
const parts: { name: string; seconds: number }[] = []

/** Runs a check whose verdict is its exit code; its output goes straight through. */
async function check(name: string, script: string, args: string[]): Promise<void> {
  const code = await run(name, script, args, CHECK_LIMIT_MS, FEWER_COLLECTIONS)
  outcomes.push({ name, state: code === 0 ? 'passed' : 'failed' })
}

async function run(
  name: string,
  script: string,
  args: string[],
  limitMs: number,
  environment: Record<string, string> = {},
): Promise<number> {
  const beganAt = performance.now()
  console.log(`\n== ${name}`)
  const path = join(ROOT, 'node_modules', script)
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [path, ...args], { cwd: ROOT, stdio: 'inherit', env })
  const timeout = setTimeout(() => child.kill('SIGKILL'), limitMs)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => child.kill(signal))
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exit, signal) => {
      if (signal) console.log(`${name} was ended by ${signal}`)
      resolve(exit ?? 1)
    })
  })
  clearTimeout(timeout)
  const seconds = (performance.now() - beganAt) / 1000
  parts.push({ name, seconds })
  console.log(`-- ${name}: ${code === 0 ? 'ok' : `exit code ${code}`}, ${seconds.toFixed(1)} s`)
  return code
}

const types: Promise<void>[] = []
if (kind !== 'long') {
  await check('lint and format', '@biomejs/biome/bin/biome', ['ci'])
  // Each of its four checkers would load all types that its files mention: half of the work. With
  // one, the two run at once instead, beside the first tests: these wait a sixth of their time.
  for (const [name, project] of [
    ['types', '.'],
    ['types of the pages', 'web'],
  ])
    types.push(check(name, 'typescript/bin/tsc', ['-p', project, '--noEmit', '--checkers', '1']))
}

const long = longTestFiles(ROOT)
const report = join(ROOT, '.plat/tests.json')
const timesFile = join(ROOT, '.plat/test-times.json')
mkdirSync(dirname(report), { recursive: true })
for (const file of [report, timesFile]) rmSync(file, { force: true })
const temporary = makeTemporaryFolder(kind === 'ordinary')
const code = await run(
  'tests',
  'vitest/vitest.mjs',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--reporter=./tests/time-reporter.ts',
    ...(kind === 'ordinary' ? ['--exclude=**/*.long.test.ts'] : []),
    ...(kind === 'long' && filters.length === 0 ? long.map(({ path }) => path) : filters),
  ],
  TESTS_LIMIT_MS,
  {
    ...MEMORY_RETAINED,
    TMPDIR: temporary,
    PLAT_TEST_TIMES: timesFile,
    PLAT_TEST_LONG: kind === 'ordinary' ? '' : '1',
  },
)
await Promise.all(types)
outcomes.push(...readVitestReport(() => readFileSync(report, 'utf8'), code, ROOT))

const left = readdirSync(temporary).filter((name) => !CACHES.includes(name))
outcomes.push({
  name: `tests leave nothing in the temporary folder${left.length > 0 ? `: ${left.join(', ')}` : ''}`,
  state: left.length > 0 ? 'failed' : 'passed',
})
rmSync(temporary, { recursive: true, force: true })

const times = readTimes()
const { lines, hasFailed } = formatTally(outcomes)
console.log(`\n${formatTimes(parts, times, (performance.now() - startedAt) / 1000).join('\n')}`)
if (kind === 'ordinary' && filters.length === 0) {
  console.log('\nLeft to `npm run test:long`, whole or in full size:')
  for (const { path, isWhole } of long) console.log(`  ${path}${isWhole ? '' : ' (full size)'}`)
}
if (process.env.UPDATE_TEST_ORDER && filters.length === 0) writeOrder(times)
console.log(`\n${lines.join('\n')}`)
process.exitCode = hasFailed ? 1 : 0

function readTimes(): FileTime[] {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8'))
  } catch {
    // The run ended before its reporters: the tally states so.
    return []
  }
}

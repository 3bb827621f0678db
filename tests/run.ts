// `npm test`: lint, types, then the tests. Arguments narrow the tests: `npm test -- layers/flood`.
// The last line is the tally, alone: `N passed, N failed` and `, N skipped` where there are any.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatTally, type Outcome, readVitestReport } from './tally.ts'

const ROOT = dirname(import.meta.dirname)
/** Lint and types take seconds; this bounds a hang, not a slow machine. */
const CHECK_LIMIT_MS = 10 * 60_000
const TESTS_LIMIT_MS = 60 * 60_000

const outcomes: Outcome[] = []

/** Runs a check whose verdict is its exit code; its output goes straight through. */
async function check(name: string, script: string, args: string[]): Promise<void> {
  const code = await run(name, script, args, CHECK_LIMIT_MS)
  outcomes.push({ name, state: code === 0 ? 'passed' : 'failed' })
}

async function run(name: string, script: string, args: string[], limitMs: number): Promise<number> {
  const startedAt = performance.now()
  console.log(`\n== ${name}`)
  const path = join(ROOT, 'node_modules', script)
  const child = spawn(process.execPath, [path, ...args], { cwd: ROOT, stdio: 'inherit' })
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
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`-- ${name}: ${code === 0 ? 'ok' : `exit code ${code}`}, ${seconds} s`)
  return code
}

await check('lint and format', '@biomejs/biome/bin/biome', ['ci'])
await check('types', 'typescript/bin/tsc', ['-p', '.', '--noEmit'])
await check('types of the page', 'typescript/bin/tsc', ['-p', 'serve/web', '--noEmit'])

const report = join(ROOT, '.plat/tests.json')
mkdirSync(dirname(report), { recursive: true })
rmSync(report, { force: true })
const code = await run(
  'tests',
  'vitest/vitest.mjs',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  TESTS_LIMIT_MS,
)
outcomes.push(...readVitestReport(() => readFileSync(report, 'utf8'), code, ROOT))

const { lines, hasFailed } = formatTally(outcomes)
console.log(`\n${lines.join('\n')}`)
process.exitCode = hasFailed ? 1 : 0

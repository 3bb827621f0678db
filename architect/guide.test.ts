import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dispatch } from '../terminal/dispatch.ts'
import { SILENT } from '../terminal/progress.ts'
import { isLongRun } from '../tests/long-run.ts'
import { applyCommand } from './commands/apply.ts'
import { newCommand } from './commands/new.ts'
import { readCommand } from './commands/read.ts'
import { showCommand } from './commands/show.ts'
import { redoCommand, undoCommand } from './commands/undo.ts'
import { verifyCommand } from './commands/verify.ts'
import { viewCommand } from './commands/view.ts'

const COMMANDS = [
  newCommand,
  applyCommand,
  showCommand,
  readCommand,
  viewCommand,
  verifyCommand,
  undoCommand,
  redoCommand,
]
const folder = mkdtempSync(join(tmpdir(), 'architect-guide-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Call {
  /** Arguments in the guide, after `plat-architect`. */
  line: string
  /** Output in the guide; `...` matches any text. */
  printed: string
}

/** The calls of the guide's blocks, in order, each with the lines under it. */
function callsOf(guide: string): Call[] {
  const blocks = guide.split(/^```.*$/m).filter((_, index) => index % 2 === 1)
  return blocks.flatMap((block) =>
    block
      .split(/^\$ plat-architect /m)
      .slice(1)
      .map((call) => {
        const end = call.indexOf('\n')
        return { line: call.slice(0, end), printed: call.slice(end + 1).trimEnd() }
      }),
  )
}

const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => {
    return single ?? double ?? bare
  })

/** Files of the guide are written to a temporary folder. */
const placed = (word: string): string =>
  /^[\w-]+\.(json|png|pdf|svg)$/.test(word) ? join(folder, word) : word

function patternOf(printed: string): RegExp {
  const parts = printed.split('...').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*')}$`)
}

/**
 * Calls of the long run alone: the example, whose calls `examples/examples.test.ts` makes too, and
 * views that take seconds.
 */
const LONG = /house\.json|flat\.png|section\.svg/

test('the commands of the guide print the output in the guide', async () => {
  const calls = callsOf(readFileSync(join(import.meta.dirname, 'GUIDE.md'), 'utf8'))
  expect(calls.length).toBeGreaterThan(12)
  for (const { line, printed } of calls) {
    if (!isLongRun && LONG.test(line)) continue
    const out: string[] = []
    await dispatch(COMMANDS, argumentsOf(line).map(placed), {
      program: 'plat-architect',
      out: { progress: SILENT, print: (text) => void out.push(text) },
      printError: (text) => void out.push(text),
    })
    const output = out.join('\n').replaceAll(`${folder}/`, '')
    expect(output, `plat-architect ${line}`).toMatch(patternOf(printed))
  }
}, 120_000)

import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import {
  type Command,
  type CommandArguments,
  type CommandOutput,
  UsageError,
} from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { type CallAnswer, type NumberedCall, runCalls } from '../operations/calls/run-calls.ts'
import { isRefused } from '../operations/draft-answer.ts'
import type { Severity } from '../scene/issue.ts'
import { formatAnswer, formatIssue, formatRefusal } from './answer-format.ts'
import { parseArguments } from './json-arguments.ts'
import { OPERATIONS_CHARACTERS_MAX, readOperationLines } from './operation-lines.ts'
import { changeScene } from './scene-on-disk.ts'

export const applyCommand: Command = {
  name: 'apply',
  summary: 'Edit a scene: one call, or a file of calls',
  usage: "apply <file> <tool> '<json>' | apply <file> --operations <calls.ndjson> [options]",
  options: {
    operations: {
      type: 'string',
      value: 'path',
      help: 'one call per line; - reads standard input',
    },
    atomic: { type: 'boolean', help: 'write nothing when one of the calls is refused' },
    'operation-id': {
      type: 'string',
      value: 'id',
      help: 'id of a single call: a repeat edits nothing',
    },
    'expected-version': {
      type: 'string',
      value: 'n',
      help: 'refuse when the scene has another version',
    },
    json: { type: 'boolean', help: 'answers as JSON, one per line' },
  },
  examples: [
    `plat-architect apply house.json create_wall '{"start": [0, 0], "end": [4, 0]}'`,
    `plat-architect apply house.json create_wall '{"start": [0, 0], "end": [14, 0], "unit": "ft"}'`,
    'plat-architect apply house.json --operations calls.ndjson --atomic',
  ],
  async run(args, out) {
    const { positionals, values } = args
    const isFile = values.operations !== undefined
    if (isFile ? positionals.length !== 1 : positionals.length < 2 || positionals.length > 3)
      throw new UsageError(
        'Give a scene file and a tool with its arguments, as in \'{"wallId": "wall_3"}\', or --operations.',
      )
    return isFile ? await applyFile(args, out) : await applyOne(args, out)
  },
}

async function applyOne({ positionals, values }: CommandArguments, out: CommandOutput) {
  const [file, tool, source = '{}'] = positionals
  const expected = values['expected-version']
  if (expected !== undefined && !/^\d{1,9}$/.test(`${expected}`))
    throw new UsageError(`--expected-version must be a whole number, got ${expected}.`)
  const given = parseArguments(source)
  const { answer, note } = await changeScene(file, 'apply', (draft, note) => ({
    answer: draft.apply(tool, given, {
      ...(values['operation-id'] === undefined ? {} : { operationId: `${values['operation-id']}` }),
      ...(expected === undefined ? {} : { expectedVersion: Number(expected) }),
    }),
    note,
  }))
  if (note) out.progress.note(note)
  if (values.json) out.print(JSON.stringify(answer))
  else if (isRefused(answer)) out.print(`${tool} is refused: ${formatRefusal(answer)}`)
  else out.print(formatAnswer(tool, answer))
  return isRefused(answer) ? 1 : 0
}

/** Thrown so that nothing is written, with the answers up to the refused call. */
class RefusedRun extends Error {
  readonly answers: CallAnswer[]
  constructor(answers: CallAnswer[]) {
    super('one of the calls is refused')
    this.answers = answers
  }
}

async function applyFile({ positionals, values }: CommandArguments, out: CommandOutput) {
  const [file] = positionals
  if (values['operation-id'] !== undefined || values['expected-version'] !== undefined)
    throw new UsageError(
      '--operation-id and --expected-version are for a single call, not for a file of calls.',
    )
  const lines = await readLines(`${values.operations}`)
  let isWritten = true
  const answers = await changeScene(file, 'apply', (draft, note) => {
    if (note) out.progress.note(note)
    const answers = runCalls(draft, lines)
    if (values.atomic && endsRefused(answers)) throw new RefusedRun(answers)
    return answers
  }).catch((error) => {
    if (!(error instanceof RefusedRun)) throw error
    isWritten = false
    return error.answers
  })
  const hasStopped = endsRefused(answers)
  if (values.json) {
    for (const each of answers) out.print(JSON.stringify(each))
    const done = isWritten ? answers.length - (hasStopped ? 1 : 0) : 0
    out.print(JSON.stringify({ calls: lines.length, done, ok: !hasStopped }))
  } else out.print(formatRun(answers, lines.length, isWritten))
  return hasStopped ? 1 : 0
}

function endsRefused(answers: CallAnswer[]): boolean {
  const last = answers.at(-1)
  return last !== undefined && isRefused(last.answer)
}

async function readLines(path: string): Promise<NumberedCall[]> {
  const source =
    path === '-'
      ? await textOf(process.stdin)
      : await readFile(path, 'utf8').catch((cause) => {
          throw new StepError(
            'apply',
            path,
            'cannot be read',
            'Give the path of a file of calls.',
            { cause },
          )
        })
  if (source.length > OPERATIONS_CHARACTERS_MAX)
    throw new StepError(
      'apply',
      path,
      `is longer than ${OPERATIONS_CHARACTERS_MAX} characters`,
      'Split it.',
    )
  return readOperationLines(source)
}

/** Issues of severity info are only in `--json`: a house has hundreds of them. */
const IS_LISTED: Record<Severity, boolean> = { info: false, warning: true, error: true }

/** Formats one line per call, and at the end how many calls were made. */
function formatRun(answers: CallAnswer[], count: number, isWritten: boolean): string {
  const lines = answers.flatMap(({ line, tool, as, answer }) => {
    const head = `${String(line).padStart(4)}  ${tool}${as ? ` as ${as}` : ''}`
    if (isRefused(answer)) return [`${head} is refused: ${formatRefusal(answer)}`]
    const { created, updated, deleted } = answer.changes
    return [
      `${head}: ${created.length} created, ${updated.length} changed, ${deleted.length} deleted`,
      ...answer.issues
        .filter(({ severity }) => IS_LISTED[severity])
        .map((issue) => `      ${formatIssue(issue)}`),
    ]
  })
  if (!endsRefused(answers)) return [...lines, `All ${count} calls are done.`].join('\n')
  const before = `${answers.length - 1} of ${count} calls were made`
  const end = isWritten ? `${before} and saved.` : `${before}, and nothing was written (--atomic).`
  return [...lines, end].join('\n')
}

import { setImmediate as others } from 'node:timers/promises'
import { answersOf, type CallAnswer } from '../operations/calls/run-calls.ts'
import { Draft } from '../operations/draft.ts'
import {
  type Changes,
  changesOf,
  differenceOf,
  isRefused,
  type Success,
} from '../operations/draft-answer.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { ArchitectError } from './architect-error.ts'
import { UNIT_MS_MAX } from './project-limits.ts'

/** One operation of a request. */
export interface RequestedOperation {
  tool: string
  arguments: Record<string, unknown>
  /** A name for the answer, for references in later operations. */
  as?: string
}

export interface AppliedUnit {
  scene: Scene
  answers: ({ tool: string } & Record<string, unknown>)[]
  /** Of all operations together. */
  changes: Changes
  issues: Issue[]
}

/**
 * Makes all operations on a scene, and lets other requests go on between two of them. Throws the
 * refusal of the first that does not fit, with its index, and `limit_exceeded` for a unit that
 * takes too long; then nothing counts.
 */
export async function applyUnit(
  scene: Scene,
  operations: readonly RequestedOperation[],
  ms_max = UNIT_MS_MAX,
): Promise<AppliedUnit> {
  const draft = new Draft(scene)
  const answers = await answersWithin(draft, operations, ms_max)
  const last = answers.at(-1)
  if (last && isRefused(last.answer)) {
    const { code, message, param, ...fields } = last.answer.error
    const own = param === undefined ? [] : param === 'tool' ? ['tool'] : ['arguments', param]
    const path = ['operations', last.line, ...own].join('.')
    throw new ArchitectError(code, message, {
      param: path,
      fields: { ...fields, index: last.line },
    })
  }
  const done = answers.map(({ tool, answer }) => {
    const { ok: _, draftVersion: __, ...own } = answer as Success
    return { tool, ...own }
  })
  return {
    scene: draft.scene,
    answers: done,
    changes: changesOf(differenceOf(scene.nodes, draft.scene.nodes)),
    issues: answers.flatMap(({ answer }) => (answer as Success).issues),
  }
}

async function answersWithin(
  draft: Draft,
  operations: readonly RequestedOperation[],
  ms_max: number,
): Promise<CallAnswer[]> {
  const calls = operations.map((operation, index) => ({ line: index, ...operation }))
  const made = answersOf(draft, calls)
  const answers: CallAnswer[] = []
  let spent_ms = 0
  for (;;) {
    const from = performance.now()
    const { value, done } = made.next()
    if (done) return answers
    spent_ms += performance.now() - from
    answers.push(value)
    if (spent_ms > ms_max && answers.length < operations.length)
      throw new ArchitectError(
        'limit_exceeded',
        `The first ${answers.length} of ${operations.length} operations took longer than ${ms_max / 1000} s: nothing ran. Send fewer at a time.`,
        { param: 'operations', fields: { limit: ms_max / 1000 } },
      )
    await others()
  }
}

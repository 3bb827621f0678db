import { runCalls } from '../operations/calls/run-calls.ts'
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
 * Makes all operations on a scene. Throws the refusal of the first that does not fit, with its
 * index; then nothing counts.
 */
export function applyUnit(scene: Scene, operations: readonly RequestedOperation[]): AppliedUnit {
  const draft = new Draft(scene)
  const calls = operations.map((operation, index) => ({ line: index, ...operation }))
  const answers = runCalls(draft, calls)
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

import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import { isRefused } from './draft-answer.ts'

/** Fixes of one verification that are tried; the issues after them are told without one. */
export const ISSUE_FIXES_MAX = 64

/**
 * The issues of a scene with those fixes only that are not refused, found by making each on the side:
 * a check knows what is amiss, and only the edit itself whether it fits.
 */
export function withWorkingFixes(scene: Scene, issues: readonly Issue[]): Issue[] {
  let tries = 0
  return issues.map((issue) => {
    const { fix, ...rest } = issue
    if (!fix || (++tries <= ISSUE_FIXES_MAX && works(scene, fix))) return issue
    return rest
  })
}

function works(scene: Scene, { tool, arguments: given }: NonNullable<Issue['fix']>): boolean {
  const draft = new Draft(scene)
  return !isRefused(draft.apply(tool, given)) && draft.version > 0
}

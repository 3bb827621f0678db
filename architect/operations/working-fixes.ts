import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import { isRefused } from './draft-answer.ts'

/** Most fixes of one verification that are tried; further issues are listed without a fix. */
const ISSUE_FIXES_MAX = 64

/**
 * The issues of a scene, without the fixes that would be refused. Each fix is tried on a draft of
 * its own: a check finds the fault, but only the edit can decide whether its fix fits.
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

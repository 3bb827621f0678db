import { isFailure, runRead } from '../reads/run-read.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'

/** Findings that are given back to the model. */
const FINDINGS_MAX = 20

/**
 * Errors of the building that it did not have before, as JSON; null without one. A building with
 * more faults than could be listed may be worse than before without a new finding.
 */
export function newFindings(before: Scene, after: Scene): string | null {
  const known = new Set(errorsOf(before).map(keyOf))
  const found = errorsOf(after).filter((each) => !known.has(keyOf(each)))
  if (found.length === 0) return null
  const more = found.length - FINDINGS_MAX
  return JSON.stringify({
    issues: found.slice(0, FINDINGS_MAX),
    ...(more > 0 && { notListed: more }),
  })
}

function errorsOf(scene: Scene): Issue[] {
  const answer = runRead(scene, 'verify_scene', { minSeverity: 'error' }, { isWhole: true })
  return isFailure(answer) ? [] : (answer.issues as Issue[])
}

const keyOf = ({ code, nodeIds }: Issue): string => JSON.stringify([code, [...nodeIds].sort()])

import { levelFrames } from '../kernel/levels.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import type { Rule, Severity } from './rule.ts'
import { RULES } from './rules/index.ts'
import { validateScene } from './validate.ts'

export interface Verification {
  /** Whether no issue is an error, of all that was checked: a filter by severity changes nothing. */
  ok: boolean
  /** Of all issues that were found, whether listed or not. */
  counts: Record<Severity, number>
  /** The severest first, then by code and place in the scene. */
  issues: Issue[]
  /** The codes that were looked for: not all of them where asked so, or where the scene is invalid. */
  checksRun: string[]
  /** Of the scene that this is about; made when it is read first. */
  readonly graphHash: string
}

export interface VerifyOptions {
  /** One level only. What makes the scene invalid is told of all of it. */
  levelId?: string
  /** Codes, or subjects: `door.blocked`, `door`. */
  checks?: string[]
  minSeverity?: Severity
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 }
/** Issues of one rule: more of a kind are not read, and one more says that there are more. */
export const ISSUES_OF_RULE_MAX = 500

/**
 * Whether the building is as a building should be. A scene that cannot be kept at all is told why,
 * and nothing else is looked for: what would follow from a broken shape is a guess.
 */
export function verifyScene(scene: Scene, options: VerifyOptions = {}): Verification {
  const { levelId, checks, minSeverity = 'info' } = options
  const { valid, errors } = validateScene(scene)
  const rules = valid ? RULES.filter((rule) => isAsked(rule, checks)) : []
  const levels = [...(valid ? levelFrames(scene).values() : [])].filter(
    ({ id }) => levelId === undefined || id === levelId,
  )
  const found: Issue[] = errors.map(({ code, nodeId, message }) => ({
    code,
    severity: 'error',
    nodeIds: nodeId ? [nodeId] : [],
    message,
  }))
  for (const rule of rules) found.push(...issuesOf(rule, scene, levels, checks))
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  for (const { severity } of found) counts[severity]++
  return {
    ok: counts.error === 0,
    counts,
    issues: found
      .filter(({ severity }) => RANK[severity] <= RANK[minSeverity])
      .sort((a, b) => RANK[a.severity] - RANK[b.severity] || compare(a.code, b.code)),
    checksRun: ['valid', ...rules.flatMap((rule) => codesOf(rule, checks))],
    get graphHash() {
      return sceneHash(scene)
    },
  }
}

function issuesOf(rule: Rule, scene: Scene, levels: Parameters<Rule['run']>[1], checks?: string[]) {
  const asked = new Set(codesOf(rule, checks))
  const issues: Issue[] = []
  for (const finding of rule.run(scene, levels)) {
    const { code, ...rest } = finding
    if (!asked.has(code)) continue
    issues.push({ code, severity: rule.codes[code], ...rest })
    if (issues.length < ISSUES_OF_RULE_MAX) continue
    const message = `There may be more than these ${ISSUES_OF_RULE_MAX}; the rest was not looked for.`
    issues.push({ code, severity: rule.codes[code], nodeIds: [], message })
    break
  }
  return issues
}

const isAsked = (rule: Rule, checks?: string[]) => codesOf(rule, checks).length > 0

const codesOf = (rule: Rule, checks?: string[]) =>
  Object.keys(rule.codes).filter(
    (code) => !checks || checks.some((asked) => code === asked || code.startsWith(`${asked}.`)),
  )

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

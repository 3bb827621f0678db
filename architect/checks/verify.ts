import { levelFrames } from '../kernel/levels.ts'
import type { Issue, Severity } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import type { Rule } from './rule.ts'
import { RULES } from './rules/index.ts'
import { validateScene } from './validate.ts'

export interface Verification {
  /** True where no issue is an error; a filter by severity changes nothing. */
  ok: boolean
  /** Counts of all issues found, whether listed or not. */
  counts: Record<Severity, number>
  /** The severest first, then by code and place in the scene. */
  issues: Issue[]
  /** The checked codes: fewer where the request or an invalid scene limits them. */
  checksRun: string[]
  /** Hash of the verified scene, computed on first use. */
  readonly graphHash: string
}

export interface VerifyOptions {
  /** One level only; faults that make the scene invalid are reported for all levels. */
  levelId?: string
  /** One or more of `CHECK_NAMES`: codes, or subjects (`door.blocked`, `door`). */
  checks?: string[]
  minSeverity?: Severity
}

/** The check that always runs: without it no other has a meaning. */
const VALID = 'valid'
const CODES = RULES.flatMap(({ codes }) => Object.keys(codes))
/** Subjects of checks, such as `door`. */
export const CHECK_SUBJECTS = [VALID, ...new Set(CODES.map((code) => code.split('.')[0]))]
/** What `checks` may name: subjects, then codes. */
export const CHECK_NAMES: readonly string[] = [...CHECK_SUBJECTS, ...CODES]

/** Codes of the checks whose issues are errors: what only they take is a part of a whole check. */
export const ERROR_CODES: readonly string[] = [
  VALID,
  ...RULES.flatMap(({ codes }) => Object.keys(codes).filter((code) => codes[code] === 'error')),
]

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 }
/** Issues of one rule; past them the rule stops, and one more issue states it. */
const ISSUES_OF_RULE_MAX = 500

/**
 * Checks whether the building makes sense. For an invalid scene only its faults are reported: what
 * would follow from a broken shape is a guess. Throws for `checks` that are not in `CHECK_NAMES` or
 * that are empty: an answer of nothing would look like that of a sound building.
 */
export function verifyScene(scene: Scene, options: VerifyOptions = {}): Verification {
  const { levelId, checks, minSeverity = 'info' } = options
  if (checks && (checks.length === 0 || checks.some((check) => !CHECK_NAMES.includes(check))))
    throw new Error(`checks must be names of checks, got ${JSON.stringify(checks)}`)
  const { valid, errors } = validateScene(scene)
  const rules = valid ? RULES.filter((rule) => isRequested(rule, checks)) : []
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
    checksRun: [VALID, ...rules.flatMap((rule) => codesOf(rule, checks))],
    get graphHash() {
      return sceneHash(scene)
    },
  }
}

function issuesOf(rule: Rule, scene: Scene, levels: Parameters<Rule['run']>[1], checks?: string[]) {
  const requested = new Set(codesOf(rule, checks))
  const issues: Issue[] = []
  for (const finding of rule.run(scene, levels)) {
    const { code, ...rest } = finding
    if (!requested.has(code)) continue
    issues.push({ code, severity: rule.codes[code], ...rest })
    if (issues.length < ISSUES_OF_RULE_MAX) continue
    const message = `There may be more than these ${ISSUES_OF_RULE_MAX}; the rest was not looked for.`
    issues.push({ code, severity: rule.codes[code], nodeIds: [], message })
    break
  }
  return issues
}

const isRequested = (rule: Rule, checks?: string[]) => codesOf(rule, checks).length > 0

const codesOf = (rule: Rule, checks?: string[]) =>
  Object.keys(rule.codes).filter(
    (code) => !checks || checks.some((check) => code === check || code.startsWith(`${check}.`)),
  )

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

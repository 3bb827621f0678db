import { Solver, Strength } from '@lume/kiwi'
import { constraintOf, type Rule } from './requirements.ts'

/**
 * The smallest set of rules that cannot hold together: without any one of them the others can.
 * Each round adds the rules until one fails; that one is in the conflict, and is added first in the
 * next round. The rounds are at most as many as the rules. Empty where all of them hold.
 */
export function findConflict(rules: readonly Rule[]): Rule[] {
  const conflict: Rule[] = []
  while (conflict.length <= rules.length) {
    const others = rules.filter((rule) => !conflict.includes(rule))
    const failing = firstFailing([...conflict, ...others])
    // Those of the conflict alone fail: it is complete.
    if (failing === null || conflict.includes(failing)) break
    conflict.unshift(failing)
  }
  return rules.filter((rule) => conflict.includes(rule))
}

/** The first rule that cannot hold together with those before it; null where all hold. */
export function firstFailing(rules: readonly Rule[]): Rule | null {
  const solver = new Solver()
  for (const rule of rules) if (!addRule(solver, rule)) return rule
  return null
}

/** Adds a rule that must hold. False where it cannot hold together with the others. */
export function addRule(solver: Solver, rule: Rule): boolean {
  try {
    solver.addConstraint(constraintOf(rule, Strength.required))
    return true
  } catch (error) {
    if (error instanceof Error && error.message === 'unsatisfiable constraint') return false
    throw error
  }
}

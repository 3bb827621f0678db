import { Constraint, Expression, Operator, Solver, Strength, Variable } from '@lume/kiwi'
import { assertProblem, type DimensionProblem } from './dimension-problem.ts'
import { addRule, findConflict } from './find-conflict.ts'
import { constraintOf, formatMetres, type Requirement, type Rule, rulesOf } from './requirements.ts'

/** A line that moves, and by how much, in metres; positive in the direction of rising positions. */
export interface LineMove {
  id: string
  label: string
  by: number
}

export interface DimensionSolution {
  isSolved: true
  moved: LineMove[]
  /** Ids of the lines that stand still. */
  stood: string[]
  /** Sentences without full stops: what moves by how much, and what stands still. */
  account: string[]
}

export interface DimensionConflict {
  isSolved: false
  /** The smallest set of requirements that cannot hold together, targets first. */
  conflict: Requirement[]
  /** The conflict in one sentence with its figures. */
  reason: string
  /**
   * By ids of lines and spans with targets: the position or clear width nearest to the target with
   * which everything else holds. Null where there is none.
   */
  nearest: Map<string, number> | null
}

/** Smaller moves are rounding, in metres: half a step of the grid of scenes. */
const STILL_M = 5e-5
/** A metre by which a target is missed costs more than any move. */
const NEAREST = Strength.strong

/**
 * Moves lines so that every requirement holds and the sum of the weighted changes is the least: a
 * linear program (decision 038). Of equally good solutions the same one is returned every time.
 * Throws a RangeError for a problem that is not one (`assertProblem`).
 */
export function solveDimensions(problem: DimensionProblem): DimensionSolution | DimensionConflict {
  assertProblem(problem)
  const moves = new Map(problem.lines.map(({ id }) => [id, new Variable()]))
  const rules = rulesOf(problem, moves)
  const solver = leastChange(problem, moves, rules)
  if (solver) {
    solver.updateVariables()
    return solutionOf(problem, moves)
  }
  const conflict = findConflict(rules).map(
    ({ kind, of, metres, text }): Requirement => ({ kind, of, metres, text }),
  )
  const texts = conflict.map(({ text }) => text)
  const listed = [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(' and ')
  return {
    isSolved: false,
    conflict,
    reason: `${upperFirst(listed)}: not all of this is possible.`,
    nearest: nearestOf(problem, moves, rules),
  }
}

/** A solver with all rules and the costs of changes; null where the rules cannot all hold. */
function leastChange(
  { lines, spans }: DimensionProblem,
  moves: ReadonlyMap<string, Variable>,
  rules: readonly Rule[],
): Solver | null {
  const solver = new Solver()
  for (const rule of rules) if (!addRule(solver, rule)) return null
  for (const { id, weight = 1 } of lines)
    if (weight > 0)
      solver.addConstraint(
        new Constraint(moves.get(id)!, Operator.Eq, 0, Strength.create(0, 0, 1, weight)),
      )
  for (const { from, to, weight = 0 } of spans)
    if (weight > 0)
      solver.addConstraint(
        new Constraint(
          new Expression(moves.get(to)!, [-1, moves.get(from)!]),
          Operator.Eq,
          0,
          Strength.create(0, 0, 1, weight),
        ),
      )
  return solver
}

function solutionOf(
  { lines }: DimensionProblem,
  moves: ReadonlyMap<string, Variable>,
): DimensionSolution {
  const moved = lines.flatMap(({ id, label }): LineMove[] => {
    const by = moves.get(id)!.value()
    return Math.abs(by) > STILL_M ? [{ id, label, by }] : []
  })
  const isMoved = new Set(moved.map(({ id }) => id))
  const still = lines.filter(({ id }) => !isMoved.has(id))
  return {
    isSolved: true,
    moved,
    stood: still.map(({ id }) => id),
    account: [
      ...moved.map(({ label, by }) => `${label} moves by ${formatMetres(Math.abs(by))}`),
      `${still.length} of ${lines.length} lines stand still`,
    ],
  }
}

/** The values nearest to the targets with which all other rules hold. */
function nearestOf(
  problem: DimensionProblem,
  moves: ReadonlyMap<string, Variable>,
  rules: readonly Rule[],
): Map<string, number> | null {
  const targets = rules.filter(({ kind }) => kind === 'target')
  const solver = leastChange(
    problem,
    moves,
    rules.filter(({ kind }) => kind !== 'target'),
  )
  if (!solver) return null
  for (const target of targets) solver.addConstraint(constraintOf(target, NEAREST))
  solver.updateVariables()
  return new Map(targets.map(({ of, metres, move, by }) => [of, metres + move.value() - by]))
}

const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

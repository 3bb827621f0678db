import { Constraint, Expression, Operator, type Variable } from '@lume/kiwi'
import type { DimensionLine, DimensionProblem, DimensionSpan } from './dimension-problem.ts'

/** Something that a solution must meet, or a part of the reason why there is none. */
export interface Requirement {
  kind: 'target' | 'standing' | 'fixed' | 'minimum' | 'maximum'
  /** Id of the line or span that it is about. */
  of: string
  /** The required position or clear width, in metres. */
  metres: number
  /** `Hall must stay 1.2 m wide or more`, without a full stop. */
  text: string
}

/** A requirement as an equation or inequality of the moves of lines. */
export interface Rule extends Requirement {
  move: Expression
  operator: Operator
  /** The right-hand side, in metres. */
  by: number
}

/** All rules of a problem: targets first, so that a conflict is named by what was requested. */
export function rulesOf(
  { lines, spans }: DimensionProblem,
  moves: ReadonlyMap<string, Variable>,
): Rule[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const rules = [
    ...lines.flatMap((line) => lineRules(line, moves.get(line.id)!)),
    ...spans.flatMap((span) => {
      const [from, to] = [byId.get(span.from)!, byId.get(span.to)!]
      return spanRules(
        span,
        new Expression(moves.get(to.id)!, [-1, moves.get(from.id)!]),
        to.at - from.at - span.taken,
      )
    }),
  ]
  const order = ['target', 'standing', 'fixed', 'minimum', 'maximum']
  return rules.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

function lineRules({ id, label, at, target, fixed }: DimensionLine, move: Variable): Rule[] {
  const rules: Rule[] = []
  const rule = (kind: Requirement['kind'], metres: number, text: string) =>
    rules.push({
      kind,
      of: id,
      metres,
      text,
      move: new Expression(move),
      operator: Operator.Eq,
      by: metres - at,
    })
  if (target !== undefined)
    rule('target', target, `${label} moves by ${formatMetres(Math.abs(target - at))}`)
  if (fixed !== undefined) rule('fixed', at, `${label} ${fixed}`)
  return rules
}

function spanRules(
  { id, label, minimum, maximum, target, isStanding }: DimensionSpan,
  move: Expression,
  width: number,
): Rule[] {
  const rules: Rule[] = []
  const rule = (kind: Requirement['kind'], operator: Operator, metres: number, text: string) =>
    rules.push({ kind, of: id, metres, text, move, operator, by: metres - width })
  if (target !== undefined)
    rule('target', Operator.Eq, target, `${label} is to be ${formatMetres(target)} wide`)
  if (isStanding) rule('standing', Operator.Eq, width, `${label} keeps its ${formatMetres(width)}`)
  if (minimum !== undefined)
    rule('minimum', Operator.Ge, minimum, `${label} needs ${formatMetres(minimum)} or more`)
  if (maximum !== undefined)
    rule('maximum', Operator.Le, maximum, `${label} may have ${formatMetres(maximum)} at most`)
  return rules
}

/** The rule as a constraint; `strength` as kiwi counts it, `required` where it must hold. */
export const constraintOf = ({ move, operator, by }: Rule, strength: number): Constraint =>
  new Constraint(move, operator, by, strength)

/** A length in a sentence: `1.2 m`. */
export const formatMetres = (metres: number): string => `${Number(metres.toFixed(3)) + 0} m`

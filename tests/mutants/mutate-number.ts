import { type Edit, fieldOf, type Node, nameOf, replace } from './tree-node.ts'

/** Up to this a whole number is a count, and the numbers next to it are the nearest mistakes. */
const COUNT_MAX = 10
/** Below this a number is a tolerance for rounding: half of it changes nothing that shows. */
const ROUNDING_MAX = 1e-5

/** Numeric constants: one more, one less and none of a count, twice and half of any other. */
export function mutateNumber(node: Node, parents: readonly Node[]): Edit[] {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return []
  const { value } = node
  const parent = parents.at(-1)
  // The 1 of `at(-1)` and the 0 of `[0]` are places in a list, not constants.
  if (parent?.type === 'MemberExpression') return []
  if (
    parent?.type === 'UnaryExpression' &&
    nameOf(fieldOf(parents.at(-2) ?? null, 'callee')) === 'at'
  )
    return []
  return numbersNear(value).map((each) => replace(node, written(each)))
}

function numbersNear(value: number): number[] {
  if (value === 0) return [1]
  if (Number.isInteger(value) && value <= COUNT_MAX) return [...new Set([value + 1, value - 1, 0])]
  if (value < ROUNDING_MAX) return [value * 1000]
  return [value * 2, value / 2]
}

function written(value: number): string {
  return String(Number(value.toPrecision(12)))
}

import { type Edit, fieldOf, listOf, type Node, replace } from './tree-node.ts'

const NOTHING = 'void 0;'
const REMOVED = new Set([
  'CallExpression',
  'AwaitExpression',
  'AssignmentExpression',
  'YieldExpression',
])
const EARLY = new Set(['ReturnStatement', 'ContinueStatement', 'ThrowStatement', 'BreakStatement'])

/** Gates, findings, assignments and early ends that are left out. What cleans up stays. */
export function mutateStatement(node: Node, parents: readonly Node[]): Edit[] {
  if (parents.some((each, i) => each.finalizer && each.finalizer === parents[i + 1])) return []
  const isCall =
    node.type === 'ExpressionStatement' && REMOVED.has(fieldOf(node, 'expression')?.type ?? '')
  return isCall || isEarlyEnd(node, parents) ? [replace(node, NOTHING)] : []
}

/** A `return` under an `if`, alone or as the last statement of its block. */
function isEarlyEnd(node: Node, parents: readonly Node[]): boolean {
  if (!EARLY.has(node.type)) return false
  const [above, parent] = parents.slice(-2)
  if (parent.type === 'IfStatement') return true
  return (
    parent.type === 'BlockStatement' &&
    above.type === 'IfStatement' &&
    listOf(parent, 'body').at(-1) === node
  )
}

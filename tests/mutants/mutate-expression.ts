import { type Edit, fieldOf, listOf, type Node, nameOf, replace } from './tree-node.ts'

const TURNED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
  '*': '/',
  '/': '*',
  '-': '+',
}
/** Words of closed lists: statuses of sections, severities, states of a circuit. */
const WORDS: Record<string, string> = {
  available: 'empty',
  empty: 'not_available',
  not_covered: 'empty',
  not_available: 'empty',
  error: 'warning',
  warning: 'error',
  open: 'closed',
  closed: 'open',
  half_open: 'open',
}
const CALLEES: Record<string, string> = {
  'Math.min': 'max',
  'Math.max': 'min',
  some: 'every',
  every: 'some',
}
/** Longer lists are tables of names: one element of them is not a decision. */
const ELEMENTS_MAX = 40
const POINT_PARTS_MAX = 4
/** Options of calls into Node, which decide nothing. */
const OPTIONS = new Set(['force', 'recursive', 'withFileTypes'])

/** Comparisons, conditions, booleans, words of closed lists, defaults and elements of lists. */
export function mutateExpression(node: Node, parents: readonly Node[], text: string): Edit[] {
  const parent = parents.at(-1)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return turned(node, text)
    case 'UnaryExpression':
      return node.operator === '!' ? [replace(node, textOf(fieldOf(node, 'argument')!, text))] : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return negated(fieldOf(node, 'test')!, text)
    case 'Literal':
      return [...flipped(node, parent), ...otherWord(node, parent)]
    case 'CallExpression':
      return otherCallee(node)
    case 'ArrayExpression':
      return shortened(node, text)
    default:
      return []
  }
}

/** `!(test)`, where turning its own operator or leaving its `!` out is not the same. */
function negated(test: Node, text: string): Edit[] {
  const isTurned = test.type === 'BinaryExpression' && /^[!=]==?$/.test(String(test.operator))
  const isNegated = test.type === 'UnaryExpression' && test.operator === '!'
  return isTurned || isNegated ? [] : [replace(test, `!(${textOf(test, text)})`)]
}

function turned(node: Node, text: string): Edit[] {
  const [left, right] = [fieldOf(node, 'left')!, fieldOf(node, 'right')!]
  const operator = String(node.operator)
  // `a ?? b` without its default.
  if (operator === '??') return [replace(node, textOf(left, text))]
  const after = TURNED[operator]
  if (!after) return []
  // Between the operands stand the operator, blanks and parentheses; never another operator.
  const at = left.end + text.slice(left.end, right.start).indexOf(operator)
  return [{ start: at, end: at + operator.length, after }]
}

function flipped(node: Node, parent?: Node): Edit[] {
  if (typeof node.value !== 'boolean' || OPTIONS.has(nameOf(fieldOf(parent ?? null, 'key'))))
    return []
  return [replace(node, String(!node.value))]
}

function otherWord(node: Node, parent?: Node): Edit[] {
  const word = typeof node.value === 'string' && WORDS[node.value]
  // In a list of them it is left out instead.
  return word && parent?.type !== 'ArrayExpression' ? [replace(node, `'${word}'`)] : []
}

function otherCallee(node: Node): Edit[] {
  const callee = fieldOf(node, 'callee')
  if (callee?.type !== 'MemberExpression') return []
  const [object, name] = [nameOf(fieldOf(callee, 'object')), nameOf(callee)]
  const other = CALLEES[object === 'Math' ? `Math.${name}` : name]
  return other ? [replace(fieldOf(callee, 'property')!, other)] : []
}

/** The list without each of its elements; not of a point or a box, whose parts belong together. */
function shortened(node: Node, text: string): Edit[] {
  const elements = listOf(node, 'elements')
  const isPoint =
    elements.length > 1 && elements.length <= POINT_PARTS_MAX && elements.every(isPart)
  if (isPoint || elements.length > ELEMENTS_MAX) return []
  return elements.map((element, index) => {
    const next = elements[index + 1]
    const comma = text.slice(element.end, next?.start ?? node.end).indexOf(',')
    const end = next?.start ?? (comma < 0 ? element.end : element.end + comma + 1)
    return { start: element.start, end, after: '' }
  })
}

function isPart({ type, value }: Node): boolean {
  if (type === 'Literal') return typeof value === 'number'
  return /^(Identifier|MemberExpression|BinaryExpression|UnaryExpression)$/.test(type)
}

function textOf({ start, end }: Node, text: string): string {
  return text.slice(start, end)
}

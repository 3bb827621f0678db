import { childrenOf, fieldOf, type Node, nameOf } from './tree-node.ts'

/** Keys whose values people read. */
const TEXT_KEYS = new Set(
  'about attribution description hint label message note problem reason remedy summary text title'.split(
    ' ',
  ),
)
/** Methods that write a number or a text for people, and those that document a schema. */
const FORMATS = new Set(
  'describe join log note padEnd padStart repeat stringify toFixed toLocaleString toPrecision warn'.split(
    ' ',
  ),
)
/** TypeScript's nodes that hold a value: `x as T`, `x satisfies T`, `x!`. The others are types. */
const VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const IMPORTS = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

/** Types, imports, messages and template texts: nothing below them is mutated. */
export function isText(node: Node, parents: readonly Node[]): boolean {
  const { type } = node
  const parent = parents.at(-1)
  if (type.startsWith('TS') && !VALUES.has(type)) return true
  if (IMPORTS.has(type) || type === 'TemplateLiteral' || type === 'TaggedTemplateExpression')
    return true
  if (type === 'NewExpression')
    return /(Error|Failure|Wrong|Failed|URL)$/.test(nameOf(fieldOf(node, 'callee')))
  // A key is the name of a value; `{ [key]: value }` is code.
  if (parent?.key === node && !parent.computed) return true
  return (
    parent?.type === 'Property' &&
    parent.value === node &&
    TEXT_KEYS.has(nameOf(fieldOf(parent, 'key')))
  )
}

/** The children of a node that may be mutated: of a call that writes text, not its arguments. */
export function readChildren(node: Node): Node[] {
  const callee = fieldOf(node, 'callee')
  const isFormatting =
    node.type === 'CallExpression' &&
    callee?.type === 'MemberExpression' &&
    nameOf(fieldOf(callee, 'object')) !== 'Math' &&
    FORMATS.has(nameOf(callee))
  return isFormatting ? [callee] : childrenOf(node)
}

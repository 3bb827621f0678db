/** A node of the syntax tree as we read it: ESTree, with TypeScript's nodes named `TS...`. */
export interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

/** A replacement of the text from `start` to `end`. */
export interface Edit {
  start: number
  end: number
  after: string
}

/** The nodes directly below one, in the order of its fields. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** The node as a field of another, or null. */
export function fieldOf(node: Node | null, name: string): Node | null {
  const value = node?.[name]
  return isNode(value) ? value : null
}

/** Nodes of a list such as arguments, elements or statements. Holes of an array are left out. */
export function listOf(node: Node | null, name: string): Node[] {
  const value = node?.[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Name of an identifier, of a key, or of the last part of `a.b.name`; empty for anything else. */
export function nameOf(node: Node | null): string {
  if (!node) return ''
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'MemberExpression' && !node.computed) return nameOf(fieldOf(node, 'property'))
  return ''
}

/** Replaces a whole node. */
export function replace({ start, end }: Node, after: string): Edit {
  return { start, end, after }
}

/** Nodes of one piece: numbers, texts, lists and objects. About 1 ms of work and 100 KB of text. */
const PIECE_NODES = 8_192

/**
 * The text of `JSON.stringify(value)` in pieces, so that other work gets the event loop between
 * them: 2.5 MB at once hold it for 20 ms. `value` is of plain objects and lists.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (!isDivisible(value) || nodesOf(value, PIECE_NODES) < PIECE_NODES) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Record<string, unknown>)
}

/** Items that are small together are one piece. */
function* piecesOfList(list: readonly unknown[]): Generator<string, void> {
  let start = 0
  let nodes = 0
  let before = '['
  const piece = (end: number) => {
    const text = before + JSON.stringify(list.slice(start, end)).slice(1, -1)
    before = ','
    return text
  }
  for (const [i, item] of list.entries()) {
    const own = nodesOf(item, PIECE_NODES)
    if (nodes + own >= PIECE_NODES && i > start) {
      yield piece(i)
      start = i
      nodes = 0
    }
    if (own >= PIECE_NODES && isDivisible(item)) {
      yield before
      yield* jsonPieces(item)
      before = ','
      start = i + 1
    } else nodes += own
  }
  if (start < list.length) yield piece(list.length)
  yield list.length > 0 ? ']' : '[]'
}

function* piecesOfObject(object: Record<string, unknown>): Generator<string, void> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    // What has no text is left out, with its name.
    if (value === undefined || JSON.stringify(isDivisible(value) ? 0 : value) === undefined)
      continue
    yield `${before}${JSON.stringify(name)}:`
    yield* jsonPieces(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Whether the text of a value is that of its parts: what writes itself is one piece. */
function isDivisible(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

/** Nodes of a value, itself included, counted up to `most`. */
function nodesOf(value: unknown, most: number): number {
  if (!isDivisible(value)) return 1
  let nodes = 1
  for (const part of Array.isArray(value) ? value : Object.values(value as object)) {
    nodes += typeof part === 'object' ? nodesOf(part, most - nodes) : 1
    if (nodes >= most) return most
  }
  return nodes
}

/**
 * Nodes (numbers, strings, arrays and objects) per piece: about 1 ms of work and 100 KB of text.
 */
const PIECE_NODES = 8_192

/**
 * The text of `JSON.stringify(value)` in pieces, so that other work gets the event loop in between:
 * 2.5 MB at once block it for 20 ms. `value` consists of plain objects and arrays.
 */
export function* jsonPieces(value: unknown): Generator<string, void> {
  if (!isDivisible(value) || nodesOf(value, PIECE_NODES) < PIECE_NODES) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as object)
}

/** Pieces of an array: consecutive small items form one piece. */
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

function* piecesOfObject(object: object): Generator<string, void> {
  for (const { text } of jsonMembers(object)) yield text
}

/** A piece of an object's JSON, and the member that it belongs to; null for the closing brace. */
interface MemberPiece {
  text: string
  member: string | null
}

/** The text of `JSON.stringify(object)` in pieces that have the name of their member. */
export function* jsonMembers(object: object): Generator<MemberPiece, void> {
  let before = '{'
  for (const [member, value] of Object.entries(object)) {
    // Like JSON.stringify, leaves out values that have no JSON form.
    if (value === undefined || JSON.stringify(isDivisible(value) ? 0 : value) === undefined)
      continue
    yield { text: `${before}${JSON.stringify(member)}:`, member }
    for (const text of jsonPieces(value)) yield { text, member }
    before = ','
  }
  yield { text: before === '{' ? '{}' : '}', member: null }
}

/** True when a value can be serialised part by part: one with `toJSON` cannot. */
function isDivisible(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

/** Number of nodes in a value, including itself, counted up to `most`. */
function nodesOf(value: unknown, most: number): number {
  if (!isDivisible(value)) return 1
  let nodes = 1
  const add = (part: unknown): boolean => {
    nodes += typeof part === 'object' ? nodesOf(part, most - nodes) : 1
    return nodes >= most
  }
  const parts = value as Record<string, unknown>
  if (Array.isArray(value)) return value.some(add) ? most : nodes
  // A list of the values took 8 of the 45 us that the JSON of a dossier takes.
  for (const name in parts) if (add(parts[name])) return most
  return nodes
}

import { nearestName } from '../input/nearest-name.ts'
import { parseInput } from '../input/parse-input.ts'
import { TangledWalls } from '../kernel/walls/wall-tangle.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import type { Unit } from '../scene/units.ts'
import { answerIn } from './answer-units.ts'
import { READS } from './index.ts'
import { pageOf } from './page.ts'
import type { Read } from './read.ts'
import { type Candidate, ReadError, type ReadErrorCode } from './read-error.ts'

/** The answer of a read, together with the read's own fields and its list. */
export interface ReadSuccess {
  /** Unit of every length of the answer; areas are in its square, volumes in its cube. */
  unit: Unit
  /** Entries of the list in all pages; absent without a list. */
  total?: number
  /** The `cursor` of the next page; absent on the last one. */
  nextCursor?: string
  [field: string]: unknown
}

export interface ReadFailure {
  error: {
    code: ReadErrorCode
    message: string
    param?: string
    candidates?: readonly Candidate[]
  }
}

export type ReadAnswer = ReadSuccess | ReadFailure

export const isFailure = (answer: ReadAnswer): answer is ReadFailure => 'error' in answer

export interface ReadOptions {
  /** True for a list in one piece, however long. */
  isWhole?: boolean
  /** Characters of JSON of the answer: a page ends before them, also where `limit` allows more. */
  charactersMax?: number
  /** Leaves fixes out that would be refused: reads know no edits. */
  withWorkingFixes?(scene: Scene, issues: readonly Issue[]): Issue[]
}

/** Answers a call of the read `name`. The same scene and arguments give the same bytes. */
export function runRead(
  scene: Scene,
  name: string,
  given: Record<string, unknown> = {},
  options: ReadOptions = {},
): ReadAnswer {
  try {
    return answerOf(inIdOrder(scene), readNamed(name), given, options)
  } catch (error) {
    if (error instanceof TangledWalls)
      return { error: { code: 'unavailable', message: error.message } }
    if (!(error instanceof ReadError)) throw error
    const { code, message, param, candidates } = error
    return { error: { code, message, ...(param && { param }), ...(candidates && { candidates }) } }
  }
}

const ordered = new WeakMap<Scene['nodes'], Scene>()

/**
 * The scene with its nodes in the order of their ids, as scene files have them: equal scenes then
 * have equal answers. Drafts and files are in this order, and are used as they are.
 */
function inIdOrder(scene: Scene): Scene {
  const ids = Object.keys(scene.nodes)
  if (ids.every((id, index) => index === 0 || ids[index - 1] < id)) return scene
  const known = ordered.get(scene.nodes)
  if (known) return known
  const nodes = Object.fromEntries(ids.sort().map((id) => [id, scene.nodes[id]]))
  const sorted = { ...scene, nodes }
  ordered.set(scene.nodes, sorted)
  return sorted
}

function readNamed(name: string): Read {
  const read = READS.find((each) => each.name === name)
  if (read) return read
  const names = READS.map((each) => each.name)
  const near = nearestName(name, names)
  throw new ReadError(
    'unknown_read',
    `There is no read ${name}${near ? `; did you mean ${near}?` : `. There are ${names.join(', ')}.`}`,
    near ? { candidates: [{ id: near }] } : {},
  )
}

function answerOf(
  scene: Scene,
  read: Read,
  given: Record<string, unknown>,
  options: ReadOptions,
): ReadSuccess {
  const parsed = parseInput(read.name, read.input, given)
  if (!('input' in parsed))
    throw new ReadError('invalid_input', parsed.message, { param: parsed.param })
  const { unit, input } = parsed
  const { fields, list } = read.run(scene, input)
  const convert = (value: object) => answerIn(read.result, value, unit) as Record<string, unknown>
  if (!list) return { unit, ...convert(fields) }
  // Entries are converted before they are counted: a page of 4 KB is one in every unit.
  const entries = convert({ [list.name]: list.entries })[list.name] as unknown[]
  const own = convert(fields)
  const { charactersMax } = options
  const room = charactersMax && charactersMax - JSON.stringify(own).length
  const page = options.isWhole
    ? { entries, total: entries.length }
    : pageOf(entries, { scene, read: read.name, input: input as object, room })
  const { withWorkingFixes } = options
  const shown =
    list.name === 'issues' && withWorkingFixes
      ? (page.entries as Issue[]).flatMap((issue) => withWorkingFixes(scene, [issue]))
      : page.entries
  const { nextCursor } = page as { nextCursor?: string }
  return {
    unit,
    ...own,
    total: page.total,
    [list.name]: shown,
    ...(nextCursor && { nextCursor }),
  }
}

import type { Issue } from '../../scene/issue.ts'
import { Refusal } from '../refusal.ts'

/** An argument whose values were other ones too. */
interface Replacement {
  name: string
  /** The value of today. */
  of: (value: unknown) => unknown
}

/** Of a door, a window or a hole, in a call of its own or in a list of a room. */
const OPENING = {
  name: 'label',
  sillHeight: 'sill',
  hingesSide: 'hinge',
  swingDirection: 'swing',
  openingShape: 'shape',
}
const inList = (list: string) =>
  Object.fromEntries(Object.entries(OPENING).map(([former, now]) => [`${list}.*.${former}`, now]))

/**
 * Names that arguments had before creating, editing, reading and files shared one vocabulary, and
 * the names of today. `*` stands for the entries of a list. Calls with the former names are made,
 * with a note in the answer, so that files of calls and callers of earlier versions still work.
 */
const FORMER: Record<string, Record<string, string | Replacement>> = {
  create_level: { name: 'label' },
  duplicate_level: { name: 'label' },
  create_roof: { pitchDeg: 'pitch', ridgeAxis: { name: 'ridge', of: degreesOfAxis } },
  place_item: {
    'items.*.catalogItemId': 'asset',
    'items.*.rotationDeg': 'rotation',
  },
  create_column: { rotationDeg: 'rotation' },
  create_room: { name: 'label', ...inList('doors'), ...inList('windows') },
  set_zone: { name: 'label' },
  add_door: OPENING,
  add_window: OPENING,
  cut_opening: OPENING,
  create_stair_between_levels: { directionDeg: 'direction' },
  edit_node: { rotateDeg: 'rotate' },
}

interface PresentCall {
  given: Record<string, unknown>
  /** One note for all former names of a call. */
  issues: Issue[]
}

/** The call with the names of today. Refuses an argument that is given under both names. */
export function withPresentNames(tool: string, given: Record<string, unknown>): PresentCall {
  const table = Object.hasOwn(FORMER, tool) ? FORMER[tool] : {}
  const used = new Map<string, string>()
  let present: unknown = given
  for (const [path, now] of Object.entries(table)) {
    const by = typeof now === 'string' ? { name: now, of: (value: unknown) => value } : now
    present = renamed(present, path.split('.'), by, [], used)
  }
  if (used.size === 0) return { given, issues: [] }
  const pairs = [...used].map(([former, now]) => `${former} is now ${now}`)
  return {
    given: present as Record<string, unknown>,
    issues: [
      {
        code: 'input.former_name',
        severity: 'info',
        nodeIds: [],
        message: `${pairs.join(', ')}; the former ${pairs.length > 1 ? 'names are' : 'name is'} accepted.`,
      },
    ],
  }
}

function renamed(
  value: unknown,
  [step, ...further]: string[],
  by: Replacement,
  at: string[],
  used: Map<string, string>,
): unknown {
  if (Array.isArray(value) && step === '*')
    return value.map((entry, index) => renamed(entry, further, by, [...at, `${index}`], used))
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  if (!Object.hasOwn(value, step)) return value
  const field = (value as Record<string, unknown>)[step]
  if (further.length > 0)
    return { ...value, [step]: renamed(field, further, by, [...at, step], used) }
  const param = [...at, step].join('.')
  const { name } = by
  if (Object.hasOwn(value, name))
    throw new Refusal(
      'invalid_input',
      `${step} is the former name of ${name}: give only one of them.`,
      { param },
    )
  used.set(step, name)
  // In the place of the former name: the order of arguments has no meaning, but is shown.
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) =>
      key === step ? [name, by.of(entry)] : [key, entry],
    ),
  )
}

/** A ridge along X runs east. */
function degreesOfAxis(axis: unknown): unknown {
  return axis === 'x' ? 0 : axis === 'z' ? 90 : axis
}

import type { Kind } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { LABEL_CHARACTERS_MAX } from '../store/store-limits.ts'
import type { VersionChanges } from '../store/versions.ts'

/** Kinds that a label counts, the most telling first. */
const COUNTED: [Kind, string, string][] = [
  ['building', 'building', 'buildings'],
  ['level', 'level', 'levels'],
  ['zone', 'room', 'rooms'],
  ['wall', 'wall', 'walls'],
  ['door', 'door', 'doors'],
  ['window', 'window', 'windows'],
  ['stair', 'stair', 'stairs'],
  ['roof', 'roof', 'roofs'],
  ['item', 'item', 'items'],
]
/** Kinds that one label counts. */
const COUNTS_MAX = 3
/** Rooms that a label names instead. */
const NAMES_MAX = 3

/** A label for a version, from what it changes: `Add Kitchen and Bath; change 4 walls`. */
export function versionLabel({ created, changed, deleted }: VersionChanges, scene: Scene): string {
  const parts = [
    describe('Add', created, scene),
    describe('Change', changed, scene),
    deleted.length > 0 ? `Delete ${count(deleted.length, 'part', 'parts')}` : '',
  ].filter(Boolean)
  const text = parts.map((part, at) => (at === 0 ? part : part[0].toLowerCase() + part.slice(1)))
  return (text.join('; ') || 'Edit the building').slice(0, LABEL_CHARACTERS_MAX)
}

function describe(verb: string, ids: readonly string[], { nodes }: Scene): string {
  if (ids.length === 0) return ''
  const found = ids.map((id) => nodes[id]).filter((node) => node !== undefined)
  const rooms = found.filter(({ kind, label }) => kind === 'zone' && label)
  if (rooms.length > 0 && rooms.length <= NAMES_MAX)
    return `${verb} ${listed(rooms.map(({ label }) => `${label}`))}`
  const counts = COUNTED.flatMap(([kind, one, many]) => {
    const amount = found.filter((node) => node.kind === kind).length
    return amount > 0 ? [count(amount, one, many)] : []
  })
  const shown = counts.slice(0, COUNTS_MAX)
  return `${verb} ${listed(shown.length > 0 ? shown : [count(ids.length, 'part', 'parts')])}`
}

const count = (amount: number, one: string, many: string) =>
  `${amount} ${amount === 1 ? one : many}`

const listed = (texts: string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

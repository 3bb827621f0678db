import type { Compared, Version } from '../projects/answers.ts'
import { formatName, formatValue } from './figures.ts'

/** What differs of one node between two versions. */
export interface DiffRow {
  id: string
  kind: string
  name: string
  change: 'created' | 'changed' | 'deleted'
  /** Of a changed node: its fields before and after, as texts. */
  fields: { field: string; before: string; after: string }[]
}

/** The rows of a comparison: changed nodes first, then created, then deleted ones. */
export function diffRows({ created, changed, deleted }: Compared): DiffRow[] {
  const row = (node: { id: string; kind: string; label?: string }, change: DiffRow['change']) => ({
    id: node.id,
    kind: node.kind,
    name: node.label || formatName(node.kind),
    change,
    fields: [],
  })
  return [
    ...changed.map((node) => ({ ...row(node, 'changed'), fields: fieldsOf(node) })),
    ...created.map((node) => row(node, 'created')),
    ...deleted.map((node) => row(node, 'deleted')),
  ]
}

function fieldsOf({ before, after }: Compared['changed'][number]): DiffRow['fields'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({
      field: formatName(field),
      before: formatValue(field, before[field]),
      after: formatValue(field, after[field]),
    }))
}

/** Counts of changes as a sentence part: `2 created, 1 changed`. */
export function formatChanges(changes: Version['changes']): string {
  const parts = (['created', 'changed', 'deleted'] as const).flatMap((name) => {
    const count = changes[name].length
    return count > 0 ? [`${count} ${name}`] : []
  })
  return parts.join(', ') || 'no changes'
}

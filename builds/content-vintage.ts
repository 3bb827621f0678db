import type { Lock } from '../catalog/lock.ts'
import type { PartitionBase } from '../pipelines/partition.ts'

/**
 * Of when the data of a partition is: what its file states of its content, else the edition of its
 * lock. `note` is what there is to say where a republisher's edition is later than the content.
 */
export function vintageOf(
  { content }: Pick<PartitionBase, 'content'>,
  { vintage }: Pick<Lock, 'vintage'>,
): { vintage: string; note: string | null } {
  if (!content) return { vintage: vintage.label, note: null }
  return {
    vintage: content.vintage,
    note: `The content is of ${content.vintage} (${content.evidence}), as published in ${vintage.label}.`,
  }
}

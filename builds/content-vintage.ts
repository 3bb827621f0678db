import type { Lock } from '../catalog/lock.ts'
import type { PartitionBase } from '../pipelines/partition.ts'

/**
 * The vintage of a partition's data: that of the content where the partition file states it, else
 * the edition of the lock. `note` names both where the content's is stated; else it is null.
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

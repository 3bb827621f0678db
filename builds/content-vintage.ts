import type { Lock } from '../catalog/lock.ts'
import type { PartitionBase } from '../pipelines/partition.ts'

/**
 * Of when the data of a partition is: what its file states of its content, else the edition of its
 * lock. `note` states both where they differ; else it is null.
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

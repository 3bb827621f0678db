import type { Audit, Manifest } from '../catalog/manifest.ts'
import { auditPartitions } from './audit.ts'
import { auditEditions } from './edition-audit.ts'
import { auditLand } from './land-audit.ts'
import type { MadeTable } from './made-table.ts'
import { auditRasters } from './raster-audit.ts'

/** A written pack with the number of its geometries that are not valid. */
type CheckedPack = { table: string; invalid: number }

/**
 * Runs every gate on the tables, packs and rasters of a build. With `acceptDrop` a table may have
 * fewer rows than in the pinned build, because a person has checked it.
 */
export async function auditBuild(
  tables: readonly MadeTable[],
  packs: readonly CheckedPack[],
  folder: string,
  pinned: Manifest | null,
  acceptDrop = false,
): Promise<Audit[]> {
  const partitions = tables.flatMap(({ table, partitions }) =>
    partitions.flatMap(({ id, file, made }) =>
      made ? [{ table, partition: id, file, finished: made }] : [],
    ),
  )
  const audits = [
    ...(await auditPartitions(partitions, pinned)),
    ...packs.map(auditValidity),
    ...auditEditions(partitions),
    ...(await auditRasters(partitions, folder)),
    ...(await auditLand(partitions)),
  ]
  return acceptDrop ? audits.map(accepted) : audits
}

function auditValidity({ table, invalid }: CheckedPack): Audit {
  return { name: 'valid_geometry', table, passed: invalid === 0, measured: invalid, limit: 0 }
}

/** The manifest records what was measured, and that a person let it pass. */
function accepted(audit: Audit): Audit {
  if (audit.passed || !audit.name.endsWith('_against_pinned')) return audit
  return { ...audit, passed: true, limit: `${audit.limit}; the drop was accepted` }
}

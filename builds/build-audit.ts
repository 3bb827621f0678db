import type { Audit, Manifest } from '../catalog/manifest.ts'
import { columnsOf } from '../packs/table.ts'
import { type AuditedPartition, auditPartitions, MEASURE, type Remember } from './audit.ts'
import { tableFile } from './build-file.ts'
import type { BuildSteps, StepName } from './build-steps.ts'
import { auditEditions } from './edition-audit.ts'
import { auditLand } from './land-audit.ts'
import type { MadeTable } from './made-table.ts'
import { auditRasters } from './raster-audit.ts'

/** A file of a pack with the number of its geometries that are not valid. */
type CheckedPack = { table: string; invalid: number; part?: string }

export interface AuditOptions {
  /** A table may have fewer rows than in the pinned build, because a person has checked it. */
  acceptDrop?: boolean
  /** Steps of the build: what was measured of the same rows is not measured again. */
  steps?: BuildSteps
}

/** Runs every gate on the tables, packs and rasters of a build. */
export async function auditBuild(
  tables: readonly MadeTable[],
  packs: readonly CheckedPack[],
  folder: string,
  pinned: Manifest | null,
  { acceptDrop = false, steps }: AuditOptions = {},
): Promise<Audit[]> {
  const hashes = new Map<AuditedPartition, string>()
  for (const { table, partitions } of tables)
    for (const { id, file, made, hashed } of partitions)
      if (made) hashes.set({ table, partition: id, file, finished: made }, hashed.sha256)
  const partitions = [...hashes.keys()]
  const remembered = (step: StepName): Remember => {
    if (!steps) return MEASURE
    return async (each, measure) => {
      const { table, partition, finished } = each
      const { name, key, geometry } = table
      const inputs = [name, key, geometry, columnsOf(table), partition, finished, hashes.get(each)]
      const run = async () => {
        await steps.bring([tableFile(name, partition)])
        return await measure()
      }
      return (await steps.run(step, inputs, run)).value
    }
  }
  const audits = [
    ...(await auditPartitions(partitions, pinned, remembered('audit'))),
    ...packs.map(auditValidity),
    ...auditEditions(partitions),
    ...(await auditRasters(partitions, folder)),
    ...(await auditLand(partitions, remembered('land'))),
  ]
  return acceptDrop ? audits.map(accepted) : audits
}

function auditValidity({ table, invalid, part }: CheckedPack): Audit {
  const partition = part === undefined ? {} : { partition: part }
  const passed = invalid === 0
  return { name: 'valid_geometry', table, ...partition, passed, measured: invalid, limit: 0 }
}

/** The manifest records what was measured, and that a person let it pass. */
function accepted(audit: Audit): Audit {
  if (audit.passed || !audit.name.endsWith('_against_pinned')) return audit
  return { ...audit, passed: true, limit: `${audit.limit}; the drop was accepted` }
}

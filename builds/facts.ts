import { join } from 'node:path'
import type { Audit } from '../catalog/manifest.ts'
import type { Table } from '../packs/table.ts'
import { rasterFile, tableFile } from './build-file.ts'
import type { BuildSteps } from './build-steps.ts'
import { DerivedSources, type SourcePart } from './derived-sources.ts'
import { type Derived, Deriver, derivedTables } from './derived-tables.ts'
import { fileOf, type MadeTable, type StoredPartition } from './made-table.ts'
import type { MadePack } from './pack-parts.ts'
import type { PlatformOptions } from './platform-steps.ts'

const MADE_FROM = 'the parcels, footprints and coverages of this build'

/** Derived rows of one part, and a hash of the parts of other tables that they depend on. */
type StoredFacts = Derived & { dependencies: string }

/**
 * Makes the analysts' tables of parcels and footprints, part by part; with `only` those of one
 * part. Those of a part are derived anew only if a part of another table that their searches can
 * find has changed.
 */
export async function makeFacts(
  packs: readonly MadePack[],
  stored: readonly StoredPartition[],
  steps: BuildSteps,
  options: PlatformOptions,
  only?: { subject: string; part: string },
): Promise<{ tables: MadeTable[]; audits: Audit[] }> {
  const sources = DerivedSources.of(packs, stored)
  const wanted = derivedTables(sources.tables)
  const made = new Map<string, MadeTable>()
  const audits: Audit[] = []
  const deriver = new Deriver([...packs], options.folder, options)
  try {
    for (const [subject, tables] of wanted) {
      const parts = sources.partsOf(subject)
      let from = 0
      for (const [i, pack] of packs.filter(({ table }) => table === subject).entries()) {
        const to = from + pack.rows
        const own = parts[i]
        const range = { subject, part: pack.part, from, to }
        from = to
        if (only && (only.subject !== subject || only.part !== pack.part)) continue
        // A section may have failed for a reason that has passed, as a disk that could not be read.
        const isCurrent = ({ traces, dependencies, audits }: StoredFacts) =>
          audits.every(({ passed }) => passed) && sources.dependencies(traces, own) === dependencies
        const inputs = [
          subject,
          pack.part,
          own.content,
          tables.map(({ name }) => name),
          sources.tables,
        ]
        const { value, files } = await steps.run(
          'facts',
          inputs,
          async (into) => {
            await steps.bring(filesOf(packs, stored))
            return sealed(await deriver.derive(range, tables, into), sources, own)
          },
          isCurrent,
        )
        for (const table of tables) {
          const hashed = fileOf(files, tableFile(table.name, pack.part))
          const rows = value.rows[table.name]
          const file = join(options.folder, hashed.file)
          addPartition(made, table, { id: pack.part, file, hashed, rows })
        }
        audits.push(...value.audits)
      }
    }
  } finally {
    await deriver.close()
  }
  return { tables: [...made.values()], audits }
}

/** Files of a build that rows are derived from. */
function filesOf(packs: readonly MadePack[], stored: readonly StoredPartition[]): string[] {
  const tables = stored.flatMap(({ value }) => value.tables)
  const rasters = tables.flatMap((table) => table.rasters.map(({ file }) => rasterFile(file)))
  return [...packs.map(({ file }) => file), ...rasters]
}

function sealed(derived: Derived, sources: DerivedSources, own: SourcePart): StoredFacts {
  const traces = sources.seal(derived.traces, own)
  return { ...derived, traces, dependencies: sources.dependencies(traces, own) }
}

function addPartition(
  made: Map<string, MadeTable>,
  table: Table,
  partition: MadeTable['partitions'][number],
): void {
  const known = made.get(table.name)
  if (known) {
    known.partitions.push(partition)
    known.rows += partition.rows
  } else
    made.set(table.name, {
      table,
      layer: 'platform',
      rows: partition.rows,
      partitions: [partition],
      madeFrom: MADE_FROM,
    })
}

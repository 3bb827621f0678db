import { join } from 'node:path'
import type { Audit } from '../catalog/manifest.ts'
import type { Table } from '../packs/table.ts'
import { rasterFile, tableFile } from './build-file.ts'
import type { BuildSteps } from './build-steps.ts'
import { DerivedSources, type SourceRows, type Traces } from './derived-sources.ts'
import {
  type Derived,
  type DerivedBlock,
  type DeriveOptions,
  Deriver,
  derivedTables,
} from './derived-tables.ts'
import { fileOf, type MadeTable, type StoredPartition } from './made-table.ts'
import type { MadePack } from './pack-parts.ts'
import type { PlatformOptions } from './platform-steps.ts'
import { joinTraces } from './traced-pack.ts'

const MADE_FROM = 'the parcels, footprints and coverages of this build'

/** Where rows were searched for, and a hash of all rows of the build that could be found there. */
interface Dependence {
  traces: Traces
  dependencies: string
}

/** Derived rows of one partition, and what they depend on as a whole and block by block. */
type StoredFacts = Derived & Dependence & { blocks: (DerivedBlock & Dependence)[] }

/**
 * Makes the analysts' tables of parcels and footprints, partition by partition; with `only` those
 * whose rows are in one part of a pack. Those of a block of a partition are derived anew only if
 * rows that their searches can find may have changed.
 */
export async function makeFacts(
  packs: readonly MadePack[],
  stored: readonly StoredPartition[],
  steps: BuildSteps,
  options: PlatformOptions & Pick<DeriveOptions, 'blockRows'>,
  only?: { subject: string; part: string },
): Promise<{ tables: MadeTable[]; audits: Audit[] }> {
  const sources = DerivedSources.of(packs, stored)
  const made = new Map<string, MadeTable>()
  const audits: Audit[] = []
  const deriver = new Deriver(packs, options.folder, options)
  try {
    for (const [subject, tables] of derivedTables(sources.tables)) {
      const parts = packs.filter(({ table }) => table === subject)
      const partOf = parts.flatMap(({ part, partitions }) => partitions.map(() => part))
      let from = 0
      for (const [i, own] of sources.rowsOf(subject).entries()) {
        const to = from + own.rows
        const range = { subject, partition: own.id, from, to }
        from = to
        if (only && (only.subject !== subject || only.part !== partOf[i])) continue
        // A section may have failed for a reason that has passed, as a disk that could not be read.
        const isSame = ({ traces, dependencies }: Dependence) =>
          sources.dependencies(traces, own) === dependencies
        const isCurrent = (facts: StoredFacts) =>
          facts.audits.every(({ passed }) => passed) && isSame(facts)
        const holding = (block: StoredFacts['blocks'][number]) =>
          !block.hasFailed && isSame(block) ? block : null
        const names = tables.map(({ name }) => name)
        const inputs = [subject, own.id, own.content, names, sources.tables]
        const { value, files } = await steps.run(
          'facts',
          inputs,
          async (into, outdated) => {
            await steps.bring(filesOf(packs, stored))
            const earlier = outdated && {
              folder: outdated.folder,
              rows: outdated.value.rows,
              blocks: outdated.value.blocks.map(holding),
            }
            return sealed(await deriver.derive(range, tables, into, earlier), sources, own)
          },
          isCurrent,
        )
        for (const table of tables) {
          const hashed = fileOf(files, tableFile(table.name, own.id))
          const rows = value.rows[table.name]
          const file = join(options.folder, hashed.file)
          addPartition(made, table, { id: own.id, file, hashed, rows })
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

function sealed(derived: Derived, sources: DerivedSources, own: SourceRows): StoredFacts {
  const seal = (searched: Traces): Dependence => {
    const traces = sources.seal(searched, own)
    return { traces, dependencies: sources.dependencies(traces, own) }
  }
  const blocks = derived.blocks.map((block) => ({ ...block, ...seal(block.traces) }))
  const all: Traces = {}
  for (const { traces } of derived.blocks)
    for (const [table, trace] of Object.entries(traces)) all[table] = joinTraces(all[table], trace)
  return { ...derived, ...seal(all), blocks }
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

import { join } from 'node:path'
import type { Audit } from '../catalog/manifest.ts'
import type { Table } from '../packs/table.ts'
import { rasterFile, tableFile } from './build-file.ts'
import type { BuildSteps } from './build-steps.ts'
import { contentOf, DerivedSources, type FoundSources } from './derived-sources.ts'
import {
  type Derived,
  type DerivedSubject,
  Deriver,
  derivedTables,
  type EarlierRows,
} from './derived-tables.ts'
import { fileOf, type MadeTable, type StoredPartition } from './made-table.ts'
import type { MadePack } from './pack-parts.ts'
import type { PlatformOptions } from './platform-steps.ts'
import type { OutdatedResult, ResultStore } from './result-store.ts'
import { RowsAnew } from './rows-anew.ts'

const MADE_FROM = 'the parcels, footprints and coverages of this build'

/** Derived rows of one partition, and what they were derived from. */
type StoredFacts = Derived & { found: FoundSources }

export interface FactsOptions extends PlatformOptions {
  /** The store of partitions, which may have those of earlier builds. */
  partitions: Pick<ResultStore, 'stored'>
}

/**
 * Makes the analysts' tables of parcels and footprints, partition by partition; with `only` those
 * whose rows are in one part of a pack. Rows are derived anew only if they have changed, or if rows
 * that their searches can find may have.
 */
export async function makeFacts(
  packs: readonly MadePack[],
  stored: readonly StoredPartition[],
  steps: BuildSteps,
  options: FactsOptions,
  only?: { subject: string; part: string },
): Promise<{ tables: MadeTable[]; audits: Audit[] }> {
  const sources = DerivedSources.of(packs, stored)
  const made = new Map<string, MadeTable>()
  const audits: Audit[] = []
  const deriver = new Deriver(packs, options.folder, options)
  const anew = new RowsAnew(deriver, steps, options)
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
        const foundNow = ({ traces }: Derived) => sources.found(traces, own)
        // A section may have failed for a reason that has passed, as a disk that could not be read.
        const isWhole = (facts: Derived) => facts.audits.every(({ passed }) => passed)
        const names = tables.map(({ name }) => name)
        const inputs = [subject, own.id, names, sources.tables]
        const { value, files } = await steps.run<StoredFacts>(
          'facts',
          inputs,
          async (into, outdated) => {
            await steps.bring(filesOf(packs, stored))
            const facts = outdated && isWhole(outdated.value) ? outdated : null
            const earlier = facts && (await earlierRows(anew, range, facts, foundNow(facts.value)))
            const derived = await deriver.derive(range, tables, into, earlier)
            return { ...derived, found: foundNow(derived) }
          },
          (facts) => isWhole(facts) && contentOf(foundNow(facts)) === contentOf(facts.found),
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

/** The facts of an earlier build of which some rows hold; null where none does. */
async function earlierRows(
  anew: RowsAnew,
  range: DerivedSubject,
  { value, folder }: OutdatedResult<StoredFacts>,
  now: FoundSources,
): Promise<EarlierRows | null> {
  const rows = await anew.of(range, value, now)
  return rows && { ...value, ...rows, folder }
}

/** Files of a build that rows are derived from. */
function filesOf(packs: readonly MadePack[], stored: readonly StoredPartition[]): string[] {
  const tables = stored.flatMap(({ value }) => value.tables)
  const rasters = tables.flatMap((table) => table.rasters.map(({ file }) => rasterFile(file)))
  return [...packs.map(({ file }) => file), ...rasters]
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

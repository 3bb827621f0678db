import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { writeRows } from '../fixtures/packed-rows.ts'
import type { CountyPlan } from './county.ts'
import type { BenchTable } from './county-table.ts'
import { COUNTY_TABLES } from './county-tables.ts'
import { freshPeakMegabytes, startPeak } from './peak-memory.ts'
import { rounded } from './results.ts'

export interface WrittenPack {
  table: string
  file: string
  rows: number
  pieces: number
  points: number
  bytes: number
  /** Making the rows and writing the pack. */
  write_s: number
  /** Most memory that the process held meanwhile; null where the system does not report it. */
  peak_mb: number | null
}

export interface PackChoice {
  /** Names of the tables to write; all when absent. */
  tables?: readonly string[]
  progress?: Progress
}

/** Writes the lookup packs of the county as a build has them, without a pipeline before it. */
export async function writeCountyPacks(
  plan: CountyPlan,
  folder: string,
  { tables, progress = SILENT }: PackChoice = {},
): Promise<WrittenPack[]> {
  mkdirSync(folder, { recursive: true })
  const written: WrittenPack[] = []
  for (const each of COUNTY_TABLES) {
    if (tables && !tables.includes(each.table.name)) continue
    const step = progress.step(`pack ${each.table.name}`)
    const pack = await writePack(each, plan, folder)
    written.push(pack)
    step.done(`${pack.rows} rows, ${Math.round(pack.bytes / 1e6)} MB, ${pack.write_s} s`)
  }
  return written
}

async function writePack(
  { table, rows }: BenchTable,
  plan: CountyPlan,
  folder: string,
): Promise<WrittenPack> {
  const began = performance.now()
  startPeak()
  const file = `${table.name}.pack`
  const path = join(folder, file)
  const { rows: count, pieces, points } = await writeRows(table, rows(plan), path)
  const { size } = await stat(path)
  return {
    table: table.name,
    file,
    rows: count,
    pieces,
    points,
    bytes: size,
    write_s: rounded((performance.now() - began) / 1000, 1),
    peak_mb: freshPeakMegabytes(),
  }
}

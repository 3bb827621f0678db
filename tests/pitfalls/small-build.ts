import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCoverage } from '../../builds/coverage-rows.ts'
import type { FinishedPartition } from '../../builds/partition-job.ts'
import { buildDossierFromPacks, type Packs } from '../../dossier/dossier.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { Pack } from '../../packs/pack-reader.ts'
import type { Table } from '../../packs/table.ts'
import { areaNameOf, type PartitionBase } from '../../pipelines/partition.ts'
import type { PartitionTable, Pipeline } from '../../pipelines/pipeline.ts'
import { writePack } from '../../pipelines/stages/pack.ts'
import { SILENT } from '../../terminal/progress.ts'
import { runFixture } from '../fixtures/partition-run.ts'

/** One partition of a small build: writes its files into an empty folder and runs its pipeline. */
export interface Part {
  partition: string
  make(place: string): Promise<{
    definition: PartitionBase
    tables: Map<string, PartitionTable>
  }>
  /** The edition of its lock. */
  vintage?: string
}

/** Creates a part from a pipeline and the files that `writeFixture` writes. */
export function part<Definition extends PartitionBase>(
  pipeline: Pipeline<Definition>,
  definition: Definition,
  writeFixture: (place: string) => unknown,
  { partition, vintage }: { partition: string; vintage?: string },
): Part {
  const make = async (place: string) => {
    await writeFixture(place)
    // Every asset is the same folder: its members distinguish the files.
    const assets = new Proxy<Record<string, string>>({}, { get: () => place })
    const tables = await runFixture(pipeline, definition, { folder: place, partition, assets })
    return { definition, tables }
  }
  return { partition, vintage, make }
}

/** A requested point: in degrees, or in thousandths of a degree from 72 W, 30 N. */
export type QueryPoint = { lat: number; lng: number } | readonly [x: number, y: number]

/** A build as a user meets it: pipelines, packs, coverage and the whole dossier. */
export class SmallBuild {
  /** Results of the pipelines by partition, then table, with rejects, repairs and cases. */
  readonly made: ReadonlyMap<string, ReadonlyMap<string, PartitionTable>>
  readonly packs: Packs
  private readonly folder: string

  constructor(made: SmallBuild['made'], packs: Packs, folder: string) {
    this.made = made
    this.packs = packs
    this.folder = folder
  }

  /** One section at a point. A section that throws fails the test. */
  section<Data = Record<string, unknown>>(
    layer: string,
    point: QueryPoint,
    includeGeometry = false,
    includeAdjacent = false,
  ): Section<Data> {
    const { lat, lng } =
      'lat' in point ? point : { lng: -72 + point[0] / 1000, lat: 30 + point[1] / 1000 }
    const query = { lat, lng, layers: [layer], includeGeometry, includeAdjacent }
    const dossier = buildDossierFromPacks(this.packs, query, (_, error) => {
      throw error
    })
    return dossier.layers[layer] as Section<Data>
  }

  /** Counts of the rows of one partition's table, by their fate. */
  tally(partition: string, table: string) {
    return this.made.get(partition)!.get(table)!.tally
  }

  async close(): Promise<void> {
    closePacks(this.packs)
    await rm(this.folder, { recursive: true })
  }
}

/** Runs `use` with a build of the parts, and removes the build afterwards. */
export async function withBuild(
  parts: readonly Part[],
  use: (build: SmallBuild) => void | Promise<void>,
): Promise<void> {
  const build = await openBuild(parts)
  try {
    await use(build)
  } finally {
    await build.close()
  }
}

/** Opens a build of the parts. The caller closes it. */
export async function openBuild(parts: readonly Part[]): Promise<SmallBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-pitfall-'))
  return await makeBuild(parts, folder).catch(async (error) => {
    await rm(folder, { recursive: true })
    throw error
  })
}

async function makeBuild(parts: readonly Part[], folder: string): Promise<SmallBuild> {
  const made = new Map<string, ReadonlyMap<string, PartitionTable>>()
  const finished: FinishedPartition[] = []
  const files = new Map<Table, string[]>()
  for (const [number, { partition, vintage, make }] of parts.entries()) {
    const place = join(folder, `part-${number}`)
    await mkdir(place)
    const { definition, tables } = await make(place)
    made.set(partition, tables)
    finished.push(finishedOf(partition, vintage ?? '2025', definition, [...tables.values()]))
    for (const { table, file } of tables.values())
      files.set(table, [...(files.get(table) ?? []), file])
  }
  const coverage = join(folder, 'coverage.parquet')
  await writeCoverage(finished, coverage)
  files.set(coverageTable, [coverage])
  const packs = new Map<string, Pack>()
  for (const [table, parquet] of files) {
    const file = join(folder, `${table.name}.pack`)
    const { invalid } = await writePack(table, parquet, file, 0, SILENT)
    if (invalid > 0) throw new Error(`${table.name} holds ${invalid} invalid shapes`)
    packs.set(table.name, new Pack({ file, memoryLimitBytes: 1e8 }))
  }
  return new SmallBuild(made, packs, folder)
}

/** The record of a partition in a build, as `builds/partition-job.ts` writes it. */
function finishedOf(
  partition: string,
  vintage: string,
  definition: PartitionBase,
  tables: PartitionTable[],
): FinishedPartition {
  const source = {
    id: partition,
    title: `Fictional source ${partition}`,
    vintage,
    attribution: 'Nobody (fictional)',
    retrieved_at: '2026-01-02T00:00:00Z',
    is_fictional: true,
  }
  return {
    layer: partition,
    partition,
    county: definition.county ?? null,
    area_name: areaNameOf(definition, partition),
    tables: tables.map(({ table, file, rows, area_km2, tally, coverage }) => ({
      table: table.name,
      file,
      rows,
      area_km2,
      rejects: tally.rejects,
      repairs: tally.repairs,
      cases: tally.cases,
      rasters: [],
      coverage: {
        ...coverage,
        wkb: coverage.polygons && Buffer.from(polygonsToWkb(coverage.polygons)).toString('hex'),
        area_km2: 0,
        has_roll: coverage.has_roll ?? null,
        feeds_unavailable: [...(coverage.feeds_unavailable ?? [])],
        reported_land: coverage.reported_land ?? null,
      },
      source,
    })),
  }
}

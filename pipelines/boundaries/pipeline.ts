import { z } from 'zod'
import { countyFullName } from '../../layers/boundaries/county-name.ts'
import { counties, places, states, tables, zctas } from '../../layers/boundaries/tables.ts'
import { type Column, MappingEdition } from '../../layers/column-mapping.ts'
import type { Table } from '../../packs/table.ts'
import { StepError } from '../../terminal/step-error.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import { readCoverage } from '../coverage.ts'
import { LayerFile, PartitionBase, readPartitions } from '../partition.ts'
import type { DeclaredCoverage, PartitionContext, PartitionTable, Pipeline } from '../pipeline.ts'
import { convertFeatures } from '../stages/convert.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import { writeTable } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import { openBoundaryLayer } from './boundary-layer.ts'
import { splitBySide } from './half-globes.ts'
import { readBoundariesMapping } from './mapping.ts'
import { placeReader, type ToValues, type Values } from './place-values.ts'
import { codeOf, requireName, stateOf } from './row-codes.ts'

export const BoundariesPartition = PartitionBase.extend({
  /** A file of `pipelines/boundaries/mappings`. */
  mapping: MappingEdition,
  /** Scale that the lines were generalised for; null for TIGER, whose lines were not. */
  scale_denominator: z.int().positive().nullable(),
  /** The publisher's edition, also of the codes. */
  vintage: z.string().regex(/^\d{4}$/),
  states: LayerFile.nullable(),
  counties: LayerFile.nullable(),
  /** Files of ZCTAs, one a state or one of all. */
  zctas: z.array(LayerFile),
  /** Files of cities, towns and other places, one a state or a town's own limits. */
  place_files: z.array(LayerFile).default([]),
  /** Coverage that the publisher declares; null when it declares none. */
  coverage: LayerFile.nullable(),
  note: z.string().min(1),
})
type BoundariesPartition = z.infer<typeof BoundariesPartition>

export const boundaries: Pipeline<BoundariesPartition> = {
  id: 'boundaries',
  tables: tables.map(({ name }) => name),
  partitions: () => readPartitions('boundaries', BoundariesPartition),
  run,
}

/** One table of the partition: the files of its rows, and how to read a row. */
interface Kind {
  table: Table
  files: readonly LayerFile[]
  /** Null where the mapping knows no such layer. */
  fields: Record<string, Column | null> | null
  toValues: ToValues
}

async function run(
  definition: BoundariesPartition,
  context: PartitionContext,
): Promise<PartitionTable[]> {
  const mapping = await readBoundariesMapping(definition.mapping)
  const kinds: Kind[] = [
    {
      table: states,
      files: definition.states ? [definition.states] : [],
      fields: mapping.states,
      toValues: stateValues,
    },
    {
      table: counties,
      files: definition.counties ? [definition.counties] : [],
      fields: mapping.counties,
      toValues: countyValues,
    },
    {
      table: zctas,
      files: definition.zctas,
      fields: mapping.zctas,
      toValues: zctaValues,
    },
    {
      table: places,
      files: definition.place_files,
      fields: mapping.places,
      toValues: placeReader(definition.county?.fips.slice(0, 2) ?? null),
    },
  ]
  const coverage = await makeCoverage(definition, context)
  const made: PartitionTable[] = []
  const operations = new Set<string>()
  for (const kind of kinds) {
    if (kind.files.length === 0) continue
    const tally = new Tally()
    const rows = rowsOf(kind, definition, tally, operations, context)
    made.push({ ...(await writeTable(kind.table, rows, tally, context)), coverage })
  }
  coverage.note = joinNotes(definition.note, `Coordinates: ${[...operations].join('; ')}.`)
  return made
}

async function* rowsOf(
  { table, files, fields, toValues }: Kind,
  { scale_denominator, vintage }: BoundariesPartition,
  tally: Tally,
  operations: Set<string>,
  context: PartitionContext,
) {
  if (!fields)
    throw new StepError(
      'read the partition',
      `boundaries/${context.partition}`,
      `it names a file of ${table.name}, but its mapping has no columns for one`,
      'Name another mapping: pipelines/boundaries/README.md describes them.',
    )
  for (const file of files) {
    const { reader, textOf } = await openBoundaryLayer(file, fields, context)
    operations.add(reader.operation)
    const read = (feature: SourceFeature): Values => ({
      ...toValues((field) => textOf(feature, field), tally),
      scale_denominator,
      vintage,
    })
    for await (const rows of convertFeatures(reader.slices(), read, tally)) {
      const split = rows.flatMap((row) => splitBySide(row, table.key))
      tally.add('boundaries.split_at_antimeridian', split.length - rows.length)
      yield split
    }
  }
}

const stateValues: ToValues = (read, tally) => {
  const statefp = codeOf(read('statefp'), 2, 'boundaries.no_state_code')
  return {
    state_key: statefp,
    statefp,
    state: stateOf(read('state'), statefp, tally),
    name: requireName(read('name')),
  }
}

const countyValues: ToValues = (read, tally) => {
  const geoid = codeOf(read('geoid'), 5, 'boundaries.no_county_code')
  return {
    county_key: geoid,
    geoid,
    name: read('whole_name') ?? countyFullName(geoid, requireName(read('name'))),
    state: stateOf(read('state'), geoid, tally),
    statefp: geoid.slice(0, 2),
  }
}

const zctaValues: ToValues = (read) => {
  const zcta = codeOf(read('zcta'), 5, 'boundaries.no_zcta')
  return { zcta_key: zcta, zcta, statefp: read('statefp') }
}

async function makeCoverage(
  { coverage, note }: BoundariesPartition,
  context: PartitionContext,
): Promise<DeclaredCoverage> {
  const declared = { outside: 'nothing' as const, evidence: null, note }
  if (coverage === null) return { polygons: null, from: 'the source does not say', ...declared }
  const { polygons } = await readCoverage(coverage, context)
  const layer = coverage.layer ? `, layer ${coverage.layer}` : ''
  const where = coverage.where ? ` where ${coverage.where}` : ''
  return { polygons, from: `${coverage.asset}, ${coverage.member}${layer}${where}`, ...declared }
}

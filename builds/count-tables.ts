import { literal } from '../values/sql-text.ts'
import type { FinishedPartition } from './partition-job.ts'
import { createPlain, type PlainTable } from './plain-table.ts'

const owner = {
  table_name: ['VARCHAR', 'Table that was made'],
  partition: ['VARCHAR', 'Partition of the build'],
} as const

const REJECTS: PlainTable = {
  name: 'rejects',
  about: 'One kind of row or value that was refused while a partition was made.',
  columns: {
    ...owner,
    stat: ['VARCHAR', 'What was wrong; roll.* is about one value of a row that stays'],
    count: ['BIGINT', 'Rows or values refused'],
    example: ['VARCHAR', 'The first of them'],
  },
}

const REPAIRS: PlainTable = {
  name: 'repairs',
  about: 'One kind of fault that was repaired in polygons while a partition was made.',
  columns: {
    ...owner,
    kind: ['VARCHAR', 'Kind of fault'],
    count: ['BIGINT', 'Polygons repaired'],
    area_change_m2: ['DOUBLE', 'Area gained, or lost where negative, square metres'],
  },
}

const KEY_CASES: PlainTable = {
  name: 'key_cases',
  about: 'One case that the id rule and the roll join met: merged, tied, without a row.',
  columns: {
    ...owner,
    name: ['VARCHAR', 'What was met'],
    count: ['BIGINT', 'How often'],
  },
}

/** SQL for what was refused, repaired and merged while the tables were made, as tables. */
export function countStatements(partitions: readonly FinishedPartition[]): string[] {
  const each = partitions.flatMap(({ partition, tables }) =>
    tables.map(({ table, ...made }) => ({ of: [table, partition], ...made })),
  )
  return [
    ...filled(
      REJECTS,
      each.flatMap(({ of, rejects }) =>
        Object.entries(rejects).map(([stat, { count, example }]) => [...of, stat, count, example]),
      ),
    ),
    ...filled(
      REPAIRS,
      each.flatMap(({ of, repairs }) =>
        Object.entries(repairs).map(([kind, { count, area_change_m2 }]) => {
          return [...of, kind, count, area_change_m2]
        }),
      ),
    ),
    ...filled(
      KEY_CASES,
      each.flatMap(({ of, cases }) =>
        Object.entries(cases).map(([name, count]) => [...of, name, count]),
      ),
    ),
  ]
}

function filled(table: PlainTable, rows: readonly (string | number)[][]): string[] {
  const value = (each: string | number) => (typeof each === 'number' ? `${each}` : literal(each))
  return [
    ...createPlain(table),
    ...rows.map((row) => `INSERT INTO ${table.name} VALUES (${row.map(value).join(', ')})`),
  ]
}

import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { checkJson, readJson } from '../catalog/json-file.ts'
import { StepError } from '../terminal/step-error.ts'
import type { AttributeValue } from '../values/published-row.ts'

const Name = z.string().min(1)
const Names = z.union([Name.transform((name) => [name]), z.array(Name).min(1)])

/**
 * A publisher's column in a mapping: `"FLD_ZONE"`, or the names that editions and formats give it,
 * the best first: `["WETLAND_TYPE", "WETLAND_TY"]` (a shapefile cuts names at ten characters). The
 * long form is `{ "names": ..., "optional": true, "null_if": ["0"] }`. Case does not matter.
 */
export const Column: z.ZodType<Column> = z.union([
  Names.transform((names) => ({ names, optional: false, null_if: [] })),
  z.strictObject({
    names: Names,
    /**
     * Some editions lack the column: it is null there. A file without any other column is refused.
     */
    optional: z.boolean().default(false),
    /** Texts that mean "not known", compared after trimming. */
    null_if: z.array(z.string()).default([]),
  }),
])
export interface Column {
  names: string[]
  optional: boolean
  null_if: string[]
}

/** A column that a publisher does not have at all is null in its mapping, or left out. */
export const ColumnOrNone = z.nullable(Column).default(null)

type AnyColumn = Column | null | undefined

/**
 * The columns of a mapping as `openLayerFile` and `loadCsv` take them: of each group one name must
 * be there.
 */
export function columnsToRead(columns: Iterable<AnyColumn>): {
  columns: string[][]
  optionalColumns: string[]
} {
  const named = [...columns].filter((column) => column !== null && column !== undefined)
  return {
    columns: named.flatMap(({ names, optional }) => (optional ? [] : [names])),
    optionalColumns: named.flatMap(({ names, optional }) => (optional ? names : [])),
  }
}

/** The value under the first name that has one; null for a column that is not mapped. */
export function columnValue(
  attributes: Readonly<Record<string, AttributeValue>>,
  column: AnyColumn,
): AttributeValue {
  if (!column) return null
  const { names, null_if } = column
  for (const name of names) {
    const value = attributes[name] ?? null
    // Most columns have no such texts, and this runs for every value of every row.
    if (value !== null && (null_if.length === 0 || !null_if.includes(`${value}`.trim())))
      return value
  }
  return null
}

/** The names of a column in a message. */
export function namesOf(column: Column): string {
  return column.names.join(' or ')
}

const MappingId = z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a mapping')

/**
 * The mapping of a partition: a file of the layer's `mappings`, or the changes of a new edition to
 * one. `{ "extends": "nsi-2022", "id": "fd_id_2", "unread": { "add": ["new_column"] } }`: an object
 * is changed field by field, `add` and `remove` change a list, and anything else takes the place of
 * what was there.
 */
export const MappingEdition = z.union([MappingId, z.looseObject({ extends: MappingId })])
export type MappingEdition = z.infer<typeof MappingEdition>

/**
 * A function that reads `mappings/<id>.json` next to a layer's module and makes the changes of an
 * edition; it throws `StepError`. The README of the layer's pipeline describes its mappings.
 */
export function mappingReader<T>(layer: string, moduleUrl: string, schema: z.ZodType<T>) {
  return async (edition: MappingEdition): Promise<T> => {
    const { extends: id, ...changes } = typeof edition === 'string' ? { extends: edition } : edition
    const path = fileURLToPath(new URL(`mappings/${id}.json`, moduleUrl))
    const step = `read the ${layer} mapping`
    const remedy = `Correct the mapping, or what the partition file changes of it: pipelines/${layer}/README.md describes it.`
    const fail: Fail = (problem) => new StepError(step, path, problem, remedy)
    const changed = applyChanges(await readJson({ path, step, remedy }), changes, fail)
    return checkJson({ path, step, remedy }, changed, schema)
  }
}

type Fail = (problem: string) => StepError

const ListChange = z.strictObject({
  add: z.array(z.unknown()).default([]),
  remove: z.array(z.unknown()).default([]),
})

function applyChanges(base: unknown, changes: unknown, fail: Fail): unknown {
  if (!isObject(changes)) return changes
  if (Array.isArray(base)) return changedList(base, changes, fail)
  if (!isObject(base)) return changes
  const merged = Object.entries(changes).map(([name, value]) => [
    name,
    applyChanges(base[name], value, fail),
  ])
  return { ...base, ...Object.fromEntries(merged) }
}

function changedList(base: readonly unknown[], changes: object, fail: Fail): unknown[] {
  const change = ListChange.safeParse(changes).data
  if (!change) throw fail('a list is changed by {"add": [...], "remove": [...]} or by another list')
  const absent = change.remove.find((each) => !base.includes(each))
  if (absent !== undefined)
    throw fail(`${JSON.stringify(absent)} is not in the list that it is removed from`)
  const left = base.filter((each) => !change.remove.includes(each))
  return [...left, ...change.add.filter((each) => !left.includes(each))]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { checkJson, readJson } from '../catalog/json-file.ts'
import { StepError } from '../terminal/step-error.ts'

const SchemaId = z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a mapping')

/**
 * The mapping of a partition: a file of the layer's `mappings`, or what a new edition changes of one.
 * `{ "extends": "nsi-2022", "id": "fd_id_2", "unread": { "add": ["new_column"] } }`: an object is changed
 * field by field, `add` and `remove` change a list, and anything else takes the place of what was there.
 */
export const MappingEdition = z.union([SchemaId, z.looseObject({ extends: SchemaId })])
export type MappingEdition = z.infer<typeof MappingEdition>

/** Reads `pipelines/<layer>/mappings/<id>.json`, with the changes of an edition. Throws `StepError`. */
export async function readMapping<T>(
  layer: string,
  edition: MappingEdition,
  mapping: z.ZodType<T>,
): Promise<T> {
  const { extends: id, ...changes } = typeof edition === 'string' ? { extends: edition } : edition
  const path = fileURLToPath(new URL(`./${layer}/mappings/${id}.json`, import.meta.url))
  const remedy = `Correct the mapping, or what the partition file changes of it: pipelines/${layer}/README.md describes it.`
  const file = { path, step: `read the ${layer} mapping`, remedy }
  const changed = applyChanges(await readJson(file), changes, (problem) => {
    return new StepError(file.step, path, problem, remedy)
  })
  return checkJson(file, changed, mapping)
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

import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'
import { describeProblems } from './json-problem.ts'

/** Which file is read, in which step, and what a person can do when it does not hold what it should. */
export interface JsonFile {
  path: string
  step: string
  remedy: string
}

/** Reads a JSON file and checks it. Throws `StepError` for a file that is absent, torn or wrong. */
export async function readJsonFile<T>(file: JsonFile, schema: z.ZodType<T>): Promise<T> {
  return checkJson(file, await readJson(file), schema)
}

/** Reads a JSON file as it is, for formats that look at a version before they check the rest. */
export async function readJson({ path, step, remedy }: JsonFile): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new StepError(step, path, 'cannot be read', remedy, { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StepError(step, path, 'is not JSON', remedy, { cause })
  }
}

/** Checks a parsed value. Throws `StepError` that states in words which fields are wrong. */
export function checkJson<T>(file: JsonFile, value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new StepError(file.step, file.path, describeProblems(value, result.error), file.remedy)
}

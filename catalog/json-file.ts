import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'
import { describeProblems } from './json-problem.ts'

/** A JSON file, the step that reads it, and the remedy when its content is wrong. */
export interface JsonFile {
  path: string
  step: string
  remedy: string
}

/** Reads a JSON file and checks it. Throws `StepError` for a file that is absent, torn or wrong. */
export async function readJsonFile<T>(file: JsonFile, schema: z.ZodType<T>): Promise<T> {
  return checkJson(file, await readJson(file), schema)
}

/** Reads a JSON file as it is, for formats whose version is checked before the rest. */
export async function readJson(file: JsonFile): Promise<unknown> {
  const { path, step, remedy } = file
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    throw new StepError(step, path, 'cannot be read', remedy, { cause })
  }
  return parseJson(file, text)
}

/** Parses the text of a JSON file. Throws `StepError` for a text that is not JSON. */
export function parseJson({ path, step, remedy }: JsonFile, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StepError(step, path, 'is not JSON', remedy, { cause })
  }
}

/** Checks a parsed value. Throws `StepError` with a description of the fields that are wrong. */
export function checkJson<T>(file: JsonFile, value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new StepError(file.step, file.path, describeProblems(value, result.error), file.remedy)
}

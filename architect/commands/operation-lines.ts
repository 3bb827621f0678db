import { z } from 'zod'
import { UsageError } from '../../terminal/command.ts'
import type { NumberedCall } from '../operations/calls/run-calls.ts'

/** Most calls in one file. */
const LINES_MAX = 20_000
/** Most characters in one file of calls. */
export const OPERATIONS_CHARACTERS_MAX = 16_000_000

const operationLine = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  /** Makes it safe to run the file again: a call with the same id edits once. */
  operationId: z.string().optional(),
  as: z
    .string()
    .regex(/^[a-z][\w-]*$/i)
    .optional(),
  /** A note for people who read the file. */
  note: z.string().optional(),
})

/**
 * Parses NDJSON with one call per line; empty lines are skipped. Throws `UsageError` with the
 * number of a wrong line.
 */
export function readOperationLines(text: string): NumberedCall[] {
  const lines: NumberedCall[] = []
  const names = new Set<string>(['project'])
  for (const [index, source] of text.split('\n').entries()) {
    if (source.trim() === '') continue
    const line = index + 1
    let json: unknown
    try {
      json = JSON.parse(source)
    } catch (error) {
      throw new UsageError(`Line ${line} is not JSON: ${(error as Error).message}`)
    }
    const read = operationLine.safeParse(json)
    if (!read.success) {
      const [{ path, message }] = read.error.issues
      throw new UsageError(`Line ${line}: ${path.join('.') || 'it'}: ${message}`)
    }
    const { as } = read.data
    if (as !== undefined && names.has(as))
      throw new UsageError(`Line ${line}: the name "${as}" is used already.`)
    if (as !== undefined) names.add(as)
    lines.push({ ...read.data, line })
    if (lines.length > LINES_MAX) throw new UsageError(`There are more than ${LINES_MAX} calls.`)
  }
  return lines
}

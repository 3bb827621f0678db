import { z } from 'zod'
import { UsageError } from '../../terminal/command.ts'

/** Calls of one file. */
const LINES_MAX = 20_000
/** Characters of one file of calls. */
export const OPERATIONS_CHARACTERS_MAX = 16_000_000

const operationLine = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  /** Makes a repeat of the file safe: the same id is done once. */
  operationId: z.string().optional(),
  /** A name for the answer, by which later lines take what is in it: `"$kitchen.wallIds.2"`. */
  as: z
    .string()
    .regex(/^[a-z][\w-]*$/i)
    .optional(),
  /** For who reads the file. */
  note: z.string().optional(),
})

/** One call of a file of operations, with the number of its line. */
export type OperationLine = z.infer<typeof operationLine> & { line: number }

/** Reads NDJSON, one call a line, and says which line is none. Empty lines are skipped. */
export function readOperationLines(text: string): OperationLine[] {
  const lines: OperationLine[] = []
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
      throw new UsageError(`Line ${line}: another answer is called "${as}" already.`)
    if (as !== undefined) names.add(as)
    lines.push({ ...read.data, line })
    if (lines.length > LINES_MAX) throw new UsageError(`There are more than ${LINES_MAX} calls.`)
  }
  return lines
}

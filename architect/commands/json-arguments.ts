import { UsageError } from '../../terminal/command.ts'

/** Parses the arguments of a call on the command line, one JSON object. */
export function parseArguments(source: string): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(source)
  } catch (error) {
    throw new UsageError(`The arguments must be JSON: ${(error as Error).message}`)
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json))
    throw new UsageError('The arguments must be one JSON object.')
  return json as Record<string, unknown>
}

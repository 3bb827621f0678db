import { SECTION_NAMES } from '../layers/index.ts'
import { UsageError } from '../terminal/command.ts'

/** Throws `UsageError` when a name is not that of a section. */
export function assertSectionNames(names: readonly string[]): void {
  const unknown = names.find((name) => !SECTION_NAMES.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no section ${JSON.stringify(unknown)}; there are ${SECTION_NAMES.join(', ')}.`,
    )
}

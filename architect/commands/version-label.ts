import { UsageError } from '../../terminal/command.ts'
import { LABEL_CHARACTERS_MAX } from '../store/store-limits.ts'

/**
 * The label that an option gives a version, null without it. Throws `UsageError` for one that
 * services refuse: they would do so after the draft was pushed.
 */
export function versionLabel(option: string, value: unknown): string | null {
  if (value === undefined) return null
  const label = `${value}`
  if (label.length <= LABEL_CHARACTERS_MAX) return label
  throw new UsageError(
    `${option} must have at most ${LABEL_CHARACTERS_MAX} characters, got ${label.length}. Give a shorter label.`,
  )
}

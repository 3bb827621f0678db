import { safeText } from '../../scene/safe-text.ts'
import { FILE_NAME_CHARACTERS_MAX } from './media-limits.ts'

/**
 * The name of a sent file without folders and without characters that change how a text reads; cut
 * at the start where it is too long, so that its extension stays. `usual` stands for an empty one.
 */
export function fileName(sent: string, usual: string): string {
  const last = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const safe = safeText(last).trim()
  return safe.slice(-FILE_NAME_CHARACTERS_MAX).toWellFormed().trim() || usual
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomText } from './random-text.ts'

const SECRET_LENGTH = 48

/** What signs sessions where no setting says: made once, and kept where its owner alone may read. */
export async function keptSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  try {
    // Fails where there is one: two that start at once keep the first.
    await writeFile(path, randomText(SECRET_LENGTH), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StepError } from '../terminal/step-error.ts'
import { randomText } from './random-text.ts'

const SECRET_LENGTH = 48

/**
 * What signs sessions where no setting says: made once, and kept where its owner alone may read.
 * Throws `StepError` for one that is cut: whoever guesses a short secret is signed in as anybody.
 */
export async function ensureSessionSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  const secret = (await read(path)) ?? (await made(path))
  if (secret.length >= SECRET_LENGTH) return secret
  const remedy = 'Remove it: a new one is made, and who is signed in signs in again.'
  throw new StepError('open the accounts', path, 'holds no whole secret', remedy)
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Written aside and linked: it is there whole, and of two that are made at once the first stays. */
async function made(path: string): Promise<string> {
  const aside = `${path}.${randomText(8)}`
  await writeFile(aside, randomText(SECRET_LENGTH), { mode: 0o600, flag: 'wx' })
  try {
    await link(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(aside)
  }
  return (await read(path)) ?? ''
}

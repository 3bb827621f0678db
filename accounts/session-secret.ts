import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StepError } from '../terminal/step-error.ts'
import { randomText } from './random-text.ts'

const SECRET_LENGTH = 48

/**
 * Reads the secret that signs sessions when no setting names one, or creates it once, in a file
 * that only its owner may read. Throws `StepError` for a truncated secret: anybody who guesses it
 * can sign in as any person.
 */
export async function ensureSessionSecret(folder: string): Promise<string> {
  const path = join(folder, 'secret')
  const secret = (await read(path)) ?? (await create(path))
  if (secret.length >= SECRET_LENGTH) return secret
  const remedy = 'Remove it: a new one is made, and everybody has to sign in again.'
  throw new StepError('open the accounts', path, 'does not hold a whole secret', remedy)
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Creates the file by a link, so that it appears whole; of two created at once the first stays. */
async function create(path: string): Promise<string> {
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

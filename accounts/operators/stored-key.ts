import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'
import type { Admission } from '../accounts.ts'
import { AccountsPort } from '../accounts-port.ts'
import type { AccountsThread } from '../accounts-thread.ts'

/** A map key of the operator with the file that holds it. */
interface StoredKey {
  key: string
  path: string
}

/** A working map key for trying the service. Throws `StepError`. */
export const demoKey = (accounts: AccountsThread, folder: string): Promise<StoredKey> =>
  storedKey(accounts, resolve(folder, 'demo-key'), 'npm start')

/** A working map key, with which the Architect is a client of this service. Throws `StepError`. */
export const ownKey = (accounts: AccountsThread, folder: string): Promise<StoredKey> =>
  storedKey(accounts, resolve(folder, 'architect-key'), 'site data of projects')

/**
 * A working key of the operator, in a file which only its owner may read. A new key is made when
 * the stored one does not work.
 */
async function storedKey(accounts: AccountsThread, path: string, name: string): Promise<StoredKey> {
  const stored = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (stored !== '' && (await isWorking(accounts, stored))) {
    // Somebody may have copied it here with another mode.
    await chmod(path, 0o600)
    return { key: stored, path }
  }
  const owner = { operator: true } as const
  const made = await accounts.operate({ do: 'create', kind: 'map', name, owner })
  if (!('key' in made)) {
    const [why, remedy] =
      'refused' in made ? [made.refused, made.hint] : ['it was not made', 'Try again.']
    throw new StepError(`make a key: ${name}`, path, why, remedy)
  }
  // With PostgreSQL the folder may be missing; the mode applies only when the file is created.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  await writeFile(path, `${made.key}\n`, { mode: 0o600 })
  return { key: made.key, path }
}

/** True for answers that show that the stored key works. */
const IS_WORKING: Record<Admission['kind'], boolean> = {
  admitted: true,
  limited: true,
  visiting: false,
  refused: false,
  forbidden: false,
}

async function isWorking(accounts: AccountsThread, key: string): Promise<boolean> {
  const port = new AccountsPort(accounts.connect())
  try {
    const { kind } = await port.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')
    return IS_WORKING[kind]
  } finally {
    port.close()
  }
}

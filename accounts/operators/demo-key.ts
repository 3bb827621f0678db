import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'
import { AccountsPort } from '../accounts-port.ts'
import type { AccountsThread } from '../accounts-thread.ts'

const NAME = 'npm start'

/**
 * A map key of the operator's that works, for trying the service out: the one that is kept in the
 * folder of the accounts, or a new one where that works no more; and the file that holds it, which
 * its owner alone may read. Throws `StepError`.
 */
export async function demoKey(
  accounts: AccountsThread,
  folder: string,
): Promise<{ key: string; path: string }> {
  const path = resolve(folder, 'demo-key')
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (kept !== '' && (await works(accounts, kept))) {
    // Somebody may have copied it here with another mode.
    await chmod(path, 0o600)
    return { key: kept, path }
  }
  const owner = { operator: true } as const
  const made = await accounts.operate({ do: 'create', kind: 'map', name: NAME, owner })
  if (!('key' in made)) {
    const [why, remedy] = 'refused' in made ? [made.refused, made.hint] : ['it was not made', NAME]
    throw new StepError('make a key to try the service with', path, why, remedy)
  }
  // On PostgreSQL nothing else has made the folder; a mode is set only where a file is made.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  await writeFile(path, `${made.key}\n`, { mode: 0o600 })
  return { key: made.key, path }
}

async function works(accounts: AccountsThread, key: string): Promise<boolean> {
  const port = new AccountsPort(accounts.connect())
  try {
    const { kind } = await port.admit({ kind: 'key', key }, 'read:public', '127.0.0.1')
    return kind === 'admitted' || kind === 'limited'
  } finally {
    port.close()
  }
}

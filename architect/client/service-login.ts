import { readFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { Service } from './http-requests.ts'

const LoginFile = z.object({ url: z.string(), key: z.string() })
const LOGIN_REMEDY = 'Run plat-architect login --url <address of the service>.'
/** Read and written by its owner alone. */
const LOGIN_FILE_MODE = 0o600

/** `$XDG_CONFIG_HOME/plat/architect.json`, or below `~/.config`. */
export function loginPath(environment: NodeJS.ProcessEnv = process.env): string {
  const folder = environment.XDG_CONFIG_HOME
  // The specification of the variable has relative paths ignored.
  const base = folder && isAbsolute(folder) ? folder : join(homedir(), '.config')
  return join(base, 'plat', 'architect.json')
}

/** Whether others on the way to a service can read the key: not within this machine. */
export function isSentInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Stores the address and the key of a service. */
export async function writeLogin(service: Service): Promise<void> {
  const path = loginPath()
  await replaceFile(path, `${JSON.stringify(service)}\n`, { mode: LOGIN_FILE_MODE }).catch(
    (cause) => {
      const remedy = 'Make its folder one that you can write to, or set XDG_CONFIG_HOME.'
      throw new StepError('login', path, 'cannot be written', remedy, { cause })
    },
  )
}

/** Reads the stored login. Throws `StepError` without one. */
export async function readLogin(step: string): Promise<Service> {
  const path = loginPath()
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT')
      throw new StepError(step, path, 'there is no login yet', LOGIN_REMEDY)
    const remedy = 'Make it a file that you can read, or set XDG_CONFIG_HOME.'
    throw new StepError(step, path, `cannot be read: ${cause.code}`, remedy, { cause })
  })
  try {
    return LoginFile.parse(JSON.parse(text))
  } catch {
    throw new StepError(step, path, 'is not a login file', LOGIN_REMEDY)
  }
}

/** Removes the stored login. False where there was none. */
export async function removeLogin(): Promise<boolean> {
  try {
    await rm(loginPath())
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false
    const remedy = 'Remove the file yourself.'
    throw new StepError('logout', loginPath(), 'cannot be removed', remedy, { cause })
  }
}

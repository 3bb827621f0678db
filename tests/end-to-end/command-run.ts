import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

export interface CommandRun {
  code: number | null
  signal: NodeJS.Signals | null
  output: string
}

/** When to kill: some time after a line of output that matches. */
export interface KillMoment {
  line: RegExp
  delay_ms: number
}

/** Runs `plat <args>` in its own process, killed with SIGKILL at the given moment, if any. */
export async function runPlat(
  home: string,
  args: readonly string[],
  kill?: KillMoment,
): Promise<CommandRun> {
  const env = { ...process.env, PLAT_HOME: home }
  const child = spawn(process.execPath, ['plat.ts', ...args], { cwd: PROJECT_ROOT, env })
  let output = ''
  let isDoomed = false
  const read = (chunk: Buffer) => {
    output += chunk
    if (kill === undefined || isDoomed || !kill.line.test(output)) return
    isDoomed = true
    void sleep(kill.delay_ms).then(() => child.kill('SIGKILL'))
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}

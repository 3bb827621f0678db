import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'

/** Interval of the lines that show that a step still runs. */
const HEARTBEAT_MS = 15_000
const MINUTE_MS = 60_000
/** Lines of a failed step's output that are shown; the log has all. */
const SHOWN_LINES = 30

/**
 * Prints a line for the person who waits. Standard output belongs to the program that runs next.
 */
export const print = (text) => process.stderr.write(`${text}\n`)
export const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`

/** A failure outside of this program, which is printed without a stack. */
export class SetupError extends Error {
  constructor(step, problem, remedy) {
    super(`${step} failed: ${problem}\n  remedy  ${remedy}`)
  }
}

/**
 * Creates a function that runs one step: it prints the step's seconds, logs its output in
 * `.plat/setup.log`, and kills its process group after `minutes` or on a signal. With `mayFail` it
 * resolves to false for a step that fails; otherwise it throws `SetupError`.
 */
export function stepRunner(root, { appendsLog = false } = {}) {
  const logPath = join(root, '.plat/setup.log')
  if (!appendsLog) fs.writeFileSync(logPath, '')
  return (name, command, options) =>
    new Promise((resolve, reject) => {
      const [program, ...args] = command
      const { minutes, cwd = root, environment = {}, isDetached = true, mayFail } = options
      const startedAt = Date.now()
      print(`- ${name} ...`)
      fs.appendFileSync(logPath, `\n== ${name}: ${program} ${args.join(' ')}\n`)
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: isDetached,
      })
      let tail = ''
      const take = (chunk) => {
        fs.appendFileSync(logPath, chunk)
        tail = (tail + chunk).slice(-20_000)
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      const kill = (signal) => {
        try {
          process.kill(isDetached ? -child.pid : child.pid, signal)
        } catch {} // It has ended by itself.
      }
      const heartbeat = setInterval(
        () => print(`  still running: ${name}, ${secondsSince(startedAt)}`),
        HEARTBEAT_MS,
      )
      let ending = ''
      const timeout = setTimeout(() => {
        ending = `stopped after ${minutes} minutes`
        kill('SIGKILL')
      }, minutes * MINUTE_MS)
      const interrupt = (signal) => {
        ending = `stopped by ${signal}`
        kill('SIGTERM')
      }
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
      for (const signal of signals) process.on(signal, interrupt)
      const end = (code, problem) => {
        clearInterval(heartbeat)
        clearTimeout(timeout)
        for (const signal of signals) process.off(signal, interrupt)
        if (code === 0 && !ending) {
          print(`  done in ${secondsSince(startedAt)}`)
          return resolve(true)
        }
        if (mayFail && !ending.startsWith('stopped by')) {
          print(
            `  ${mayFail} (${secondsSince(startedAt)}; see .plat/setup.log); going on without it`,
          )
          return resolve(false)
        }
        if (ending.startsWith('stopped by'))
          return reject(new SetupError(name, ending, 'run it again'))
        print(tail.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'))
        const remedy = `${options.remedy ?? 'see the lines above'}; all output is in .plat/setup.log`
        reject(new SetupError(name, ending || problem, remedy))
      }
      child.on('error', (error) => end(1, error.message))
      child.on('close', (code, signal) => end(code, `exit code ${code ?? signal}`))
    })
}

import { type FSWatcher, watch } from 'node:fs'
import { basename } from 'node:path'
import { type Pin, pinFile, readPin } from './pin.ts'

/** A watch on the pin. Closing it stops all callbacks. */
export interface PinWatch {
  /** Reads the pin now, and resolves when that is done. */
  look(): Promise<void>
  close(): void
}

/** `fs.watch` misses changes on network disks, so the pin is also read this often. */
const POLL_MS = 1_000

/**
 * Calls `onChange` with the new pin whenever it moves, at most one second late. The pin of the
 * moment the watch begins is not announced. A pin that cannot be read goes to `onError` once and
 * counts as no change. The watch does not hold the process open.
 */
export function watchPin(
  home: string,
  onChange: (pin: Pin | null) => void,
  options: { onError?: (error: unknown) => void; poll_ms?: number } = {},
): PinWatch {
  const onError = options.onError ?? ((error) => process.emitWarning(String(error)))
  let seen: string | undefined
  let lastProblem = ''
  let isClosed = false
  let watcher: FSWatcher | null = null
  let running: Promise<void> | null = null
  let isRequestedAgain = false

  async function check(): Promise<void> {
    try {
      const pin = await readPin(home)
      const now = JSON.stringify(pin)
      const isMoved = seen !== undefined && now !== seen
      seen = now
      lastProblem = ''
      if (isMoved && !isClosed) onChange(pin)
    } catch (error) {
      const isNew = String(error) !== lastProblem
      lastProblem = String(error)
      if (isNew && !isClosed) onError(error)
    }
  }

  /** One check at a time; events that come meanwhile are one more check. */
  function requestCheck(): void {
    if (isClosed) return
    if (running !== null) {
      isRequestedAgain = true
      return
    }
    running = check().finally(() => {
      running = null
      if (isRequestedAgain) {
        isRequestedAgain = false
        requestCheck()
      }
    })
  }

  /** The folder is watched, not the file: a rename replaces the file and would lose the watch. */
  function follow(): void {
    if (watcher !== null || isClosed) return
    try {
      watcher = watch(home, { persistent: false }, (_event, name) => {
        if (name === null || name === basename(pinFile(home))) requestCheck()
      })
      watcher.on('error', () => {
        watcher?.close()
        watcher = null
      })
    } catch {
      watcher = null // No folder yet, or no watches left: the poll carries on alone.
    }
  }

  const timer = setInterval(() => {
    follow()
    requestCheck()
  }, options.poll_ms ?? POLL_MS).unref()
  follow()
  requestCheck()
  return {
    async look() {
      requestCheck()
      // A read that was under way when it was called may have begun before the move.
      while (running !== null) await running
    },
    close() {
      isClosed = true
      clearInterval(timer)
      watcher?.close()
    },
  }
}

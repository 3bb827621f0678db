import { openSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { connectorOf } from '../../accounts/answer-port.ts'
import { BuildDatabase } from '../../serve/build/build-database.ts'
import { startServer } from '../../serve/server.ts'
import { SILENT } from '../../terminal/progress.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'

/** Reports of the process to its parent. */
export type FromService =
  | { kind: 'note'; text: string }
  | { kind: 'failed'; message: string; remedy: string }
  | { kind: 'serving'; url: string }
  /** No more files can be opened: the error of opening a DuckDB file. */
  | { kind: 'exhausted'; why: string }

// Runs the service on the named home, in two threads, in a process that inherits its limit of open
// files from its parent. Any message makes it open files until no descriptor is left.
const [home] = process.argv.slice(2)
const report = (message: FromService) => process.send!(message)

try {
  const server = await startServer({
    home,
    accounts: connectorOf(ANY_CALLER),
    host: '127.0.0.1',
    port: '0',
    threads: 2,
    progress: { ...SILENT, note: (text) => report({ kind: 'note', text }) },
  })
  report({ kind: 'serving', url: server.url })
} catch (error) {
  const { message, remedy } = error as Error & { remedy: string }
  report({ kind: 'failed', message, remedy })
  process.disconnect()
}

process.on('message', async () => {
  try {
    for (;;) openSync(devNull, 'r')
  } catch {
    // DuckDB would end the process here.
    const attempt = BuildDatabase.open(join(home, 'builds/b1/dossier-b1.duckdb'))
    report({ kind: 'exhausted', why: await attempt.then(() => 'it was', String) })
  }
})

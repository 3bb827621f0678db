import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Prints a question to the terminal and reads a line that is not shown as it is typed. */
export async function readHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Prints a question to the terminal and reads a line that is not shown as it is typed: an empty one
 * where the input ends before. Ctrl+C ends the program, as it does without a prompt.
 */
export async function readHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  lines.once('close', () => end(''))
  lines.once('SIGINT', () => {
    lines.close()
    process.kill(process.pid, 'SIGINT')
  })
  // After the terminal shows no more what is typed.
  process.stderr.write(question)
  try {
    return await Promise.race([lines.question(''), ended])
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

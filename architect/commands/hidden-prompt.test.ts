import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Runs a command with a terminal of its own; part of Debian's essential packages. */
const SCRIPT = '/usr/bin/script'
const PROGRAM = `
  import { readHidden } from '${new URL('./hidden-prompt.ts', import.meta.url)}'
  console.log('read <' + (await readHidden('Key: ')).length + '>')
`

/** What a terminal shows to a person who types this at the prompt, and the exit code. */
async function typed(keys: string): Promise<{ shown: string; code: number | null }> {
  const command = `'${process.execPath}' --input-type=module -e '${PROGRAM.replaceAll("'", '"')}'`
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { timeout: 10_000 })
  let shown = ''
  let isTyped = false
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    shown += chunk
    if (!isTyped && shown.includes('Key: ')) {
      isTyped = true
      child.stdin.write(keys)
    }
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { shown: shown.replaceAll('\r', ''), code }
}

test.skipIf(!existsSync(SCRIPT))('a key that is typed is read, and not shown', async () => {
  expect(await typed('secret\n')).toEqual({ shown: 'Key: \nread <6>\n', code: 0 })
})

test.skipIf(!existsSync(SCRIPT))('input that ends is an empty key', async () => {
  expect(await typed('\u0004')).toEqual({ shown: 'Key: \nread <0>\n', code: 0 })
})

test.skipIf(!existsSync(SCRIPT))('Ctrl+C ends the program without a trace', async () => {
  expect(await typed('sec\u0003')).toEqual({ shown: 'Key: ', code: 130 })
})

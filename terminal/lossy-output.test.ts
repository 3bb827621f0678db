import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LossyOutput } from './lossy-output.ts'

let folder: string
let descriptors: number[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-output-'))
  descriptors = []
})
afterEach(() => {
  for (const fd of descriptors) closeSync(fd)
  rmSync(folder, { recursive: true })
})

function opened(path: string): number {
  descriptors.push(openSync(path, 'a'))
  return descriptors.at(-1)!
}

/** A stream as those of the process, whose descriptor a test may change. */
function streamOf(fd: number, write?: Writable['_write']) {
  const stream = new Writable({ decodeStrings: true, write: write ?? (() => {}) })
  return Object.assign(stream, { fd, isTTY: false, columns: 80 })
}
type Standard = NodeJS.WriteStream & { fd: number }
const outputTo = (stream: ReturnType<typeof streamOf>) =>
  new LossyOutput(stream as unknown as Standard, (count, problem) => `${count} lost: ${problem}\n`)

test.skipIf(!existsSync('/dev/full'))(
  'a full disk costs lines, which are counted once there is room',
  () => {
    const path = join(folder, 'log')
    const stream = streamOf(opened(path))
    const output = outputTo(stream)
    output.write('first\n')
    const [room] = descriptors
    stream.fd = opened('/dev/full')
    for (let line = 0; line < 412; line++) output.write(`dropped ${line}\n`)
    stream.fd = room
    output.write('second\n')
    output.write('third\n')
    const lost = '412 lost: ENOSPC: no space left on device, write\n'
    expect(readFileSync(path, 'utf8')).toBe(`first\n${lost}second\nthird\n`)
    stream.fd = descriptors[1]
    output.write('dropped again\n')
    stream.fd = room
    output.write('fourth\n')
    expect(readFileSync(path, 'utf8')).toMatch(/third\n1 lost: .+\nfourth\n$/)
  },
)

test('a reader that does not read costs a bounded memory, and learns the count when it reads', () => {
  const fd = opened('/dev/null')
  let take = () => {}
  const chunks: string[] = []
  const stream = streamOf(fd, (chunk, _encoding, done) => {
    take = () => {
      chunks.push(`${chunk}`)
      done()
    }
  })
  // A pipe is not a file: text goes through the stream.
  Object.assign(stream, { isTTY: true })
  const output = outputTo(stream)
  const line = `${'x'.repeat(999)}\n`
  for (let at = 0; at < 5_000; at++) output.write(line)
  expect(stream.writableLength).toBeLessThan(1_100_000)
  const written = stream.writableLength / 1_000
  while (stream.writableLength > 0) take()
  output.write('and on\n')
  while (stream.writableLength > 0) take()
  expect(chunks.at(-1)).toBe(`${5_000 - written} lost: its reader does not read\nand on\n`)
})

test('a closed pipe ends nothing', async () => {
  const stream = streamOf(opened('/dev/null'), (_chunk, _encoding, done) =>
    done(new Error('EPIPE')),
  )
  Object.assign(stream, { isTTY: true })
  const output = outputTo(stream)
  output.write('first\n')
  await expect.poll(() => stream.destroyed).toBe(true)
  for (let line = 0; line < 3; line++) output.write('more\n')
  expect(stream.writableLength).toBeLessThan(20)
})

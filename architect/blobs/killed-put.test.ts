import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { FolderBlobs } from './folder-blobs.ts'

const KILLS = isLongRun ? 100 : 2
/** The longest time that a writer lives after its first blob. */
const LIFE_MS = 60
const MODULE = JSON.stringify(new URL('./folder-blobs.ts', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blobs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that stores blobs, some of them the same, until it is killed. */
function writer(round: number) {
  const code = `import { FolderBlobs } from ${MODULE}
    import { writeSync } from 'node:fs'
    const blobs = await FolderBlobs.open(${JSON.stringify(folder)})
    const store = async (i) => {
      const bytes = Buffer.alloc(1 + (i * 7919) % 300_000, '${round} ' + (i >> 1))
      writeSync(1, await blobs.put(bytes) + ' ' + bytes.length + '\\n')
    }
    for (let i = 0; i < 100_000; i += 8)
      await Promise.all(Array.from({ length: 8 }, (_, k) => store(i + k)))`
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test(`after each of ${KILLS} kills every stored blob is whole, and none is there in part`, async () => {
  const random = seededRandom(20261123)
  const stored = new Map<string, number>()
  let unfinished = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const child = writer(kill)
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    await once(child.stdout, 'data')
    await sleep(random() * LIFE_MS)
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
    // A line is written whole or not at all.
    for (const line of printed.trim().split('\n')) {
      const [hash, bytes] = line.split(' ')
      stored.set(hash, Number(bytes))
    }
    const left = readdirSync(join(folder, 'incoming'))
    unfinished += left.length
    const twoHoursAgo = new Date(Date.now() - 7_200_000)
    for (const name of left) utimesSync(join(folder, 'incoming', name), twoHoursAgo, twoHoursAgo)
    const blobs = await FolderBlobs.open(folder)
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
    const listed = new Map<string, number>()
    for await (const { hash, bytes } of blobs.list()) {
      // `get` verifies the hash, and this the hash of the test.
      const read = await blobs.get(hash)
      expect(createHash('sha256').update(read).digest('hex')).toBe(hash)
      expect(read.length).toBe(bytes)
      listed.set(hash, bytes)
    }
    for (const [hash, bytes] of stored) expect([hash, listed.get(hash)]).toEqual([hash, bytes])
    // A later round does not read the blobs of all earlier ones again.
    for (const hash of listed.keys()) await blobs.delete(hash)
    stored.clear()
    await blobs.close()
  }
  // Of so many kills some came while a file was written.
  if (isLongRun) expect(unfinished).toBeGreaterThan(0)
}, 300_000)

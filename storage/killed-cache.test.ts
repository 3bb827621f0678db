import { spawn } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { BLOCK_BYTES } from '../catalog/stored-file.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { folderGround } from '../tests/fixtures/store-ground.ts'
import { isLongRun } from '../tests/long-run.ts'
import { BlockFolder } from './block-folder.ts'
import { blockListKey, blockListOf } from './block-list.ts'

const KILLS = isLongRun ? 100 : 1
/** More than a thread has in memory, so that most reads are of the cache. */
const BLOCKS = 120
/** Fewer than the file has, so that blocks are removed as well. */
const LIMIT_BYTES = 40 * BLOCK_BYTES
/** A process is killed so much later, at most, than after its first reads. */
const LATER_MS = 100
const SCRIPT = fileURLToPath(new URL('../tests/fixtures/block-churn.ts', import.meta.url))

/** Paths of the files of a cache: of its blocks, and of those that are half written. */
async function cached(folder: string): Promise<{ whole: string[]; half: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return {
    whole: paths.filter((path) => !path.endsWith('.half')),
    half: paths.filter((path) => path.endsWith('.half')),
  }
}

test('after each kill of a process that caches blocks, the cache has whole blocks only and stays below its limit', async () => {
  const root = await mkdtemp(join(tmpdir(), 'plat-killed-cache-'))
  const random = seededRandom(20261130)
  const ground = await folderGround(join(root, 'store'))
  const folder = join(root, 'blocks')
  try {
    const bytes = randomBytes(BLOCKS * BLOCK_BYTES)
    const file = { path: join(root, 'file'), bytes: bytes.length, sha256: hash('sha256', bytes) }
    await writeFile(file.path, bytes)
    await ground.storage.putFile(`objects/${file.sha256}`, file)
    await ground.storage.put(blockListKey(file), await blockListOf(file))
    let halves = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const own = [join(root, 'store'), folder, `${LIMIT_BYTES}`, `${kill}`]
      const args = [SCRIPT, ...own, file.sha256, `${file.bytes}`]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      await sleep(random() * LATER_MS)
      expect(child.exitCode).toBeNull()
      child.kill('SIGKILL')
      await once(child, 'close')
      const left = await cached(folder)
      halves += left.half.length
      for (const path of left.whole)
        expect(path.endsWith(hash('sha256', await readFile(path)))).toBe(true)
      await BlockFolder.open(folder, LIMIT_BYTES)
      const { whole, half } = await cached(folder)
      expect(half).toEqual([])
      expect(whole.length).toBeGreaterThan(0)
      expect(whole.length * BLOCK_BYTES).toBeLessThanOrEqual(LIMIT_BYTES)
    }
    // Some were killed in the middle of a block.
    if (isLongRun) expect(halves).toBeGreaterThan(0)
  } finally {
    await ground.close()
    await rm(root, { recursive: true })
  }
}, 900_000)

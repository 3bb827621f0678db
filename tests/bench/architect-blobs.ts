/**
 * Blobs in a folder: one after the other and 32 at once, the same again, and reading them. The same
 * files written by one plain call each, which a power failure may lose, show what durability costs.
 *
 *   node tests/bench/architect-blobs.ts [--blobs 2000] [--bytes 25000] [--folder FOLDER]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import PQueue from 'p-queue'
import { FolderBlobs } from '../../architect/blobs/folder-blobs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { machine, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    blobs: { type: 'string', default: '2000' },
    bytes: { type: 'string', default: '25000' },
    folder: { type: 'string', default: tmpdir() },
    seed: { type: 'string', default: '7' },
  },
})
const count = wholeOption(values.blobs, 'blobs')
const bytes = wholeOption(values.bytes, 'bytes')
const seed = wholeOption(values.seed, 'seed')
const AT_ONCE = 32
const started = machine()
const random = seededRandom(seed)
const made = Array.from({ length: 2 * count }, () =>
  new Uint8Array(bytes).map(() => random() * 256),
)

const folder = mkdtempSync(join(values.folder, 'blobs-bench-'))
try {
  const opening = performance.now()
  const blobs = await FolderBlobs.open(join(folder, 'blobs'))
  const openedMs = performance.now() - opening
  const hashes: string[] = []
  const [first, second] = [made.slice(0, count), made.slice(count)]
  const plain = (blob: Uint8Array, i: number) => writeFile(join(folder, `${i}`), blob)
  const result = {
    machine: started,
    blobs: count,
    bytes,
    seed,
    opened_new_ms: rounded(openedMs, 1),
    plain_files: await timed(first, 1, plain),
    put: await timed(first, 1, async (blob) => void hashes.push(await blobs.put(blob))),
    [`put_${AT_ONCE}_at_once`]: await timed(second, AT_ONCE, (blob) => blobs.put(blob)),
    put_again: await timed(first, 1, (blob) => blobs.put(blob)),
    get: await timed(hashes, 1, (hash) => blobs.get(hash)),
    size_of: await timed(hashes, 1, (hash) => blobs.sizeOf(hash)),
  }
  console.log(result)
  writeResults('architect-blobs', result)
} finally {
  rmSync(folder, { recursive: true })
}

/** Milliseconds of each call, and calls per second of all. */
async function timed<T>(
  items: readonly T[],
  atOnce: number,
  call: (item: T, i: number) => Promise<unknown>,
) {
  const times: number[] = []
  const queue = new PQueue({ concurrency: atOnce })
  const begun = performance.now()
  const measured = async (item: T, i: number) => {
    const start = performance.now()
    await call(item, i)
    times.push(performance.now() - start)
  }
  await queue.addAll(items.map((item, i) => () => measured(item, i)))
  const seconds = (performance.now() - begun) / 1_000
  times.sort((a, b) => a - b)
  const at = (share: number) => rounded(times[Math.floor(times.length * share)], 2)
  return { p50_ms: at(0.5), p99_ms: at(0.99), per_second: rounded(items.length / seconds, 0) }
}

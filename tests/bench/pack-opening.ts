/**
 * Opens the packs of a folder and reports the time taken and the memory of the process.
 * Run by lookup.ts in a process of its own: node tests/bench/pack-opening.ts <folder> <bytes>
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Pack } from '../../packs/pack-reader.ts'

const [folder, memory] = process.argv.slice(2)
const bare = process.memoryUsage.rss()
const began = performance.now()
const files = readdirSync(folder).filter((name) => name.endsWith('.pack'))
const packs = files.map((name) => {
  return new Pack({ file: join(folder, name), memoryLimitBytes: Number(memory) })
})
const open_ms = performance.now() - began
const rss = process.memoryUsage.rss()
for (const pack of packs) pack.close()
const megabytes = (bytes: number) => Math.round(bytes / 1e6)
console.log(
  JSON.stringify({
    open_ms: Math.round(open_ms),
    process_bare_mb: megabytes(bare),
    process_mb: megabytes(rss),
  }),
)

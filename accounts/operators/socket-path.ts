import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Of `sun_path` on Linux, without its final zero; macOS has 103. */
const PATH_BYTES_MAX = 103

/** Where a service that runs listens for operators, and what takes the place away again. */
export async function makeSocketPath(
  folder: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = join(folder, 'socket')
  const note = noteOf(folder)
  await Promise.all([rm(path, { force: true }), rm(note, { force: true })])
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return { path, remove: () => removed(path) }
  // Made with mode 0700: others can neither enter nor see what is in it.
  const short = join(await mkdtemp(join(tmpdir(), 'plat-')), 'socket')
  await writeFile(note, short, { mode: 0o600 })
  return {
    path: short,
    async remove() {
      await removed(note)
      await rm(dirname(short), { recursive: true, force: true })
    },
  }
}

/** Where a service would listen that has these accounts. */
export function socketPath(folder: string): string {
  const note = noteOf(folder)
  return existsSync(note) ? readFileSync(note, 'utf8') : join(folder, 'socket')
}

/** The file that names a socket whose own place has too long a path. */
function noteOf(folder: string): string {
  return join(folder, 'socket-path')
}

async function removed(path: string): Promise<void> {
  await rm(path, { force: true })
}

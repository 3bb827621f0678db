import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Length of `sun_path` on macOS without its final zero; Linux allows more. */
const PATH_BYTES_MAX = 103

/** Makes the path at which a running service listens for operators; `remove` deletes it again. */
export async function makeSocketPath(
  folder: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = join(folder, 'socket')
  const note = noteOf(folder)
  await Promise.all([rm(path, { force: true }), rm(note, { force: true })])
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return { path, remove: () => removed(path) }
  // The folder has mode 0700, so that other users cannot read it.
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

/** The path at which a service that has these accounts listens. */
export function socketPath(folder: string): string {
  const note = noteOf(folder)
  return existsSync(note) ? readFileSync(note, 'utf8') : join(folder, 'socket')
}

/** The file that names the socket when its usual path would be too long. */
function noteOf(folder: string): string {
  return join(folder, 'socket-path')
}

async function removed(path: string): Promise<void> {
  await rm(path, { force: true })
}

import { open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Repairs the damage: restores bytes and names. */
export type Repair = () => Promise<void>

export interface Damage {
  name: string
  /**
   * Damages a file of a folder. `other` is another file of it, `random` gives numbers from 0 to 1.
   */
  make(folder: string, file: string, other: string, random: () => number): Promise<Repair>
}

/** Writes bytes in place, to the same inode, as a program that has the file open. */
async function overwrite(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.truncate(bytes.length)
    await handle.write(bytes, 0, bytes.length, 0)
  } finally {
    await handle.close()
  }
}

/** Damage in place, with bytes computed from the sound ones, and repaired in place. */
function inPlace(name: string, change: (whole: Buffer, random: () => number) => Buffer): Damage {
  return {
    name,
    async make(folder, file, _other, random) {
      const path = join(folder, file)
      const whole = await readFile(path)
      await overwrite(path, change(Buffer.from(whole), random))
      return () => overwrite(path, whole)
    },
  }
}

export const DAMAGES: Damage[] = [
  inPlace('one byte flipped', (bytes, random) => {
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8)
    return bytes
  }),
  inPlace('cut off', (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length))),
  inPlace('longer', (bytes) => Buffer.concat([bytes, Buffer.from('more')])),
  inPlace('replaced by zeros', (bytes) => bytes.fill(0)),
  inPlace('with another page', (bytes, random) => {
    const from = Math.floor(random() * bytes.length)
    for (let at = from; at < Math.min(bytes.length, from + 4_096); at++) bytes[at] ^= 255
    return bytes
  }),
  {
    name: 'removed',
    async make(folder, file) {
      const path = join(folder, file)
      const whole = await readFile(path)
      await rm(path)
      return () => writeFile(path, whole)
    },
  },
  {
    name: 'moved away',
    async make(folder, file) {
      const path = join(folder, file)
      await rename(path, `${path}.away`)
      return () => rename(`${path}.away`, path)
    },
  },
  {
    name: 'swapped with another',
    async make(folder, file, other) {
      const [a, b, between] = [join(folder, file), join(folder, other), join(folder, 'between')]
      const swap = async () => {
        await rename(a, between)
        await rename(b, a)
        await rename(between, b)
      }
      await swap()
      return swap
    },
  },
  {
    name: 'replaced by one of its size and times',
    async make(folder, file, _other, random) {
      const path = join(folder, file)
      const [whole, { atime, mtime }] = [await readFile(path), await stat(path)]
      const bytes = Buffer.from(whole)
      bytes[Math.floor(random() * bytes.length)] ^= 255
      await rename(path, `${path}.away`)
      await writeFile(path, bytes)
      await utimes(path, atime, mtime)
      return () => rename(`${path}.away`, path)
    },
  },
]

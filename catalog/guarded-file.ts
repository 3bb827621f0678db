import { closeSync, fstatSync, openSync, read, readSync, type Stats, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BuildFile, SharedGuardedFile } from './build-file.ts'
import { DamagedFile } from './damaged-file.ts'
import { hashDescriptor, type OnPart } from './file-hash.ts'
import { UnavailableFile } from './unavailable-file.ts'

/** Places in the shared state: two Int32, then six Float64. */
const [DESCRIPTOR, GENERATION] = [0, 1]
const IDENTITY_AT = 8
const STATE_BYTES = IDENTITY_AT + 6 * 8
/** Marks a file of which nothing may be read, instead of a descriptor. */
const NONE = -1

/**
 * File systems stamp changes by a clock that steps by up to 10 ms: two changes within a step have
 * one stamp. A file that changed so lately is verified a little later.
 */
const STAMP_STEP_MS = 20

const readAt = promisify(read)

/**
 * An open file whose bytes count only while the file is the one that was opened or verified: same
 * inode, size, time of its last write and of its last change. Each read is followed by one `fstat`
 * (0.5 µs), so bytes that were written meanwhile are never handed out. Every thread of the process
 * reads through the same descriptor.
 */
export class GuardedFile implements BuildFile {
  readonly shared: SharedGuardedFile
  private readonly ints: Int32Array
  private readonly identity: Float64Array

  /** A file that another thread of the process opened. */
  constructor(shared: SharedGuardedFile) {
    this.shared = shared
    this.ints = new Int32Array(shared.state, 0, 2)
    this.identity = new Float64Array(shared.state, IDENTITY_AT)
  }

  /** Opens a file as it is now. Throws the system's error. */
  static open(path: string): GuardedFile {
    const file = GuardedFile.awaited(path)
    const descriptor = openSync(path, 'r')
    file.publish(descriptor, identityOf(fstatSync(descriptor)))
    return file
  }

  /** A file that is still to come: reads throw `UnavailableFile` until `replaceBy`. */
  static awaited(path: string): GuardedFile {
    const state = new SharedArrayBuffer(STATE_BYTES)
    new Int32Array(state)[DESCRIPTOR] = NONE
    return new GuardedFile({ kind: 'guarded', path, state })
  }

  get path(): string {
    return this.shared.path
  }

  get size(): number {
    return this.identity[2]
  }

  /**
   * Number of times that the file was opened or verified: values read in an earlier one are stale.
   */
  get generation(): number {
    return Atomics.load(this.ints, GENERATION)
  }

  /**
   * Fills `into` as far as the file reaches and returns the number of bytes. Throws `DamagedFile`.
   */
  read(into: Uint8Array, position: number): number {
    return this.guarded((descriptor) => readSync(descriptor, into, 0, into.length, position))
  }

  /** Reads like `read`, without blocking the event loop. */
  async readLater(into: Uint8Array, position: number): Promise<number> {
    const descriptor = this.descriptor()
    const { bytesRead } = await readAt(descriptor, into, 0, into.length, position).catch(
      (cause: unknown) => {
        throw this.damaged('cannot be read', cause)
      },
    )
    this.expectSame(descriptor)
    return bytesRead
  }

  /** Throws `DamagedFile` when the file is not the one that was opened or verified. */
  expectWhole(): void {
    this.expectSame(this.descriptor())
  }

  /**
   * Like `expectWhole`, and the path must still lead to it: for engines that open files themselves.
   */
  expectWholeAtPath(): void {
    this.expectWhole()
    let found: Stats | undefined
    try {
      found = statSync(this.path, { throwIfNoEntry: false })
    } catch (cause) {
      throw this.damaged('cannot be reached', cause)
    }
    if (!found || !this.isSame(found)) throw this.damaged('was replaced or removed')
  }

  isWhole(): boolean {
    try {
      this.expectWhole()
      return true
    } catch {
      return false
    }
  }

  /**
   * SHA-256 and length of the whole file, which is guarded from now on. Throws `DamagedFile` when
   * it was written to meanwhile. For the thread that opened it.
   */
  async hash(onPart?: OnPart): Promise<{ bytes: number; sha256: string }> {
    const descriptor = this.descriptor()
    const before = await settled(descriptor)
    const found = await hashDescriptor(descriptor, onPart)
    this.publish(descriptor, identityOf(before))
    this.expectWhole()
    return found
  }

  /** Takes over the descriptor and identity of another open file, in every thread. */
  replaceBy(other: GuardedFile): void {
    const descriptor = other.descriptor()
    this.close()
    this.publish(descriptor, other.identity)
  }

  /** Closes the file in every thread: reads throw `DamagedFile` until `replaceBy`. */
  close(): void {
    const descriptor = Atomics.exchange(this.ints, DESCRIPTOR, NONE)
    if (descriptor !== NONE) closeSync(descriptor)
  }

  private publish(descriptor: number, identity: ArrayLike<number>): void {
    Atomics.store(this.ints, DESCRIPTOR, NONE)
    this.identity.set(identity)
    Atomics.add(this.ints, GENERATION, 1)
    Atomics.store(this.ints, DESCRIPTOR, descriptor)
  }

  private descriptor(): number {
    const descriptor = Atomics.load(this.ints, DESCRIPTOR)
    if (descriptor !== NONE) return descriptor
    if (this.generation > 0) throw this.damaged('is damaged or gone')
    throw new UnavailableFile('coming', this.path, 'is still coming from the store')
  }

  private guarded<T>(work: (descriptor: number) => T): T {
    const descriptor = this.descriptor()
    let result: T
    try {
      result = work(descriptor)
    } catch (cause) {
      throw this.damaged('cannot be read', cause)
    }
    this.expectSame(descriptor)
    return result
  }

  private expectSame(descriptor: number): void {
    let isSame = false
    try {
      isSame = this.isSame(fstatSync(descriptor))
    } catch (cause) {
      throw this.damaged('was closed', cause)
    }
    // Another thread may have replaced descriptor and identity meanwhile.
    if (!isSame || Atomics.load(this.ints, DESCRIPTOR) !== descriptor)
      throw this.damaged('changed after it was verified')
  }

  /** True when nothing about the file changed, links included, so that its hash is still valid. */
  isVerified(): boolean {
    try {
      const found = identityOf(fstatSync(this.descriptor()))
      return found.every((value, i) => value === this.identity[i])
    } catch {
      return false
    }
  }

  /**
   * A build links the rasters of the one before, which stamps the file as changed and writes no
   * byte: a change of the number of links explains the stamp until the file is hashed again.
   */
  private isSame(found: Stats): boolean {
    const [dev, ino, size, written_at, changed_at, links] = this.identity
    const isFile = found.dev === dev && found.ino === ino
    const isWritten = found.size !== size || found.mtimeMs !== written_at
    const isRelinked = found.nlink !== links && found.nlink > 0
    return isFile && !isWritten && (found.ctimeMs === changed_at || isRelinked)
  }

  private damaged(problem: string, cause?: unknown): DamagedFile {
    return new DamagedFile(this.path, problem, { cause })
  }
}

function identityOf({ dev, ino, size, mtimeMs, ctimeMs, nlink }: Stats): number[] {
  return [dev, ino, size, mtimeMs, ctimeMs, nlink]
}

/** The state of a file once its last change is older than a step of the file system's clock. */
async function settled(descriptor: number): Promise<Stats> {
  for (;;) {
    const found = fstatSync(descriptor)
    const age_ms = Date.now() - found.ctimeMs
    // A stamp of tomorrow is from a clock that was set back: no waiting helps.
    if (age_ms >= STAMP_STEP_MS || age_ms < 0) return found
    await setTimeout(STAMP_STEP_MS - age_ms)
  }
}

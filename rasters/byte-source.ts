import type { BuildFile } from '../catalog/build-file.ts'
import { GuardedFile } from '../catalog/guarded-file.ts'

export interface ByteSlice {
  offset: number
  length: number
}

/** Random access to the bytes of a raster, with the interface that geotiff reads from. */
export abstract class ByteSource {
  /** Reads a slice; fewer bytes at the end of the file. */
  protected abstract read(slice: ByteSlice): Promise<ArrayBuffer>

  async fetch(slices: ByteSlice[]): Promise<ArrayBuffer[]> {
    return Promise.all(slices.map((slice) => this.read(slice)))
  }

  async fetchSlice(slice: ByteSlice) {
    return { ...slice, data: await this.read(slice) }
  }

  get fileSize(): number | null {
    return null
  }

  async close(): Promise<void> {}
}

/** A file of a build. Reading throws `UnavailableFile`. */
export class FileSource extends ByteSource {
  private readonly file: BuildFile
  private readonly isOwn: boolean

  /** Closing closes the file only if `isOwn`. */
  constructor(file: BuildFile, isOwn = false) {
    super()
    this.file = file
    this.isOwn = isOwn
  }

  static async open(path: string): Promise<FileSource> {
    return new FileSource(GuardedFile.open(path), true)
  }

  protected async read({ offset, length }: ByteSlice): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(length)
    const bytesRead = await this.file.readLater(bytes, offset)
    return bytes.buffer.slice(0, bytesRead)
  }

  /** Call only when no read is in progress. */
  override async close(): Promise<void> {
    if (this.isOwn) this.file.close()
  }
}

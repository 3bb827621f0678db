import { GuardedFile } from '../catalog/guarded-file.ts'

export interface ByteSlice {
  offset: number
  length: number
}

/** Bytes of a raster by position, in the shape that geotiff reads from. */
export abstract class ByteSource {
  /** Fewer bytes than asked for where the file ends. */
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

/** A file of a build. Reading throws `DamagedFile`. */
export class FileSource extends ByteSource {
  private readonly file: GuardedFile
  private readonly isOwn: boolean

  /** A file of somebody else's, who closes it, unless `isOwn`. */
  constructor(file: GuardedFile, isOwn = false) {
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

  /** Nothing may be being read of it. */
  override async close(): Promise<void> {
    if (this.isOwn) this.file.close()
  }
}

import { type FileHandle, open } from 'node:fs/promises'

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

/** A file of a build. */
export class FileSource extends ByteSource {
  private readonly handle: FileHandle

  private constructor(handle: FileHandle) {
    super()
    this.handle = handle
  }

  static async open(path: string): Promise<FileSource> {
    return new FileSource(await open(path, 'r'))
  }

  protected async read({ offset, length }: ByteSlice): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(length)
    const { bytesRead } = await this.handle.read(bytes, 0, length, offset)
    return bytes.buffer.slice(0, bytesRead)
  }

  /** Waits for what is being read. */
  override async close(): Promise<void> {
    await this.handle.close()
  }
}

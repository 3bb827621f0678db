import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Place } from './blob-settings.ts'
import type { BlobHash, ByteRange } from './blob-store.ts'
import { OperationTimeout, statusOf } from './s3-failure.ts'

/** Attempts of the client of S3 for a request that fails by the network, by load or with 5xx. */
const ATTEMPTS = 3
export interface S3Waits {
  connect_ms: number
  /** For the head of a response. */
  response_ms: number
  /** For all attempts of a request with the pauses between them. */
  operation_ms: number
  /** For those of a deletion, during which another process may store the blob again. */
  deletion_ms: number
  /** For the next bytes of a body. */
  silence_ms: number
}
/** Longest waits for S3: to connect, for a response, for all attempts, for the next bytes. */
const S3_WAITS_MS = {
  connect_ms: 5_000,
  response_ms: 20_000,
  operation_ms: 60_000,
  deletion_ms: 5_000,
  silence_ms: 20_000,
}
/** Every wait for a transfer is longer by the time that its bytes take at this rate: 256 KiB/s. */
const SLOWEST_BYTES_PER_SECOND = 262_144
/** Keys of one page of a list. */
const PAGE_MAX = 1_000

export interface FoundObject {
  bytes: number
  written_at: Date
  /** SHA-256 that the service computed when it stored the object; null where it has none. */
  checksum: BlobHash | null
}

/** The requests to one bucket, each with bounded attempts and waits. Throws the client's errors. */
export class S3Requests {
  readonly waits: S3Waits
  private readonly client: S3Client
  private readonly bucket: string
  private readonly prefix: string

  constructor(place: S3Place, connectionsMax: number, waits: S3Waits = S3_WAITS_MS) {
    this.bucket = place.bucket
    this.prefix = place.prefix && `${place.prefix}/`
    this.waits = waits
    const agent = { keepAlive: true, maxSockets: connectionsMax }
    this.client = new S3Client({
      region: place.region,
      ...(place.endpoint && { endpoint: place.endpoint }),
      forcePathStyle: place.path_style,
      maxAttempts: ATTEMPTS,
      retryMode: 'standard',
      // Checksums of the client's own choice are unknown to many services: the SHA-256 is sent.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: waits.connect_ms,
        requestTimeout: waits.response_ms,
        throwOnRequestTimeout: true,
        // A slow reader of a stream leaves its connection idle. Bodies have a wait of their own.
        socketTimeout: 0,
        httpAgent: agent,
        httpsAgent: agent,
      },
    })
  }

  /** Looks for an object; null where there is none. Throws when the bucket is not there. */
  async find(hash: BlobHash): Promise<FoundObject | null> {
    const found = await this.look(hash)
    if (found) return found
    // The response to a look has no body. That of a read states if the bucket is missing.
    const read = await this.get(hash, null)
    read?.Body?.destroy()
    return read && { bytes: read.ContentLength ?? 0, written_at: dateOf(read), checksum: null }
  }

  /** Looks for an object; null where there is none or where the bucket is missing too. */
  async look(hash: BlobHash): Promise<FoundObject | null> {
    const command = new HeadObjectCommand({ ...this.named(hash), ChecksumMode: 'ENABLED' })
    const found = await ifThere(this.send((options) => this.client.send(command, options)))
    if (!found) return null
    const { ContentLength = 0, ChecksumSHA256 } = found
    const checksum = ChecksumSHA256 && Buffer.from(ChecksumSHA256, 'base64').toString('hex')
    return { bytes: ContentLength, written_at: dateOf(found), checksum: checksum || null }
  }

  /** The response with the body, of which the caller takes care; null where there is none. */
  async get(name: string, range: ByteRange | null): Promise<Download | null> {
    const command = new GetObjectCommand({
      ...this.named(name),
      ...(range && { Range: `bytes=${range.first}-${range.last}` }),
    })
    return (await ifThere(
      this.send((options) => this.client.send(command, options)),
    )) as Download | null
  }

  /** Stores bytes of this SHA-256, under it unless another name is given. */
  async put(hash: BlobHash, bytes: Uint8Array, name: string = hash): Promise<void> {
    const command = new PutObjectCommand({
      ...this.named(name),
      Body: bytes,
      ContentLength: bytes.length,
      ContentType: 'application/octet-stream',
      ChecksumSHA256: Buffer.from(hash, 'hex').toString('base64'),
    })
    // Every service compares this one with the bytes. The client would hash them again for it.
    command.middlewareStack.add(
      (next) => (args) => {
        ;(args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] =
          hash
        return next(args)
      },
      { step: 'build' },
    )
    await this.send((options) => this.client.send(command, options), {
      sent: bytes.length,
    })
  }

  async delete(hash: BlobHash): Promise<void> {
    const command = new DeleteObjectCommand(this.named(hash))
    const waitMs = this.waits.deletion_ms
    await ifThere(this.send((options) => this.client.send(command, options), { waitMs }))
  }

  /** One page of the objects directly below the prefix. */
  async list(token: string | null, max = PAGE_MAX): Promise<ListObjectsV2CommandOutput> {
    const command = new ListObjectsV2Command({
      Bucket: this.bucket,
      Prefix: this.prefix,
      Delimiter: '/',
      MaxKeys: max,
      ...(token !== null && { ContinuationToken: token }),
    })
    return await this.send((options) => this.client.send(command, options))
  }

  /** The name of an object without the prefix; null for that of another prefix. */
  nameOf(key: string): string | null {
    return key.startsWith(this.prefix) ? key.slice(this.prefix.length) : null
  }

  /** The longest time for a transfer of bytes after the head of the response. */
  transferMs(bytes: number): number {
    return this.waits.silence_ms + (bytes / SLOWEST_BYTES_PER_SECOND) * 1_000
  }

  destroy(): void {
    this.client.destroy()
  }

  /**
   * Sends a request within its time. The client's own pauses between attempts do not end when it
   * is aborted, so the time is measured here.
   */
  private async send<T>(
    request: (options: SendOptions) => Promise<T>,
    { sent = 0, waitMs = this.waits.operation_ms } = {},
  ): Promise<T> {
    const transferMs = (sent / SLOWEST_BYTES_PER_SECOND) * 1_000
    const abortion = new AbortController()
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new OperationTimeout())
      abortion.abort()
    }, waitMs + transferMs)
    const sending = request({
      abortSignal: abortion.signal,
      requestTimeout: this.waits.response_ms + transferMs,
    })
    try {
      return await Promise.race([sending, timeout])
    } finally {
      clearTimeout(timer)
    }
  }

  private named(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + name }
  }
}

export type Download = Omit<GetObjectCommandOutput, 'Body'> & { Body: Readable }

interface SendOptions {
  abortSignal: AbortSignal
  requestTimeout: number
}

function dateOf({ LastModified }: { LastModified?: Date }): Date {
  return LastModified ?? new Date(0)
}

/** Null for an object that is not there; a missing bucket stays an error where S3 states it. */
async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  return await result.catch((error) => {
    if (statusOf(error) === 404 && error.name !== 'NoSuchBucket') return null
    throw error
  })
}

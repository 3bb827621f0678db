import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const BUCKET = 'plat-blobs'
export const ACCESS_KEY = 'AKIDLOCAL'
export const SECRET_KEY = 'local-secret-hunter2'

/** Sets the credentials that the client of S3 reads; the result restores the earlier ones. */
export function withCredentials(accessKey: string, secretKey: string): () => void {
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']
  const earlier = names.map((name) => [name, process.env[name]] as const)
  process.env.AWS_ACCESS_KEY_ID = accessKey
  process.env.AWS_SECRET_ACCESS_KEY = secretKey
  delete process.env.AWS_SESSION_TOKEN
  return () => {
    for (const [name, value] of earlier) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** How the server treats one request, in place of what it should do. */
export type S3Fault =
  | { kind: 'error'; status: number; code: string; headers?: Record<string, string> }
  /** Sends the head of the response and half of its body, then cuts the connection. */
  | { kind: 'cut' }
  /** Sends half of the body, then nothing. */
  | { kind: 'stall' }
  /** Sends nothing. */
  | { kind: 'silence' }
  /** Cuts the connection without a response. */
  | { kind: 'reset' }
  /** Sends other bytes than the stored ones. */
  | { kind: 'flip' }
  /** Sends the whole object for a part of it. */
  | { kind: 'no_ranges' }
  /** Sends a page of HTML, as a login page of a network does. */
  | { kind: 'html' }
  /** Sends a list whose next page is the same again. */
  | { kind: 'endless_list' }

interface StoredObject {
  bytes: Buffer
  time: Date
  checksum: string | null
}

/** Tags of bytes, hashed once: else a file that is read by blocks is hashed for each of them. */
const etags = new WeakMap<Buffer, string>()

function etagOf({ bytes }: StoredObject): string {
  const etag = etags.get(bytes) ?? `"${createHash('md5').update(bytes).digest('hex')}"`
  etags.set(bytes, etag)
  return etag
}

/**
 * The parts of S3's protocol that stores of blobs and builds need, with signatures, content hashes
 * and conditions verified: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_S3.html
 */
export class LocalS3 {
  readonly objects = new Map<string, StoredObject>()
  /** Method and key of each request, in order. */
  readonly requests: string[] = []
  /** Returns the fault of a request, or null. */
  fault: (method: string, key: string) => S3Fault | null = () => null
  /** Bytes of objects that were sent. */
  sentBytes = 0
  /** A request goes on when this resolves. */
  hold: (method: string) => Promise<void> = async () => {}
  /** The server's clock: responses and objects have its time. */
  clock: () => number = Date.now
  /** Stores whatever the condition of a write, as services do that know only a part of S3. */
  ignoresConditions = false
  /** Objects of one page of a list. */
  pageMax = 1_000
  url = ''
  private readonly server = createServer((request, response) => {
    this.respond(request, response).catch((error) => response.destroy(error))
  })

  static async open(host?: string): Promise<LocalS3> {
    const local = new LocalS3()
    await local.listen(0, host)
    return local
  }

  async listen(port: number, host = '127.0.0.1'): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, host, resolve))
    this.url = `http://${host}:${(this.server.address() as AddressInfo).port}`
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()))
    this.server.closeAllConnections()
    return closed
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url)
    const [, bucket, key] = /^\/([^/]*)\/?(.*)$/.exec(url.pathname)!
    const method = request.method!
    response.setHeader('date', new Date(this.clock()).toUTCString())
    this.requests.push(`${method} ${key}`)
    const fault = this.fault(method, key)
    const body = await buffer(request)
    await this.hold(method)
    if (fault && sendFault(fault, method, request, response)) return
    const refusal = refusalOf(request, body)
    if (refusal) return sendError(response, method, 403, refusal)
    if (bucket !== BUCKET) return sendError(response, method, 404, 'NoSuchBucket')
    if (!key) return this.list(url.searchParams, response, fault)
    switch (method) {
      case 'PUT':
        return request.headers['x-amz-copy-source']
          ? this.copy(key, request, response)
          : this.put(key, body, request, response)
      case 'DELETE':
        this.objects.delete(key)
        response.writeHead(204).end()
        return
      default:
        this.get(key, request, response, fault)
    }
  }

  private put(key: string, bytes: Buffer, { headers }: IncomingMessage, response: ServerResponse) {
    const digest = createHash('sha256').update(bytes).digest()
    if (headers['x-amz-content-sha256'] !== digest.toString('hex'))
      return sendError(response, 'PUT', 400, 'XAmzContentSHA256Mismatch')
    const checksum = headers['x-amz-checksum-sha256'] as string | undefined
    if (checksum && checksum !== digest.toString('base64'))
      return sendError(response, 'PUT', 400, 'BadDigest')
    const found = this.objects.get(key)
    const [match, noneMatch] = [headers['if-match'], headers['if-none-match']]
    const isMet =
      this.ignoresConditions ||
      ((match === undefined || (found && etagOf(found) === match)) && !(noneMatch === '*' && found))
    if (!isMet) return sendError(response, 'PUT', 412, 'PreconditionFailed')
    const stored = { bytes, time: this.wholeSecond(), checksum: checksum ?? null }
    this.objects.set(key, stored)
    response.writeHead(200, { etag: etagOf(stored) }).end()
  }

  private copy(key: string, { headers }: IncomingMessage, response: ServerResponse) {
    const source = decodeURIComponent(`${headers['x-amz-copy-source']}`)
    const found = this.objects.get(source.slice(BUCKET.length + 1))
    if (!found) return sendError(response, 'PUT', 404, 'NoSuchKey')
    this.objects.set(key, { ...found, time: this.wholeSecond() })
    const xml = `<CopyObjectResult><ETag>${etagOf(found)}</ETag></CopyObjectResult>`
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
  }

  /** S3 stores whole seconds. */
  private wholeSecond(): Date {
    return new Date(Math.floor(this.clock() / 1_000) * 1_000)
  }

  private get(
    key: string,
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    fault: S3Fault | null,
  ) {
    const found = this.objects.get(key)
    if (!found) return sendError(response, method!, 404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
    const isPart = range !== null && fault?.kind !== 'no_ranges'
    const first = isPart ? Number(range[1]) : 0
    const last = Math.min(isPart ? Number(range[2]) : Infinity, found.bytes.length - 1)
    if (isPart && first > last) return sendError(response, method!, 416, 'InvalidRange')
    const part = Buffer.from(found.bytes.subarray(first, last + 1))
    if (fault?.kind === 'flip') part[0] ^= 1
    response.writeHead(isPart ? 206 : 200, {
      'content-length': part.length,
      'last-modified': found.time.toUTCString(),
      etag: etagOf(found),
      ...(isPart && { 'content-range': `bytes ${first}-${last}/${found.bytes.length}` }),
      ...(found.checksum &&
        headers['x-amz-checksum-mode'] && { 'x-amz-checksum-sha256': found.checksum }),
    })
    if (method === 'HEAD') return response.end()
    this.sentBytes += part.length
    if (fault?.kind !== 'cut' && fault?.kind !== 'stall') return response.end(part)
    response.write(part.subarray(0, part.length / 2), () => {
      if (fault.kind === 'cut') response.destroy()
    })
  }

  private list(query: URLSearchParams, response: ServerResponse, fault: S3Fault | null) {
    const prefix = query.get('prefix') ?? ''
    const token = query.get('continuation-token') ?? ''
    const max = Math.min(Number(query.get('max-keys') ?? 1_000), this.pageMax)
    const isBelow = (key: string) =>
      key.startsWith(prefix) &&
      !(query.get('delimiter') === '/' && key.slice(prefix.length).includes('/'))
    const keys = [...this.objects.keys()].filter((key) => isBelow(key) && key > token).sort()
    const page = keys.slice(0, max)
    const entries = page.map((key) => {
      const { bytes, time } = this.objects.get(key)!
      return `<Contents><Key>${key}</Key><LastModified>${time.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = fault?.kind === 'endless_list' ? 'again' : page.length < keys.length && page.at(-1)
    const more = next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${max}</MaxKeys><IsTruncated>${Boolean(next)}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
  }
}

/** Sends a fault that needs no object; false for those of the body of an object. */
function sendFault(
  fault: S3Fault,
  method: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  switch (fault.kind) {
    case 'error':
      sendError(response, method, fault.status, fault.code, fault.headers)
      return true
    case 'silence':
      return true
    case 'reset':
      request.socket.resetAndDestroy()
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><p>Log in</html>')
      return true
    default:
      return false
  }
}

function sendError(
  response: ServerResponse,
  method: string,
  status: number,
  code: string,
  headers: Record<string, string> = {},
) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused for ${ACCESS_KEY}.</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>`
  response.writeHead(status, {
    'content-type': 'application/xml',
    'x-amz-request-id': '4442587FB7D0A2F9',
    ...headers,
  })
  response.end(method === 'HEAD' ? undefined : xml)
}

/**
 * The code of the error for a request that is not signed, or not with our key: version 4 of
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. Null for others.
 */
function refusalOf({ method, url, headers }: IncomingMessage, body: Buffer): string | null {
  const signed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    )
  if (!signed) return 'AccessDenied'
  const [, key, day, region, names, signature] = signed
  if (key !== ACCESS_KEY) return 'InvalidAccessKeyId'
  const [path, query = ''] = url!.split('?')
  const content = `${headers['x-amz-content-sha256']}`
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${`${headers[name]}`.trim()}`),
    '',
    names,
    content,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const hmac = (secret: string | Buffer, part: string) =>
    createHmac('sha256', secret).update(part).digest()
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${SECRET_KEY}`,
  )
  if (hmac(signing, text).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  return content === 'UNSIGNED-PAYLOAD' || content === sha256(body) || method === 'PUT'
    ? null
    : 'SignatureDoesNotMatch'
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

import { hash } from 'node:crypto'
import { BIGINT, VARCHAR } from '@duckdb/node-api'
import { ChunkAppender } from './stages/chunk-appender.ts'
import { BytesBuffer, IntegerBuffer } from './stages/column-buffer.ts'
import type { StagingDatabase } from './stages/staging-database.ts'
import { withRoom } from './stages/with-room.ts'

const KEY_CHARACTERS = 24
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
/** Bytes of a block and of a digest of SHA-256. */
const SHA256_BLOCK = 64
const SHA256_DIGEST = 32

/**
 * Makes parcel keys: `pk_` and 24 base32 characters (120 bits) of HMAC-SHA-256(secret, text), in
 * the alphabet of RFC 4648 in lower case. The HMAC is two hashes (RFC 2104): an object of Node's
 * for each key took 2.5 us of processor time, two calls with text as their result take 0.9 (200,000
 * measured by hand).
 */
export function parcelKeyMaker(secret: Uint8Array): (text: string) => string {
  if (secret.length === 0) throw new Error('a parcel key secret has at least 1 byte')
  const key = secret.length > SHA256_BLOCK ? hash('sha256', secret, 'buffer') : secret
  const padded = (pad: number) =>
    Uint8Array.from({ length: SHA256_BLOCK }, (_, i) => pad ^ (key[i] ?? 0))
  let inner = Buffer.concat([padded(0x36)])
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(SHA256_DIGEST)])
  return (text) => {
    inner = withRoom(inner, SHA256_BLOCK, text.length * 3)
    const end = SHA256_BLOCK + inner.write(text, SHA256_BLOCK)
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), SHA256_BLOCK, 'binary')
    return `pk_${base32(hash('sha256', outer, 'binary'))}`
  }
}

/** Two characters of base32 for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET[bits >> 5] + ALPHABET[bits & 31])

/** The first 120 bits of a digest, ten at a time: they lie in two bytes, each a character. */
function base32(digest: string): string {
  let text = ''
  for (let bit = 0; text.length < KEY_CHARACTERS; bit += 10) {
    const byte = bit >> 3
    const two = (digest.charCodeAt(byte) << 8) | digest.charCodeAt(byte + 1)
    text += PAIRS[(two >>> (6 - (bit & 7))) & 1023]
  }
  return text
}

/**
 * Makes the table `parcel_keys` (the number, `parcel_key`) of a table that has a text for each of
 * its numbers: the key of the county's FIPS code and that text.
 */
export async function writeParcelKeys(
  { staging, connect }: StagingDatabase,
  { table, number, text }: { table: string; number: string; text: string },
  fips: string,
  secret: Uint8Array,
): Promise<void> {
  const keyOf = parcelKeyMaker(secret)
  await staging.run(`CREATE OR REPLACE TABLE parcel_keys (${number} BIGINT, parcel_key VARCHAR)`)
  const numbers = new IntegerBuffer()
  const keys = new BytesBuffer()
  const appender = await ChunkAppender.create(staging, 'parcel_keys', [
    { type: BIGINT, buffer: numbers },
    { type: VARCHAR, buffer: keys },
  ])
  // When an appender is full it ends the stream of its own connection.
  const reading = await connect()
  try {
    const stream = await reading.stream(`SELECT ${number}::DOUBLE, ${text} FROM ${table}`)
    for (;;) {
      const chunk = await stream.fetchChunk()
      if (!chunk || chunk.rowCount === 0) break
      const [each, texts] = chunk.getColumns()
      for (let row = 0; row < chunk.rowCount; row++) {
        numbers.put(appender.filled, each[row] as number)
        keys.put(appender.filled, keyOf(`${fips}|${texts[row]}`))
        appender.added(1)
      }
    }
  } finally {
    reading.closeSync()
  }
  appender.finish()
}

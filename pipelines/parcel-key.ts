import { hash } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const KEY_CHARACTERS = 24
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
/** Bound on county id, unit and hashes together; longer texts are hashed by a longer buffer. */
const TEXT_BYTES = 1024

/**
 * Makes parcel keys: `pk_` and 24 base32 characters (120 bits) of HMAC-SHA-256(secret, text), by
 * RFC 2104 and the alphabet of RFC 4648 in lower case. One-shot hashes over two reused blocks:
 * node's `createHmac` took 5 times as long a key, which a state's ten million parcels feel.
 */
export function parcelKeyMaker(secret: Uint8Array): (text: string) => string {
  if (secret.length === 0 || secret.length > BLOCK_BYTES)
    throw new Error(`a parcel key secret has 1 to ${BLOCK_BYTES} bytes`)
  const inner = padded(secret, 0x36, TEXT_BYTES)
  const outer = padded(secret, 0x5c, DIGEST_BYTES)
  return (text) => {
    const bytes = Buffer.byteLength(text)
    let message = inner
    if (bytes > TEXT_BYTES) {
      message = Buffer.alloc(BLOCK_BYTES + bytes)
      inner.copy(message, 0, 0, BLOCK_BYTES)
    }
    message.write(text, BLOCK_BYTES)
    hash('sha256', message.subarray(0, BLOCK_BYTES + bytes), 'buffer').copy(outer, BLOCK_BYTES)
    return `pk_${base32(hash('sha256', outer, 'buffer'))}`
  }
}

function padded(secret: Uint8Array, byte: number, room: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES + room)
  for (let i = 0; i < BLOCK_BYTES; i++) block[i] = byte ^ (secret[i] ?? 0)
  return block
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (let i = 0; text.length < KEY_CHARACTERS; i++) {
    held = ((held << 8) | bytes[i]) & 0xffff
    bits += 8
    while (bits >= 5 && text.length < KEY_CHARACTERS) {
      bits -= 5
      text += ALPHABET[(held >>> bits) & 31]
    }
  }
  return text
}

/** Keys are made so many at a time: about 30 MB. */
const PAGE_ROWS = 100_000

/**
 * Makes the table `parcel_keys` (the number, `parcel_key`) of a table that has a text for each of
 * its numbers: the key of the county's FIPS code and that text.
 */
export async function writeParcelKeys(
  staging: DuckDBConnection,
  { table, number, text }: { table: string; number: string; text: string },
  fips: string,
  secret: Uint8Array,
): Promise<void> {
  const keyOf = parcelKeyMaker(secret)
  await staging.run(`CREATE OR REPLACE TABLE parcel_keys (${number} BIGINT, parcel_key VARCHAR)`)
  const appender = await staging.createAppender('parcel_keys')
  // In pages, not as a stream: when an appender is full it ends the stream of its own connection.
  const last = await staging.runAndReadAll(`SELECT max(${number}) FROM ${table}`)
  for (let from = 0; from <= Number(last.getRows()[0][0]); from += PAGE_ROWS) {
    const page = await staging.runAndReadAll(`
      SELECT ${number}::BIGINT, ${text} FROM ${table}
      WHERE ${number} BETWEEN ${from} AND ${from + PAGE_ROWS - 1}`)
    for (const [each, its] of page.getRows()) {
      appender.appendBigInt(each as bigint)
      appender.appendVarchar(keyOf(`${fips}|${its}`))
      appender.endRow()
    }
  }
  appender.closeSync()
}

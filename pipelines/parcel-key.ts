import { hash } from 'node:crypto'

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

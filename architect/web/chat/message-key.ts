import type { Message } from './chat-calls.ts'

/** Letters of a key. */
const KEY_BYTES = 16

/**
 * The `Idempotency-Key` of a message: the same one as long as the message is sent again unchanged,
 * so that an answer that was lost is not the beginning of a second turn.
 */
export function openMessageKeys(randomBytes: (count: number) => Uint8Array = browserBytes) {
  let known: { content: string; key: string } | null = null
  return {
    keyFor(message: Message): string {
      const content = JSON.stringify(message)
      if (known?.content !== content) known = { content, key: hexOf(randomBytes(KEY_BYTES)) }
      return known.key
    },
    /** The message has arrived: the next one is another one, even with the same text. */
    forget(): void {
      known = null
    },
  }
}

/** Also where a page without https has no `crypto.randomUUID`. */
const browserBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The form of a key: a prefix, letters and digits. Only the service knows whether it is valid. */
const KEY = /^sk_[a-z]{2,12}_[0-9A-Za-z]{16,100}$/
const NAME = 'plat-key'

/** Storage of a pasted key until the tab is closed. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** Reads the key of this tab; null without one, or in a browser without storage. */
export function readKey(store: KeyStore | null): string | null {
  const stored = store?.getItem(NAME) ?? null
  return stored !== null && isKey(stored) ? stored : null
}

export function storeKey(store: KeyStore | null, key: string | null): void {
  if (key === null) store?.removeItem(NAME)
  else store?.setItem(NAME, key)
}

/** The key in `#key=sk_map_...`, a link that `npm start` prints. */
export function keyFromHash(hash: string): string | null {
  const key = new URLSearchParams(hash.replace(/^#/, '').slice(0, 500)).get('key')?.trim()
  return key !== undefined && isKey(key) ? key : null
}

/** Any key of ours: a prefix and letters and digits. Whether it is one, the service says. */
const KEY = /^sk_[a-z]{2,12}_[0-9A-Za-z]{16,100}$/
const NAME = 'plat-key'

/** Where a pasted key stays until the tab is closed. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** The key of this tab. A browser that keeps nothing for pages has none. */
export function readKey(store: KeyStore | null): string | null {
  const kept = store?.getItem(NAME) ?? null
  return kept !== null && isKey(kept) ? kept : null
}

export function storeKey(store: KeyStore | null, key: string | null): void {
  if (key === null) store?.removeItem(NAME)
  else store?.setItem(NAME, key)
}

/** The key of `#key=sk_map_...`, as `npm start` prints it. */
export function keyFromHash(hash: string): string | null {
  const key = new URLSearchParams(hash.replace(/^#/, '').slice(0, 500)).get('key')?.trim()
  return key !== undefined && isKey(key) ? key : null
}

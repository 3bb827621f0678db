import { make } from './element.ts'

/** A file stays readable for this long after its download began. */
const READABLE_MS = 8_000

/** Has the browser save bytes as a file. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  const link = make('a', { href, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(href), READABLE_MS)
}

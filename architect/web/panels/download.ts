import { make } from '../../../web/element.ts'

/** Time for the browser to read a file before its address is revoked. */
const REVOKE_MS = 60_000

/** Offers bytes as a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = make('a', { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS)
}

/** Offers a table as CSV, with the mark by which spreadsheets read UTF-8. */
export function downloadCsv(name: string, csv: string): void {
  download(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}

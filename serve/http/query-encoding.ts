import { invalidRequest } from './error-codes.ts'
import { quote } from './query.ts'

/**
 * Throws `ApiError` 400 for a query with a percent sign that begins no UTF-8 character. The parser
 * would hand such a value over as it stands, and `100%` would be looked up as another text.
 */
export function assertDecodable(url: string): void {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('%', start)) return
  for (const pair of url.slice(start + 1).split('&')) {
    const [name] = pair.split('=', 1)
    if (isDecodable(pair)) continue
    const param = isDecodable(name) ? decodeURIComponent(name) : name
    throw invalidRequest(
      param.slice(0, 60),
      `${quote(pair)} is not percent-encoded UTF-8.`,
      'Write a percent sign as %25, and other characters as the bytes of their UTF-8.',
    )
  }
}

/** Whether every percent sign begins a character of UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

import { invalidRequest } from './error-codes.ts'
import { quote } from './query.ts'

/**
 * Throws `ApiError` 400 for a query whose percent-encoding is not valid UTF-8. The query parser
 * would keep such a value unchanged, and `100%` would be looked up as a different text.
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
      'Write a percent sign as %25, and other characters as their UTF-8 bytes.',
    )
  }
}

/** True when every percent sign begins a percent-encoded UTF-8 character. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (file: URL) => readFileSync(file, 'utf8').trim()

export const DOCS_STYLE = read(new URL('./docs-page.css', import.meta.url))
export const DOCS_SCRIPT = read(new URL('./docs-page.mjs', import.meta.url))

/**
 * The page runs only its own style and script, loads nothing and sends requests to its own origin
 * only.
 */
export function docsPolicy(): string {
  return [
    "default-src 'none'",
    `style-src '${digest(DOCS_STYLE)}'`,
    `script-src '${digest(DOCS_SCRIPT)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The source of an inline style or script in a policy. */
export function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

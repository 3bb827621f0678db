import { escapeHtml } from '../../values/escaped-html.ts'

/** Escapes text and turns backticks into `<code>`. */
export function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Turns a description into a sentence, with a capital and a full stop. */
export function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** A longer link is not a link to a record: browsers and proxies cut there. */
const URL_CHARACTERS_MAX = 2000

/** Browsers resolve them as "this folder" and "the folder above", percent-encoded too. */
const DOTS = /^\.{1,2}$/

/**
 * Puts an id into a template's one `{id}`, percent-encoded: an id is never part of the path's
 * shape. An id that would change it is returned alone, which is not a link.
 */
export function linkTo(template: string, id: string): string {
  if (DOTS.test(id)) return id
  return template.replace('{id}', () => encodeURIComponent(id.toWellFormed()))
}

/**
 * A feed's own link if it is safe to follow: absolute, http or https, without a name and password
 * in it. Null for anything else, `javascript:` before all.
 */
export function safeLink(text: string): string | null {
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' ? href : null
}

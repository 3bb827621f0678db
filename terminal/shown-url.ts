/** A URL up to its query; a query ends with the line, or with the quotes around the URL. */
const URL_IN_TEXT = /(https?:\/\/[^\s"<>?#]*)([?#][^"\n]*)?/g

/**
 * A text with its URLs as they may be printed, since a log of a scheduled run may be public: no
 * user, no password, no query. All after `?` is hidden up to the end of the line, because a query
 * may have spaces.
 */
export function hideQueries(text: string): string {
  return text.replace(URL_IN_TEXT, (_, start: string, query?: string) => {
    const parsed = URL.parse(start)
    const shown = parsed === null ? 'a URL' : `${parsed.origin}${parsed.pathname}`
    return query === undefined ? shown : `${shown}?...`
  })
}

/**
 * The host and the database of an address of PostgreSQL, without its password; `setting` names the
 * address that cannot be read.
 */
export function shownDatabase(url: string, setting: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return `PostgreSQL of ${setting}`
  const { host, pathname, searchParams } = parsed
  return `PostgreSQL ${host || searchParams.get('host') || 'on this machine'}${pathname}`
}

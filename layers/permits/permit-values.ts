import type { PackValue } from '../../packs/pack-format.ts'
import type { PublishedRow, RowCounts } from '../../values/published-row.ts'
import { RowError } from '../../values/row-error.ts'
import type { Column } from '../column-mapping.ts'
import { readDate } from './dates.ts'
import type { PermitMapping } from './mapping.ts'
import { linkTo, safeLink } from './permit-link.ts'
import { permits } from './tables.ts'

/** Texts that databases export for nothing. */
const NO_TEXT = ['', '<Null>', 'NULL', 'null']
const MONEY = /^\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/

/** Blanks, and characters that control a screen instead of being visible. */
const UNSEEN = /[\s\p{Cc}\p{Cf}]+/gu

/** Reads a mapping's column off a row, under the first of its names that the feed has. */
type ReadColumn = (column: Column | null) => string | null

/** Reads texts: trimmed, runs of blanks folded, null for texts that mean "none". */
function columnReader({ attributes }: PublishedRow, { null_if }: PermitMapping): ReadColumn {
  return (column) => {
    const name = column?.names.find((each) => attributes[nameKey(each)] !== undefined)
    const value = name === undefined ? null : attributes[nameKey(name)]
    // Text in a JSON file that is not valid Unicode could be neither stored nor put into a link.
    const text = value === null ? '' : `${value}`.toWellFormed().replace(UNSEEN, ' ').trim()
    return NO_TEXT.includes(text) || null_if.includes(text) ? null : text
  }
}

/** Names of columns compare in any case, blanks around them left out. */
export function nameKey(name: string): string {
  return name
    .replace(/^\ufeff/, '')
    .trim()
    .toUpperCase()
}

export interface PermitsOf {
  mapping: PermitMapping
  feed: string
  /** A date after it is a typing error or means "none"; null where no such day is known. */
  lastDay: string | null
}

/**
 * Values of a row of the table, except those of its feed as a whole. The key is the permit's
 * number.
 */
export function permitValues(
  feature: PublishedRow,
  { mapping, feed, lastDay }: PermitsOf,
  tally: RowCounts,
): Record<string, PackValue> {
  const read = columnReader(feature, mapping)
  const number = read(mapping.number)
  if (number === null)
    throw new RowError('permits.no_number', `${mapping.number.names.join(' or ')} is empty`)
  const parseOrReject = <T>(
    name: string,
    text: string | null,
    value: (text: string) => T | null,
  ) => {
    if (text === null) return null
    const known = value(text)
    if (known === null)
      tally.reject(`permits.unreadable_${name}`, `permit ${number}: ${JSON.stringify(text)}`)
    return known
  }
  const date = (name: 'applied_at' | 'issued_at' | 'finaled_at') => {
    const day = parseOrReject(name, read(mapping[name]), (text) => readDate(text, mapping.dates))
    if (day === null || lastDay === null || day <= lastDay) return day
    tally.reject(`permits.${name}_after_copy`, `permit ${number}: ${day}`)
    return null
  }
  const parts = mapping.address.map(read).filter((part) => part !== null)
  return {
    [permits.key]: number,
    permit_number: number,
    permit_type: read(mapping.permit_type),
    status: read(mapping.status),
    description: read(mapping.description),
    address: parts.length > 0 ? parts.join(' ') : null,
    applied_at: date('applied_at'),
    issued_at: date('issued_at'),
    finaled_at: date('finaled_at'),
    cost_usd: parseOrReject('cost_usd', read(mapping.cost_usd), readMoney),
    url: parseOrReject('url', linkText(mapping, read, number), safeLink),
    authority: mapping.authority,
    feed,
    feed_through: null,
  }
}

/** `$20000.00`, `1,250` and `20000` are amounts; `-1`, `1,25` and `20K` are not. */
export function readMoney(text: string): number | null {
  return MONEY.test(text) ? Number(text.replace(/[$,]/g, '')) : null
}

function linkText({ url }: PermitMapping, read: ReadColumn, number: string): string | null {
  if (url === null) return null
  if ('column' in url) return read(url.column)
  const id = url.id ? read(url.id) : number
  return id === null ? null : linkTo(url.template, id)
}

import { basename } from 'node:path'
import { StepError } from '../../terminal/step-error.ts'
import { LINE_BYTES_MAX, readLines } from '../../values/text-lines.ts'
import type { Tally } from '../stages/tally.ts'
import { columnsOfMapping, type MarketMapping } from './mapping.ts'
import { NOT_ONE_VALUE, type ProviderRecord, type RawValue } from './provider-record.ts'

const OPENS_ARRAY = 0x5b
const UTF16_MARKS = [0xfeff, 0xfffe]
/** Keys of the first object that an error names. */
const KEYS_SHOWN = 40

type JsonObject = Record<string, unknown>

/**
 * Reads newline-delimited JSON: one object a line, ends of CR LF and a byte order mark allowed,
 * blank lines left out. A line that is not an object, not UTF-8 or longer than `LINE_BYTES_MAX` is
 * refused and counted. Throws `StepError` for a file of another kind, and for one without a
 * column that the mapping names.
 */
export async function* readJsonRecords(
  file: string,
  mapping: MarketMapping,
  tally: Tally,
): AsyncGenerator<ProviderRecord[]> {
  const columns = columnsOfMapping(mapping).map(([name, { path, optional }]) => ({
    ...{ name, path, optional },
    keys: path.split('.'),
  }))
  const unseen = new Set(columns.filter(({ optional }) => !optional).map(({ path }) => path))
  const fail = (problem: string, remedy: string) =>
    new StepError('read the observations', basename(file), problem, remedy)
  let first: JsonObject | null = null
  for await (const lines of readLines(file)) {
    const records: ProviderRecord[] = []
    for (const { line, bytes } of lines) {
      if (bytes === null) {
        tally.reject('market.line_too_long', `line ${line}: over ${LINE_BYTES_MAX} bytes`)
        continue
      }
      if (line === 1 && bytes.length >= 2 && UTF16_MARKS.includes(bytes.readUInt16BE(0)))
        throw fail('it is UTF-16', 'Write it as UTF-8.')
      const text = textOf(bytes)
      if (text === '') continue
      if (first === null && text?.charCodeAt(0) === OPENS_ARRAY)
        throw fail('it is a JSON array', "Write one object a line: jq -c '.[]' file.json")
      const object = text === null ? null : objectOf(text)
      if (object === null) {
        // The line is not quoted: it may name people.
        const what = text === null ? 'it is not UTF-8' : 'it is not a JSON object'
        tally.reject('market.unreadable_line', `line ${line}: ${what}`)
        continue
      }
      first ??= object
      const raw: ProviderRecord['raw'] = {}
      for (const { name, path, keys } of columns) {
        const value = valueAt(object, path, keys)
        if (value !== undefined) unseen.delete(path)
        raw[name] = rawOf(value)
      }
      records.push({ line, raw })
    }
    yield records
  }
  if (first !== null && unseen.size > 0)
    throw fail(
      `no line has ${[...unseen].join(', ')}; the first has ${Object.keys(first).slice(0, KEYS_SHOWN).join(', ')}`,
      'Correct the mapping, or mark the column "optional" in it.',
    )
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text; null when the bytes are not UTF-8. The decoder removes a byte order mark. */
function textOf(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes).trim()
  } catch {
    return null
  }
}

/** Numbers of this many digits may not fit a double: an id would come out as another one. */
const LONG_NUMBER = /\d{16}/
const WHOLE = /^-?\d+$/

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** The object; null when the text is not one, or is nested too deep to be read. */
function objectOf(text: string): JsonObject | null {
  try {
    // A reviver makes it three times slower: it is used only where a number may need it.
    const value = LONG_NUMBER.test(text)
      ? JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown)
      : JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const exactNumber: Reviver = (_key, value, { source }) => {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && source !== undefined && WHOLE.test(source) ? source : value
}

/**
 * The value of a key with dots in it, or of nested keys; own keys only, so `constructor` is absent.
 */
function valueAt(object: JsonObject, path: string, keys: readonly string[]): unknown {
  if (Object.hasOwn(object, path)) return object[path]
  let value: unknown = object
  for (const key of keys) {
    if (typeof value !== 'object' || value === null) return undefined
    if (!Object.hasOwn(value, key)) return undefined
    value = (value as JsonObject)[key]
  }
  return value
}

function rawOf(value: unknown): RawValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  return typeof value === 'number' ? `${value}` : NOT_ONE_VALUE
}

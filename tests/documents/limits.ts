import { basename, dirname } from 'node:path'
import type { Tree } from '../architecture/tree.ts'
import { type Constant, evaluate, readConstants } from './constants.ts'
import { formatTable } from './markdown-table.ts'

/** Names of constants that bound something: a size, a count, a wait. */
const LIMIT_NAME =
  /(^|_)(MAX|MOST|LEAST|LIMIT|LIMITS|RETAINED|CACHED|WAITING|ATTEMPTS|ONCE|MS|SECONDS|MINUTES|BYTES|CHARACTERS|DEFAULT|LISTED|SHOWN|AHEAD|CLIENT|OWNER|ADDRESS|PERSON|EMAIL|CHORDS|PER|ROWS|LINES|POINTS|FIELDS|LEVEL|REACH|SEARCH)(_|$)/
/** Names that fit and bound nothing: units, sizes of file formats, columns of a record. */
const NO_LIMIT =
  /^(DAY|HOUR|MINUTE|MONTH)_|^(MIN|MAX)_[XY]$|^(HEADER|PREAMBLE|WKB|DIGEST|MAGIC|STATE|HASH|SALT|CHECK|PLACE|KEY|INLINE|SHORT|FIRST)_(BYTES|CHARACTERS)$|DEGREE|PORT$|_SEED$|^EMAIL$|METRES_PER|_PER_(ACRE|METRE|UNIT)|^(LINES|POINTS|LENGTH|LINE_FEED)$|(WARNING|ERROR)_LEVEL/

const COLUMNS = ['value', 'constant', 'module', 'what it bounds'] as const
/** Longer descriptions are cut after a word, so that a table stays under 160 columns. */
const SUMMARY_CHARACTERS_MAX = 68
const VALUE_CHARACTERS_MAX = 30

/** The page of limits: one table for each folder, from the constants of its modules. */
export function formatLimits(tree: Tree): string {
  const limits = findLimits(tree)
  const folders = [...new Set(limits.map(({ file }) => dirname(file)))]
  const tables = folders.map((folder) => {
    const rows = limits
      .filter(({ file }) => dirname(file) === folder)
      .map((limit) => [
        shorten(formatValue(tree, limit), VALUE_CHARACTERS_MAX),
        `\`${limit.name}\``,
        basename(limit.file),
        shorten(describe(limit), SUMMARY_CHARACTERS_MAX),
      ])
    return `## ${folder}\n\n${formatTable(COLUMNS, rows)}`
  })
  return `${HEAD}\n${tables.join('\n')}`
}

const HEAD = `# Limits

Everything that waits, queues, retries, caches or grows has a stated bound. This page is generated
from the constants of the code and their doc comments, one table a folder:
\`UPDATE_GOLDENS=1 vitest run tests/documents\` writes it, and a test compares it. A constant is
listed when its name shows that it bounds something (\`_MAX\`, \`_LIMIT\`, \`_MS\`, \`_BYTES\` and so on).

Four things grow without a limit. Each id whose requests PostgreSQL counts has a row until its
window is over and the row is swept. Writing a pack holds that pack in memory, about 8 bytes a point
and 8 bytes a value. The panels of a flood study are held in memory for its coverage. Builds stay on
disk until somebody removes them: a pin never deletes one.
`

/** The constants of the product that bound something. */
export function findLimits(tree: Tree): Constant[] {
  return readConstants(tree)
    .filter(
      ({ name, source }) =>
        LIMIT_NAME.test(name) && !NO_LIMIT.test(name) && /^[-(\d{]|\*|Math\.|^'\d/.test(source),
    )
    .flatMap(splitMembers)
}

/** The sentence of a limit, or that of the number directly above it. */
function describe({ summary, above }: Constant): string {
  if (summary || !above) return summary
  return LIMIT_NAME.test(above.name) ? `see \`${above.name}\`` : above.summary
}

function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return escapeCell(text)
  return escapeCell(`${text.slice(0, charactersMax).replace(/[ ,;:]+\S*$/, '')} ...`)
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function formatValue(tree: Tree, limit: Constant): string {
  const number = evaluate(tree, limit)
  if (number !== null) return formatNumber(number, limit.name)
  const rate = /^{ requests: (.+), window_ms: (.+?),? }$/.exec(limit.source)
  if (rate) {
    const [requests, window] = rate.slice(1).map((source) => evaluate(tree, { ...limit, source }))
    return `${requests?.toLocaleString('en')} in ${formatMilliseconds(window ?? 0)}`
  }
  return `\`${limit.source}\``
}

/** An object of several bounds as one constant a member; any other as it is. */
function splitMembers(limit: Constant): Constant[] {
  const members = [...limit.source.matchAll(/(\w+): ([^,}]+)/g)]
  if (!limit.source.startsWith('{') || limit.source.includes('window_ms')) return [limit]
  // Types of columns and the like.
  if (members.some(([, , source]) => !/\d/.test(source))) return []
  return members.map(([, member, source]) => {
    const name = `${limit.name}.${member}`
    return { ...limit, name, source: source.trim() }
  })
}

/** A number with the unit that its name ends in, for people: \`10 s\`, \`16 MiB\`, \`2,000\`. */
export function formatNumber(value: number, name: string): string {
  if (/_MS(_|$)/i.test(name)) return formatMilliseconds(value)
  if (/BYTES/i.test(name) && value >= 1024) return formatBytes(value)
  const text =
    Math.abs(value) < 1e15 ? value.toLocaleString('en', { maximumFractionDigits: 9 }) : `${value}`
  const unit = /_(M2|KM|M|S|DEGREES?|IN|G|DAYS)(?:_MAX|_MIN)?$/i.exec(name)?.[1]?.toUpperCase()
  const units: Record<string, string> = {
    M: ' m',
    M2: ' m2',
    KM: ' km',
    S: ' s',
    DEGREE: ' degree',
    DEGREES: ' degrees',
    IN: ' in',
    G: ' g',
    DAYS: ' days',
  }
  return text + (unit ? units[unit] : '')
}

function formatMilliseconds(value: number): string {
  const steps: [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ]
  const step = steps.find(([size]) => value >= size && Number.isInteger((value / size) * 10))
  return step ? `${value / step[0]} ${step[1]}` : `${value.toLocaleString('en')} ms`
}

function formatBytes(value: number): string {
  const units = (base: number, names: string[]) =>
    names.map((unit, i) => [base ** (i + 1), unit] as const).reverse()
  const isExact = ([size]: readonly [number, string]) => value >= size && (value / size) % 1 === 0
  const binary = units(1024, ['KiB', 'MiB', 'GiB']).find(isExact)
  const decimal = units(1000, ['kB', 'MB', 'GB']).find(isExact)
  // 16,000,000 bytes are also a whole number of KiB, but the limit is in MB.
  const fits = binary && value / binary[0] < 1024 ? binary : decimal
  return fits ? `${value / fits[0]} ${fits[1]}` : `${value.toLocaleString('en')} bytes`
}

/** Limits without a doc comment, and not directly below a number that has one. */
export function findUndescribedLimits(tree: Tree): string[] {
  const undescribed = findLimits(tree).filter((limit) => describe(limit) === '')
  return undescribed.map(({ file, name }) => `${file}: ${name} needs a doc comment`)
}

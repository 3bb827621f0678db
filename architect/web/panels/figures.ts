/** A figure with decimals that people read: `12.34 m²`, `1,234 m`. */
export function formatFigure(value: number, unit = ''): string {
  const digits = Math.abs(value) >= 1000 ? 0 : 2
  const text = value.toLocaleString('en', {
    minimumFractionDigits: unit === '' ? 0 : digits,
    maximumFractionDigits: digits,
  })
  return unit === '' ? text : `${text} ${unit}`
}

/** A stored name as words: `wood_oak` and `clearHeight` as `Wood oak` and `Clear height`. */
export function formatName(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_all, before, after) => `${before} ${after.toLowerCase()}`)
  return text === '' ? '' : text[0].toUpperCase() + text.slice(1)
}

/** Units of fields by the ends of their names; other numbers have none. */
const UNITS: [RegExp, string][] = [
  [/(direction|rotation|turn|pitch|ridge|Deg)$/i, '°'],
  [/(area|Area)$/, 'm²'],
  [/(volume|Volume)$/, 'm³'],
  [
    /(length|height|thickness|width|depth|elevation|perimeter|going|sill|offset|overhang|top|base|sagitta)$/i,
    'm',
  ],
]

/** The unit of a field of a node or an answer; empty without one. */
export const unitOf = (field: string): string => UNITS.find(([name]) => name.test(field))?.[1] ?? ''

/** Items of a list that are written; the others are counted. */
const LISTED_MAX = 8

/** A value of a node as a text for people. */
export function formatValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'number') {
    const unit = unitOf(field)
    return unit === '°' ? `${formatFigure(value)}°` : formatFigure(value, unit)
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    const isPoint = value.length > 0 && value.every((each) => typeof each === 'number')
    if (isPoint) return value.map((each) => formatFigure(each)).join(', ')
    const listed = value.slice(0, LISTED_MAX).map((each) => formatValue('', each))
    const more = value.length - listed.length
    return `${listed.join('; ')}${more > 0 ? ` and ${more} more` : ''}`
  }
  return Object.entries(value)
    .map(([name, each]) => `${formatName(name)}: ${formatValue(name, each)}`)
    .join(', ')
}

/** A time as a date and minutes of the reader's own clock. */
export function formatTime(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime())
    ? ''
    : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

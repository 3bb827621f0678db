import type { DescribedParameter } from './description.ts'

/** A character of four bytes, two units of JavaScript and one of a reader. */
const WAVE = '\u{1F30A}'
/** Texts that are neither a number nor a name, a box or ASCII digits. */
const ODD = [
  '',
  ' ',
  'x',
  'NaN',
  '0x10',
  '1e1',
  '--1',
  '1;2',
  '1,2,3',
  '1,',
  '[1]',
  '\u0661',
  'null',
]
/** Numbers in the right form that no place has. */
const BEYOND: Record<string, string[]> = {
  lat: ['90.0000001', '-91'],
  lng: ['180.0000001', '-181'],
  ll: ['91,0', '0,181', '-118.4,33.9'],
  near: ['91,0', '0,-181'],
  bbox: ['-181,0,1,1', '0,-91,1,1', '0,2,1,1', '0,0,1,91'],
}
/** Values of the right form that name nothing in the build. */
const UNKNOWN: Record<string, string[]> = {
  cursor: ['2', 'A'.repeat(32)],
  slug: ['nothing', 'Parcels', 'parcel', '../parcels', ' parcels'],
  parcel_key: ['pk_none', WAVE.repeat(200)],
  parcel: ['pk_none', WAVE.repeat(200)],
  table: ['', 'nothing', 'Parcels', 'sqlite_master'],
  address: ['zzzzzzzz qqqqqqqq'],
}

/** A value that must be refused, and why. */
export type Wrong = [why: string, value: string]

/** Values that the description of a parameter rules out, or that name nothing. */
export function wrongValues({ name, schema }: DescribedParameter): Wrong[] {
  const { enum: values, pattern, minLength = 0, maxLength, minimum, maximum, type } = schema
  const wrong: Wrong[] = []
  if (values)
    for (const value of values)
      wrong.push(
        ['another value', `${value}x`],
        ['another case', value.toUpperCase()],
        ['none', ''],
      )
  if (type === 'integer') {
    wrong.push(['below the least', `${minimum! - 1}`], ['above the most', `${maximum! + 1}`])
    for (const text of ['', 'x', '1.5', '1e1', '+1', ' 1', '0x1', '9'.repeat(30), '\u0661'])
      wrong.push(['no whole number', text])
  }
  if (pattern) {
    const isWrong = (text: string) => !new RegExp(pattern, 'u').test(text)
    for (const text of ODD.filter(isWrong)) wrong.push(['another form', text])
    const [example] = (schema.examples ?? []) as string[]
    for (const text of [`${example}${example}x`, `${example},`, `x${example}`].filter(isWrong))
      wrong.push(['a changed example', text])
  }
  if (minLength > 1) wrong.push(['too short in characters', WAVE.repeat(minLength - 1)])
  if (minLength > 0) wrong.push(['empty', ''])
  if (maxLength) wrong.push(['too long in characters', WAVE.repeat(maxLength + 1)])
  for (const text of BEYOND[name] ?? []) wrong.push(['out of range', text])
  for (const text of UNKNOWN[name] ?? []) wrong.push(['unknown', text])
  return wrong
}

/** Percent signs that begin no character of UTF-8, as they are sent. */
export const BAD_ENCODINGS = ['%', '%zz', '%C3%28', '%ED%A0%80', '%C0%AF', 'a%F0%9F']

/** Names that differ little from the name of a parameter. */
export function misspelled(name: string): string[] {
  return [name.toUpperCase(), `${name}s`, `${name}[]`, ` ${name}`, `${name}.x`]
}

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { fileName, formatCsv } from './csv.ts'

test('another reader of CSV reads the same texts and figures', () => {
  const rows = [
    ['Bath', 4.25, 'tiles, "large"'],
    ['two\r\nlines', null, 'Küche; –2'],
    ['', 0, ' '],
  ]
  const text = formatCsv(['Room', 'Area m²', 'Floor, finish'], rows)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(parse(text, { record_delimiter: '\r\n' })).toEqual([
    ['Room', 'Area m²', 'Floor, finish'],
    ['Bath', '4.25', 'tiles, "large"'],
    ['two\r\nlines', '', 'Küche; –2'],
    ['', '0', ' '],
  ])
})

test('no text is a formula in a spreadsheet, and negative numbers stay numbers', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("x","y")']
  for (const text of texts) {
    const [[cell]] = parse(formatCsv([text], []), { record_delimiter: '\r\n' })
    expect(cell).toBe(`'${text}`)
  }
  expect(formatCsv(['a'], [[-1.5], [Number.NaN]])).toBe('a\r\n-1.5\r\n\r\n')
})

test('a file is named after its project, whatever that is called', () => {
  expect(fileName('Haus Grün / 2', 'rooms', 'csv')).toBe('haus-grun-2-rooms.csv')
  expect(fileName('../..', 'csv')).toBe('project.csv')
})

import { expect, test } from 'vitest'
import { type Block, parseMarkdown, type Span } from './markdown.ts'

/** Blocks as short lines: `p a <b>c</b>`. */
const shown = (text: string): string[] => parseMarkdown(text).map(blockText)

function blockText(block: Block): string {
  if (block.kind === 'code') return `code ${block.text}`
  if (block.kind === 'list')
    return `list ${block.items.map(({ depth, mark, spans }) => `${depth}${mark || '-'}${lineText(spans)}`).join('|')}`
  return `${block.kind} ${lineText(block.spans)}`
}

const lineText = (spans: readonly Span[]): string => spans.map(spanText).join('')

function spanText(span: Span): string {
  if ('spans' in span) return `[${span.kind} ${lineText(span.spans)}]`
  if (span.kind === 'link') return `[link ${span.text} ${span.href}]`
  return span.kind === 'text' ? span.text : `[code ${span.text}]`
}

test('paragraphs, headings, lists and code are blocks', () => {
  const text = [
    '# The kitchen',
    'It has **12 m2** and `wall_1`.',
    'Two lines.',
    '',
    '- one',
    '  - inner *soft*',
    '- two',
    '  and more',
    '',
    '1. first',
    '2) second',
    '',
    '```json',
    '{"a": **1**}',
    '```',
    '| a | b |',
    '| - | - |',
    '> quoted',
  ].join('\n')
  expect(shown(text)).toEqual([
    'heading The kitchen',
    'paragraph It has [strong 12 m2] and [code wall_1].\nTwo lines.',
    'list 0-one|1-inner [emphasis soft]|0-two and more|01.first|02.second',
    'code {"a": **1**}',
    'code | a | b |\n| - | - |',
    'paragraph quoted',
  ])
})

test('bold text has code and emphasis in it, and stars alone are text', () => {
  expect(shown('**the *new* `wall_1`** 2 * 3 * 4 a*b*c **')).toEqual([
    'paragraph [strong the [emphasis new] [code wall_1]] 2 * 3 * 4 a*b*c **',
  ])
  expect(shown('\\*not\\* bold, snake_case_name')).toEqual([
    'paragraph *not* bold, snake_case_name',
  ])
})

test('code without an end reaches to the end of the text', () => {
  expect(shown('```\na\n# b')).toEqual(['code a\n# b'])
})

test('HTML is text', () => {
  const text = '<img src=x onerror=alert(1)> <script>alert(1)</script>'
  expect(shown(text)).toEqual([`paragraph ${text}`])
})

test('links lead to web addresses and own paths only, and pictures are their descriptions', () => {
  expect(
    shown('[a](https://a.example/b?c=1) [b](/projects/prj_1?version=3) https://c.example/d.'),
  ).toEqual([
    'paragraph [link a https://a.example/b?c=1] [link b /projects/prj_1?version=3] [link https://c.example/d https://c.example/d].',
  ])
  for (const href of [
    'javascript:alert(1)',
    'JavaScript:alert`1`',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '/a\\..\\b',
    'vbscript:x',
    'file:///etc',
    'https:evil',
    'blob:https://a.example/1',
    'x',
  ])
    expect(shown(`[press](${href})`).join(), href).not.toContain('[link')
  expect(shown('![a plan](https://a.example/track.png)')).toEqual(['paragraph a plan'])
})

test('no text takes long', () => {
  const unit = [
    '**a',
    '*a ',
    '`a',
    '[a](',
    '[',
    '``',
    '\\',
    '- ',
    '|',
    '#',
    'http://',
    '> ',
    '![',
    '```\n',
  ]
  const longest = 64_000
  for (const each of unit) {
    const start = process.cpuUsage()
    parseMarkdown(each.repeat(longest / each.length))
    const { user } = process.cpuUsage(start)
    expect(user / 1000, JSON.stringify(each)).toBeLessThan(1_500)
  }
})

import { expect, test } from 'vitest'
import { compactKey, decodeEntities, tokenize } from './tokens.ts'

test.each([
  ["O'BRIEN ST", 'obrien st'],
  ['O’Brien St', 'obrien st'],
  ['U.S. HWY 1', 'us hwy 1'],
  ['HILL &amp; DALE RD', 'hill and dale rd'],
  ['Hill & Dale Rd', 'hill and dale rd'],
  ['CAÑON ST', 'canon st'],
  ['TWENTY-FIRST ST', 'twenty first st'],
  ['Walden Way (open space)', 'walden way'],
  ['MAIN ST (unclosed', 'main st unclosed'],
  ['  \t ', ''],
])(
  'the words of %j are %j: full stops and apostrophes are dropped, other signs separate',
  (text, words) => {
    expect(tokenize(text).join(' ')).toBe(words)
  },
)

test.each([
  ['A &amp; B', 'A & B'],
  ['A &amp;amp; B', 'A & B'],
  ['A &#39; &quot; &lt;&gt; &AMP; B', `A ' " <> & B`],
  ['6th &#189; St', '6th ½ St'],
  ['A &nbsp; B & C', 'A &nbsp; B & C'],
])('the entities of %j are decoded, however often they were escaped', (text, plain) => {
  expect(decodeEntities(text)).toBe(plain)
})

test('names compare without blanks and signs, and the slash of a fraction stays', () => {
  expect(compactKey(['mc', 'ginnis'])).toBe(compactKey(['mcginnis']))
  expect(compactKey(['#5', 'c/o'])).toBe('5co')
  expect(compactKey(['1/2', 'mile'])).not.toBe(compactKey(['12', 'mile']))
})

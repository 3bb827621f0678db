import { expect, test } from 'vitest'
import { summaryText } from './summary-text.ts'

test('a sentence has the units of its reader, names in title case and days written out', () => {
  const data = { name: 'UPPER OSPREY RD' }
  const summary = '2 permits within 150 m of UPPER OSPREY RD, the newest issued on 2026-10-29.'
  expect(summaryText({ summary, data }, 'us')).toBe(
    '2 permits within 492 ft of Upper Osprey Rd, the newest issued on 29 Oct 2026.',
  )
  expect(summaryText({ summary: 'Not a day: 2026-13-29.', data: null }, 'metric')).toBe(
    'Not a day: 2026-13-29.',
  )
})

import { expect, test } from 'vitest'
import { IMAGE_BYTES_MAX, TEXT_BYTES_MAX } from '../../turns/media/media-limits.ts'
import { ATTACHED_BYTES_MAX, ATTACHMENTS_MAX, attachmentProblem, kindOf } from './attachments.ts'

const PNG = { name: 'plan.png', type: 'image/png', size: 1_000 }
const TEXT = { name: 'notes.md', type: '', size: 1_000 }

test('pictures and texts are attached, by their types and names', () => {
  expect([kindOf(PNG), kindOf(TEXT)]).toEqual(['image', 'file'])
  expect([attachmentProblem(PNG, []), attachmentProblem(TEXT, [])]).toEqual([null, null])
  expect(attachmentProblem({ ...PNG, name: 'a.svg', type: 'image/svg+xml' }, [])).toContain(
    'a.svg cannot be attached',
  )
})

test('what is too large or too much is refused before it is read', () => {
  expect(attachmentProblem({ ...PNG, size: 0 }, [])).toBe('plan.png is empty.')
  expect(attachmentProblem({ ...PNG, size: IMAGE_BYTES_MAX + 1 }, [])).toContain('8.0 MB')
  expect(attachmentProblem({ ...TEXT, size: TEXT_BYTES_MAX + 1 }, [])).toContain('200 kB')
  const full = Array.from({ length: ATTACHMENTS_MAX }, () => ({ bytes: 1 }))
  expect(attachmentProblem(PNG, full)).toContain(`${ATTACHMENTS_MAX} files`)
  expect(attachmentProblem(PNG, [{ bytes: ATTACHED_BYTES_MAX - 999 }])).toContain('together')
})

import { expect, test } from 'vitest'
import { folderFailure } from './folder-failure.ts'
import { StorageFailure } from './storage-failure.ts'

test.each([
  ['ENOSPC', 'full', 'no space'],
  ['EDQUOT', 'full', 'quota'],
  ['EFBIG', 'full', 'larger than'],
  ['EACCES', 'refused', 'no right'],
  ['EPERM', 'refused', 'no right'],
  ['EROFS', 'refused', 'read-only'],
  ['ENOENT', 'gone', 'not there'],
  ['ESTALE', 'gone', 'file server'],
  ['EIO', 'gone', 'the disk failed'],
  ['EOTHER', 'gone', 'write failed'],
  ['EMFILE', 'late', 'open'],
  ['ETIMEDOUT', 'late', 'did not respond'],
])('%s is %s', (code, reason, problem) => {
  const error = Object.assign(new Error(`${code}: x, write`), { code, syscall: 'write' })
  const failure = folderFailure(error, 'the folder /srv/blobs', 'store a blob') as StorageFailure
  expect(failure).toBeInstanceOf(StorageFailure)
  expect(failure.reason).toBe(reason)
  expect(failure.message).toMatch(/^Cannot store a blob in the folder \/srv\/blobs: .+\. .{15,}\.$/)
  expect(failure.message).toContain(problem)
  expect(failure.message).toContain(code)
  expect(failure.cause).toBe(error)
})

test('a bug is not called a failure of the disk', () => {
  for (const error of [new TypeError('x is not a function'), null, 'text'])
    expect(folderFailure(error, 'the folder', 'store a blob')).toBe(error)
})

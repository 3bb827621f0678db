import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeError } from './dispatch.ts'
import { StepError } from './step-error.ts'
import { systemFailure } from './system-failure.ts'

const errno = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: something, open`), { code, path })

describe('a refusal of the system is three lines and no stack', () => {
  test.each([
    ['ENOSPC', 'no space is left on the disk'],
    ['EDQUOT', 'the disk quota is used up'],
    ['EROFS', 'the file system is read-only'],
    ['EACCES', 'this user has no right to it'],
    ['EPERM', 'this user has no right to it'],
    ['EIO', 'the disk failed'],
    ['EMFILE', 'this process has too many files open'],
  ])('%s', (code, problem) => {
    const text = describeError(errno(code, '/volume/pin.json'), 'pin')
    expect(text.split('\n')).toEqual([
      `pin failed: ${problem}`,
      '  on      /volume/pin.json',
      expect.stringMatching(/^ {2}remedy {2}.{20}/),
      `  cause   ${code}: something, open`,
    ])
    const within = new Error('the build broke', { cause: errno(code) })
    expect(systemFailure(within, 'build')).toMatchObject({ target: 'the disk', cause: within })
  })

  test.each([
    [
      'DuckDB',
      'IO Error: Could not write file "/x/y.duckdb": No space left on device',
      '/x/y.duckdb',
      /no space/,
    ],
    ['SQLite, full', 'database or disk is full', 'the disk', /no space/],
    ['SQLite, read-only', 'attempt to write a readonly database', 'the disk', /read-only/],
    ['GDAL', "Cannot create '/x/out.tif': Permission denied", '/x/out.tif', /no right/],
    ['a quota', 'write failed: Disk quota exceeded', 'the disk', /quota/],
  ])('in the words of %s', (_library, message, target, problem) => {
    const failure = systemFailure(new Error(message), 'build')
    expect(failure).toMatchObject({ target, message: expect.stringMatching(problem) })
  })

  test('in the numbers of WebAssembly', () => {
    const failure = systemFailure({ name: 'ErrnoError', errno: 51 }, 'open', '/accounts')
    expect(failure?.message).toBe('open: /accounts: no space is left on the disk')
    expect(describeError(failure)).not.toContain('cause')
  })

  test.skipIf(!existsSync('/dev/full'))('as the system itself reports it', () => {
    const fd = openSync('/dev/full', 'a')
    try {
      writeSync(fd, 'x')
      expect.unreachable()
    } catch (error) {
      expect(systemFailure(error, 'x')?.message).toBe('x: the disk: no space is left on the disk')
    } finally {
      closeSync(fd)
    }
  })
})

test('a bug has its stack, and a failure that is described already is unchanged', () => {
  expect(systemFailure(new TypeError('x is not a function'), 'pin')).toBeNull()
  expect(systemFailure(Object.assign(new Error('x'), { code: 'ENOENT' }), 'pin')).toBeNull()
  expect(systemFailure('no error', 'pin')).toBeNull()
  expect(systemFailure(undefined, 'pin')).toBeNull()
  expect(describeError(new TypeError('x is not a function'), 'pin')).toMatch(/\n +at /)
  const described = new StepError('unpack', 'a.zip', 'b', 'c', { cause: errno('ENOSPC') })
  expect(describeError(described, 'build')).toMatch(/^unpack failed: b\n {2}on {6}a\.zip\n/)
  const round = new Error('round')
  round.cause = round
  expect(systemFailure(round, 'pin')).toBeNull()
})

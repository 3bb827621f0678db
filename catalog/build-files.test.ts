import { createHash } from 'node:crypto'
import { link, mkdtemp, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BuildFiles } from './build-files.ts'
import { BuildFilesWatch, type FileEvent } from './build-files-watch.ts'

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')
const ENTRY = { file: 'a', bytes: 5, sha256: sumOf('whole') }

let folder: string
let files: BuildFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-files-'))
  await writeFile(join(folder, 'a'), 'whole')
  files = BuildFiles.of(folder)
})
afterEach(async () => {
  files.close()
  await rm(folder, { recursive: true })
})

test('a file of another sum is refused with what was found, what is wanted and what to do', async () => {
  await writeFile(join(folder, 'a'), 'whale')
  await expect(files.verify(ENTRY)).rejects.toMatchObject({
    name: 'StepError',
    target: join(folder, 'a'),
    message: expect.stringContaining(
      `has the sha256 ${sumOf('whale')}, and its manifest has ${ENTRY.sha256}`,
    ),
    remedy: expect.stringContaining('plat rollback'),
  })
})

test.each([
  ['of another length', () => writeFile(join(folder, 'a'), 'who'), 'has 3 of 5 bytes'],
  ['that is absent', () => rm(join(folder, 'a')), 'is absent'],
])('a file %s is refused', async (_how, damage, problem) => {
  await damage()
  await expect(files.verify(ENTRY)).rejects.toThrow(problem)
})

test('files that nobody verified do not belong to the build, except where they are read as found', async () => {
  expect(() => files.file('a')).toThrow('is not a file of the build')
  const found = BuildFiles.asFound(folder)
  expect(found.file('a').read(new Uint8Array(9), 0)).toBe(5)
  expect(() => found.file('b')).toThrow('cannot be opened')
  found.close()
})

test('a watched file is closed when it changes and read again when it is whole, each reported once', async () => {
  const file = await files.verify(ENTRY)
  const events: FileEvent[] = []
  const watch = new BuildFilesWatch(files, [ENTRY], (event) => void events.push(event), 5)
  const kinds = () => events.map(({ kind }) => kind)
  const other = BuildFiles.read(files.share()).file('a')
  const path = join(folder, 'a')

  // In one step: in between the file would be empty, which is another damage.
  const put = async (text: string) => {
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
  }
  await put('whale')
  await expect.poll(kinds).toEqual(['changed', 'damaged'])
  expect(() => other.expectWhole()).toThrow('is damaged or gone')
  await rename(path, `${path}.away`)
  await expect.poll(kinds).toEqual(['changed', 'damaged', 'damaged'])
  await put('whole')
  await expect.poll(kinds).toEqual(['changed', 'damaged', 'damaged', 'whole'])
  expect(other.read(new Uint8Array(5), 0)).toBe(5)
  expect(file.isWhole()).toBe(true)

  expect(events[2]).toMatchObject({
    path,
    error: { message: expect.stringContaining('is absent') },
  })
  await watch.close()
})

test('a path that the system cannot follow is a damaged file, and is looked at again', async () => {
  const file = await files.verify(ENTRY)
  const events: FileEvent[] = []
  const watch = new BuildFilesWatch(files, [ENTRY], (event) => void events.push(event), 5)
  const path = join(folder, 'a')
  await rename(path, `${path}.away`)
  await symlink(path, path)
  const problems = () => events.map((event) => String('error' in event && event.error))
  await expect.poll(problems).toContainEqual(expect.stringContaining('ELOOP'))
  await rename(`${path}.away`, path)
  await expect.poll(() => events.at(-1)?.kind).toBe('whole')
  expect(file.isWhole()).toBe(true)
  await watch.close()
})

test('a report that fails is a warning, and the files are watched on', async () => {
  await files.verify(ENTRY)
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const kinds: string[] = []
  const onEvent = ({ kind }: FileEvent) => {
    kinds.push(kind)
    throw new Error(`no report of ${kind}`)
  }
  // Written before the watch begins: a look within the writing would find an empty file.
  await writeFile(join(folder, 'a'), 'whole')
  const watch = new BuildFilesWatch(files, [ENTRY], onEvent, 5)
  try {
    await expect.poll(() => kinds).toEqual(['changed', 'whole'])
    expect(warn.mock.calls).toEqual([
      ['Error: no report of changed'],
      ['Error: no report of whole'],
    ])
  } finally {
    vi.restoreAllMocks()
    await watch.close()
  }
})

test('a look that fails is reported, and the next one is as any', async () => {
  const file = await files.verify(ENTRY)
  vi.spyOn(file, 'close').mockImplementationOnce(() => {
    throw new Error('EIO: close')
  })
  // As above, written before the watch begins.
  const path = join(folder, 'a')
  await writeFile(path, 'whole')
  const events: FileEvent[] = []
  const watch = new BuildFilesWatch(files, [ENTRY], (event) => void events.push(event), 5)
  await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['damaged', 'changed', 'whole'])
  expect(events[0]).toMatchObject({ path, error: { message: 'EIO: close' } })
  await watch.close()
})

test('a file with another link is answered from while its sum is taken again, and no longer where it is wrong', async () => {
  const path = join(folder, 'a')
  const file = await files.verify(ENTRY)
  await link(path, join(folder, 'backup'))
  expect([file.isWhole(), file.isVerified()]).toEqual([true, false])
  const events: FileEvent[] = []
  const watch = new BuildFilesWatch(files, [ENTRY], (event) => events.push(event), 1)
  await expect.poll(() => file.isVerified()).toBe(true)
  expect([file.isWhole(), events]).toEqual([true, []])
  const { atime, mtime } = await stat(path)
  await rm(join(folder, 'backup'))
  await writeFile(path, 'whale')
  await utimes(path, atime, mtime)
  const last = () => events.at(-1)
  await expect.poll(last).toMatchObject({ kind: 'damaged', path })
  await expect.poll(() => String((last() as { error?: unknown }).error)).toContain(sumOf('whale'))
  expect(file.isWhole()).toBe(false)
  await watch.close()
})

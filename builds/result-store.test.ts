import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isStored, linkFiles, ResultStore, type SharedResults } from './result-store.ts'

/**
 * A folder in another file system than that of the tests, into which none of their files can be
 * linked: in memory, or on the disk.
 */
const OTHER_DEVICE = await findOtherDevice(['/dev/shm', '/var/tmp'])
async function findOtherDevice(folders: string[]): Promise<string | null> {
  const own = await stat(tmpdir())
  for (const folder of folders) {
    const found = await stat(folder).catch(() => own)
    if (found.dev !== own.dev) return folder
  }
  return null
}

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-result-store-'))
})
afterEach(() => rm(home, { recursive: true }))

const open = () => new ResultStore(join(home, 'steps'), join(home, 'work'))
const pathOf = (...names: string[]) => join(home, 'steps', 'pack-1', ...names)

const VALUE = { rows: 1234, bounds: [1, 2, 3, 4], note: null }
/** Makes a result of two files, one of them in a folder. */
async function make(folder: string) {
  await mkdir(join(folder, 'packs'))
  await writeFile(join(folder, 'packs', 'a.pack'), 'the rows')
  await writeFile(join(folder, 'inputs.json'), '{}')
  return VALUE
}
const find = (isCurrent?: (value: typeof VALUE) => boolean) =>
  open().find('pack-1', make, isCurrent)

test('a result is made once, and found with its value and its files', async () => {
  const made = await find()
  expect([made.isNew, await isStored(join(home, 'steps'), 'pack-1')]).toEqual([true, true])
  expect(made.files.map(({ file, bytes }) => [file, bytes])).toEqual([
    ['inputs.json', 2],
    ['packs/a.pack', 8],
  ])
  expect(await find()).toEqual({ ...made, isNew: false })
  expect(await readdir(join(home, 'work'))).toEqual([])
})

test('a new result has the value that a later build reads', async () => {
  const value = { share: -0, area: Number.NaN, more: undefined }
  const makeValue = async () => value as unknown
  const [made, found] = [
    await open().find('facts-1', makeValue),
    await open().find('facts-1', makeValue),
  ]
  expect([made.isNew, found.isNew]).toEqual([true, false])
  expect(made.value).toStrictEqual(found.value)
})

describe('a stored result is made again', () => {
  test.each<[string, () => Promise<void>]>([
    ['a file has other bytes of the same length', () => writeFile(pathOf('inputs.json'), '[]')],
    ['a file is longer', () => appendFile(pathOf('packs', 'a.pack'), 's')],
    ['a file is cut off', () => writeFile(pathOf('packs', 'a.pack'), 'the ro')],
    ['a file is absent', () => rm(pathOf('packs', 'a.pack'))],
    ['a folder is absent', () => rm(pathOf('packs'), { recursive: true })],
    ['its value was not written', () => rm(pathOf('done.json'))],
    ['its value is empty', () => writeFile(pathOf('done.json'), '')],
    ['a digit of its value is another', () => editDone('1234', '1235')],
    ['a digit of the size of a file is another', () => editDone('"bytes":8', '"bytes":9')],
    ['its value is cut off', () => editDone('null}}', '')],
    ['it was stored without a sum of its value', () => editDone(/"sha256":"[^"]*",/, '')],
  ])('where %s', async (_what, damage) => {
    const made = await find()
    await damage()
    expect(await find()).toEqual(made)
    expect(await find()).toEqual({ ...made, isNew: false })
  })

  test('where the caller refuses its value, and never otherwise', async () => {
    await find()
    const seen: unknown[] = []
    const refuse = (value: unknown) => {
      seen.push(value)
      return false
    }
    expect((await find(refuse)).isNew).toBe(true)
    expect(seen).toEqual([VALUE])
    expect((await find(() => true)).isNew).toBe(false)
  })

  test('where the caller refuses its value, with the refused result at hand', async () => {
    expect((await find()).isNew).toBe(true)
    expect(await refusedBy(open())).toEqual({ value: VALUE, text: 'the rows' })
  })

  test('where the caller refuses one of another machine, which is brought for it', async () => {
    await find()
    const done = await readFile(pathOf('done.json'), 'utf8')
    await rm(pathOf(), { recursive: true })
    const shared: SharedResults = {
      find: async () => ({ done, files: JSON.parse(done).files }),
      bring: async (_name, _files, into) => {
        await make(into)
        await writeFile(join(into, 'done.json'), done)
      },
      offer: async () => {},
    }
    const other = new ResultStore(join(home, 'steps'), join(home, 'work'), { shared })
    expect(await refusedBy(other)).toEqual({ value: VALUE, text: 'the rows' })
  })

  /** What a maker gets whose caller refuses every value. */
  async function refusedBy(store: ResultStore) {
    const { value } = await store.find<{ value: unknown; text: string } | typeof VALUE>(
      'pack-1',
      async (_folder, outdated) => ({
        value: outdated!.value,
        text: await readFile(join(outdated!.folder, 'packs', 'a.pack'), 'utf8'),
      }),
      () => false,
    )
    return value
  }

  async function editDone(from: string | RegExp, to: string): Promise<void> {
    const text = await readFile(pathOf('done.json'), 'utf8')
    expect(text).toMatch(from)
    await writeFile(pathOf('done.json'), text.replace(from, to))
  }
})

test('what cannot be made leaves the stored result, and no part of a new one', async () => {
  await find()
  const fail = async (folder: string): Promise<typeof VALUE> => {
    await writeFile(join(folder, 'half'), '')
    throw new Error('no space left on device')
  }
  const refused = open().find('pack-1', fail, () => false)
  await expect(refused).rejects.toThrow('no space left')
  expect((await find()).isNew).toBe(false)
  await expect(open().find('pack-2', fail)).rejects.toThrow('no space left')
  expect(await isStored(join(home, 'steps'), 'pack-2')).toBe(false)
})

describe('links', () => {
  const build = () => join(home, 'build')
  const linked = () => readFile(join(build(), 'packs', 'a.pack'), 'utf8')

  test('share the bytes of the result, under the names of the build', async () => {
    const made = await find()
    await linkFiles(made, build(), (file) => file.replace('inputs', 'tables/inputs'))
    expect(await linked()).toBe('the rows')
    expect((await stat(join(build(), 'tables', 'inputs.json'))).ino).toBe(
      (await stat(pathOf('inputs.json'))).ino,
    )
  })

  test('outlive a result that is made again', async () => {
    await linkFiles(await find(), build())
    await open().find(
      'pack-1',
      async () => ({ ...VALUE, rows: 0 }),
      () => false,
    )
    expect(await linked()).toBe('the rows')
  })

  test.runIf(OTHER_DEVICE !== null)('are copies in another file system', async () => {
    const made = await find()
    const other = await mkdtemp(join(OTHER_DEVICE!, 'plat-result-store-'))
    try {
      await linkFiles(made, other)
      expect(await readFile(join(other, 'packs', 'a.pack'), 'utf8')).toBe('the rows')
      await expect(linkFiles(made, other)).rejects.toThrow('EEXIST')
    } finally {
      await rm(other, { recursive: true })
    }
  })

  test('never write into another result: two files of one name are refused', async () => {
    const first = await find()
    const second = await open().find('pack-2', async (folder) => {
      await writeFile(join(folder, 'other'), 'other rows')
      return VALUE
    })
    await linkFiles(first, build())
    await expect(linkFiles(second, build(), () => 'packs/a.pack')).rejects.toThrow('EEXIST')
    expect((await find()).isNew).toBe(false)
  })
})

describe('prune', () => {
  const names = () => readdir(join(home, 'steps'))

  test('removes the results that were not used for longest, past the bytes, and never a used one', async () => {
    for (let i = 0; i < 5; i++) {
      const folder = join(home, 'steps', `facts-${i}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'rows.parquet'), Buffer.alloc(1_000))
      await utimes(folder, 1_000_000 + i, 1_000_000 + i)
    }
    const store = new ResultStore(join(home, 'steps'), join(home, 'work'), { unusedBytes: 2_500 })
    await store.find('facts-0', make, () => true)
    await utimes(join(home, 'steps', 'facts-0'), 1, 1)
    await store.prune()
    expect((await names()).sort()).toEqual(['facts-0', 'facts-3', 'facts-4'])
  })

  test('of a home without results removes nothing', async () => {
    await open().prune()
    await expect(names()).rejects.toThrow('ENOENT')
  })
})

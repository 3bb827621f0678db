import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { csvPages, loadCsv } from './csv.ts'
import { Tally } from './tally.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function load(text: string | Buffer, columns: string[] = [], where?: string) {
  const file = join(folder, 'rows.csv')
  await writeFile(file, text)
  const tally = new Tally()
  return withDatabase(async (connection) => {
    const request = { file, table: 'read', stat: 'list', columns, where }
    const names = await loadCsv(connection, request, tally)
    const rows = await connection.runAndReadAll('SELECT * EXCLUDE (line) FROM read ORDER BY line')
    return { names, rows: rows.getRows(), tally }
  })
}

describe('a list', () => {
  test.each([
    ['line feeds', 'a,b\n1,x\n2,y\n'],
    ['carriage returns too', 'a,b\r\n1,x\r\n2,y\r\n'],
    ['no end of its last line', 'a,b\n1,x\n2,y'],
    ['blank lines at its end', 'a,b\n1,x\n2,y\n\n\n'],
    ['a byte order mark', '\ufeffa,b\n1,x\n2,y\n'],
  ])('with %s is read whole', async (_, text) => {
    const { names, rows, tally } = await load(text)
    expect(names).toEqual(['a', 'b'])
    expect(rows).toEqual([
      ['1', 'x'],
      ['2', 'y'],
    ])
    expect(tally).toEqual(new Tally())
  })

  test('may have lines inside of quotes, and quotes inside of those', async () => {
    const { rows } = await load('a,b\n1,"two\nlines, ""quoted"""\n2,"three\n\nlines"\n3,z\n')
    expect(rows).toEqual([
      ['1', 'two\nlines, "quoted"'],
      ['2', 'three\n\nlines'],
      ['3', 'z'],
    ])
  })

  test('counts a line with a wrong number of columns, and loads the others', async () => {
    const { rows, tally } = await load('a,b\n1,x\n2,y,z\n3,w\n')
    expect(rows).toHaveLength(2)
    expect(tally.rejects['list.unreadable_line']).toMatchObject({ count: 1 })
  })

  test.each([
    ['of another number of columns', 'a,b\n1,"x\n\ny",z\n3,w\n'],
    ['of another encoding', Buffer.from('a,b\n1,"caf\xe9\ny"\n3,w\n', 'latin1')],
  ])('counts a record %s over several lines, and loads the others', async (_, text) => {
    const { rows, tally } = await load(text)
    expect(rows).toEqual([['3', 'w']])
    expect(tally.rejects['list.unreadable_line']).toMatchObject({ count: 1 })
  })

  test.each([
    ['in its middle', 'a,b\n1,x\n2,"open\n3,y\n4,z\n'],
    ['in its first line', 'a,b\n"1,x\n2,y\n3,z\n'],
  ])('with a quote left open %s is an error, not a shorter list', async (_, text) => {
    await expect(load(text)).rejects.toThrow(/a quote that line [23] opens is never closed/)
  })

  test('refuses a record with a comma too many, even when the surplus cell is empty', async () => {
    const { rows, tally } = await load('a,b,c\n1,x,\n2,1,000,\n3,y,z\n4,w\n')
    expect(rows).toEqual([
      ['1', 'x', null],
      ['3', 'y', 'z'],
    ])
    expect(tally.rejects).toEqual({
      'list.unreadable_line': { count: 2, example: 'line 3: 4 columns where the header has 3' },
    })
  })

  test('with lines that end both ways is read whole', async () => {
    const { rows, tally } = await load('a,b\r\n1,x\n2,y\r\n3,"z\r\nz"\n')
    expect(rows).toEqual([
      ['1', 'x'],
      ['2', 'y'],
      ['3', 'z\nz'],
    ])
    expect(tally).toEqual(new Tally())
  })

  test('names its columns when a wanted one is missing', async () => {
    await expect(load('a,b\n1,x\n', ['c'])).rejects.toThrow('no column c; it has a, b')
    await expect(load('a,a\n1,x\n')).rejects.toThrow('repeats a')
    await expect(load('a,A \n1,x\n')).rejects.toThrow('repeats A')
  })

  test.each([
    ['', 'it has no header'],
    ['\na,b\n1,x\n', 'it has no header'],
    ['a,b,\n1,x,\n', 'its column 3 has no name'],
    ['a,b\r1,x\r2,y\r', 'its header holds a carriage return'],
    ['"a\nz",b\n1,x\n', 'its header has 2 columns, 1 of them on its first line'],
  ])('reports a header that cannot be read: %j', async (text, problem) => {
    await expect(load(text)).rejects.toThrow(problem)
  })

  test('is not charged with the rejected lines of an earlier table of its name', async () => {
    const file = join(folder, 'two.csv')
    await withDatabase(async (connection) => {
      for (const [text, rejects] of [
        ['a,b\n"1"x,y\n2,z\n', 1],
        ['a,b\n3,w\n', 0],
      ] as const) {
        await writeFile(file, text)
        const tally = new Tally()
        await loadCsv(connection, { file, table: 'read', stat: 'list' }, tally)
        expect(tally.rejects['list.unreadable_line']?.count ?? 0).toBe(rejects)
      }
    })
  })
})

describe('a filter of a list', () => {
  const LIST = 'CO_NO,PERMIT NO,JV\n23,A,5\n24,,x\n023,B,\n23,C,-1\nlast,line,with,more\n'

  test.each<[where: string, ids: string[]]>([
    ["CO_NO = '23'", ['A', 'C']],
    ["co_no IN ('24', '023')", ['', 'B']],
    ['"PERMIT NO" IS NOT NULL AND "PERMIT NO" <> \'A\'', ['B', 'C']],
    ["\"PERMIT NO\" LIKE 'A%' OR JV = 'x'", ['A', '']],
    ['try_cast(JV AS DOUBLE) > 0', ['A']],
    ["CO_NO = '23' -- and a remark", ['A', 'C']],
  ])('%s is SQL of DuckDB over texts', async (where, ids) => {
    const { rows, tally } = await load(LIST, [], where)
    expect(rows.map(([, id]) => id ?? '')).toEqual(ids)
    expect(tally.rejects['list.unreadable_line']).toMatchObject({ count: 1 })
  })

  test.each<[where: string, problem: RegExp]>([
    ["COUNTY = '23'", /does not understand the filter COUNTY = '23'/],
    ["CO_NO = '23'; DROP TABLE read", /does not understand the filter/],
    ['CO_NO = ', /does not understand the filter/],
    ["CO_NO = '99'", /it has no rows where CO_NO = '99'/],
  ])('%s is refused', async (where, problem) => {
    await expect(load(LIST, [], where)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(problem),
    })
  })

  test('leaves every row its line, over pages of lines that are all gone', async () => {
    const file = join(folder, 'long.csv')
    await writeFile(file, `a\n${Array.from({ length: 45_000 }, (_, i) => `${i}\n`).join('')}`)
    const found = await withDatabase(async (connection) => {
      const request = { file, table: 'long', stat: 'list', where: "a IN ('0', '44999')" }
      await loadCsv(connection, request, new Tally())
      const pages = []
      for await (const page of csvPages(connection, 'long', ['a'])) pages.push(...page)
      return pages
    })
    expect(found).toEqual([
      [1, '0'],
      [45_000, '44999'],
    ])
  })
})

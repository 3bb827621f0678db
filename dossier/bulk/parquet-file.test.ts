import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputPoint } from './input-point.ts'
import { linesToParquet } from './parquet-file.ts'
import { readPoints } from './point-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-rows-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('ids stay the same in a folder whose name looks like a Hive partition', async () => {
  const own = join(folder, 'id=7', 'lat=8')
  await mkdir(own, { recursive: true })
  const lines = join(own, 'out.part')
  const rows = ['ñ日本', 'two', 'nul\0'].map((id, i) => ({ line: i + 1, id, lat: 30, lng: -72 }))
  await writeFile(lines, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const made = await linesToParquet(lines, ['permits'])
  const read: InputPoint[] = []
  for await (const point of readPoints(made, {})) read.push(point)
  expect(read).toEqual(rows)
  expect((await readdir(own)).sort()).toEqual(['out.part', 'out.part.parquet'])
})

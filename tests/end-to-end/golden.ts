import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Manifest } from '../../catalog/manifest.ts'

/**
 * Compares a value with `goldens/<name>.json`, or writes the file whole when UPDATE_GOLDENS=1:
 * then the change is reviewed as a diff. README.md in this folder has the command.
 */
export async function expectGolden(name: string, value: unknown): Promise<void> {
  await expectGoldenFile(fileURLToPath(new URL(`./goldens/${name}.json`, import.meta.url)), value)
}

/** Compares or writes a file of another folder, such as a committed scorecard. */
export async function expectGoldenFile(file: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (process.env.UPDATE_GOLDENS === '1') await writeFile(file, text)
  expect(JSON.parse(text)).toEqual(JSON.parse(await readFile(file, 'utf8')))
}

/** Counts of a build's tables, without examples, which may quote a publisher's rows. */
export function countsOf(manifest: Manifest) {
  const tables = manifest.tables.filter(({ layer }) => layer !== 'platform')
  const partitions = tables.flatMap(({ name, partitions }) =>
    partitions.map(({ id, rows, coverage, rejects, repairs, cases }) => [
      `${name}/${id}`,
      {
        rows,
        coverage_km2: Number(coverage.area_km2.toFixed(2)),
        rejects: Object.fromEntries(
          Object.entries(rejects).map(([stat, { count }]) => [stat, count]),
        ),
        repairs: Object.fromEntries(
          Object.entries(repairs).map(([kind, { count, area_change_m2 }]) => [
            kind,
            { count, area_change_m2: Number(area_change_m2.toFixed(1)) + 0 },
          ]),
        ),
        cases,
      },
    ]),
  )
  return Object.fromEntries(partitions)
}

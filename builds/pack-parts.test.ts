import { expect, test } from 'vitest'
import type { MadePartition } from './made-table.ts'
import { PACK_PARTS_MAX, planParts } from './pack-parts.ts'

/** Partitions in the order of their ids, as a build has them. */
function partitions(count: number): MadePartition[] {
  const ids = Array.from({ length: count }, (_, i) => `county-${i}`).sort()
  return ids.map((id) => {
    const hashed = { file: `tables/parcels/${id}.parquet`, bytes: 1, sha256: id }
    return { id, file: hashed.file, hashed, rows: 1 }
  })
}

const idsOf = (own: readonly MadePartition[]) =>
  planParts(own).map(({ name, partitions }) => [name, ...partitions.map(({ id }) => id)])

test('a pack has a file a partition, with its name, in the order of the partitions', () => {
  for (const count of [1, 2, PACK_PARTS_MAX]) {
    const own = partitions(count)
    expect(idsOf(own)).toEqual(own.map(({ id }) => [id, id]))
  }
  expect(planParts([])).toEqual([])
})

test('past the bound each partition is in one of 64 files, each in the order of the partitions', () => {
  for (const count of [PACK_PARTS_MAX + 1, 3_144]) {
    const own = partitions(count)
    const parts = planParts(own)
    expect(parts.length).toBeLessThanOrEqual(PACK_PARTS_MAX)
    const names = parts.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
    expect(names.filter((name) => !/^part-[0-6]\d$/.test(name))).toEqual([])
    const ids = parts.flatMap(({ partitions }) => partitions.map(({ id }) => id))
    expect(ids.toSorted()).toEqual(own.map(({ id }) => id))
    for (const { partitions } of parts) {
      const own = partitions.map(({ id }) => id)
      expect(own).toEqual(own.toSorted())
    }
  }
  // All counties of the country: no file has more than a few times its share.
  const sizes = planParts(partitions(3_144)).map(({ partitions }) => partitions.length)
  expect(sizes).toHaveLength(PACK_PARTS_MAX)
  expect(Math.max(...sizes)).toBeLessThan((3 * 3_144) / PACK_PARTS_MAX)
})

test.each([
  ['within the bound', PACK_PARTS_MAX - 1],
  ['past the bound', 200],
])('a partition that comes or goes changes its own file alone: %s', (_where, count) => {
  const all = partitions(count + 1)
  for (const at of [0, 30, count]) {
    const without = new Map(idsOf(all.toSpliced(at, 1)).map(([name, ...ids]) => [name, ids]))
    const changed = idsOf(all).filter(([name, ...ids]) => `${without.get(name)}` !== `${ids}`)
    expect(changed).toHaveLength(1)
    expect(changed[0]).toContain(all[at].id)
  }
})

import { join } from 'node:path'
import Flatbush from 'flatbush'
import { anchorOf } from '../geometry/anchor.ts'
import { type Box, boundsOf, type Polygons } from '../geometry/polygons.ts'
import { getTable } from '../layers/index.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { Remembered } from '../values/remembered.ts'
import { tableFile } from './build-file.ts'
import type { BuildSteps } from './build-steps.ts'
import { type ChangedRows, changedRows } from './changed-rows.ts'
import { changesBetween, type FoundSources, type NearRows } from './derived-sources.ts'
import type { Derived, DerivedSubject, Deriver, EarlierRows } from './derived-tables.ts'
import type { ResultStore } from './result-store.ts'
import type { TableTrace } from './traced-pack.ts'

/** Grid units by which a point may differ from the one that a search was traced from. */
const POINT_MARGIN = 2

/** The places in which a table has changed, and how it was searched. */
export interface ChangedPlaces {
  boxes: readonly Box[]
  trace: Pick<TableTrace, 'beyond_box' | 'beyond_point'>
}

/** Finds the rows of a build that are derived anew, where an earlier build has derived them. */
export class RowsAnew {
  private readonly deriver: Pick<Deriver, 'pack'>
  private readonly steps: Pick<BuildSteps, 'bring'>
  private readonly folder: string
  private readonly partitions: Pick<ResultStore, 'stored'>
  /** The rows in which two files differ: several counties may border on both. */
  private readonly changed = new Remembered()

  constructor(
    deriver: Pick<Deriver, 'pack'>,
    steps: Pick<BuildSteps, 'bring'>,
    { folder, partitions }: { folder: string; partitions: Pick<ResultStore, 'stored'> },
  ) {
    this.deriver = deriver
    this.steps = steps
    this.folder = folder
    this.partitions = partitions
  }

  /**
   * The rows of a subject that are derived anew: those that have changed, and those whose searches
   * may reach a change. `now` is what the earlier searches can find in this build. Null where all
   * are.
   */
  async of(
    range: DerivedSubject,
    { traces, found }: Pick<Derived, 'traces'> & { found: FoundSources },
    now: FoundSources,
  ): Promise<Pick<EarlierRows, 'anew' | 'removed'> | null> {
    const changes = changesBetween(found, now)
    if (!changes) return null
    const boxes = new Map<string, Box[]>()
    const keys: string[] = []
    for (const { table, before, now, rows } of changes) {
      const changed = rows && (await this.changedRows(rows))
      if (rows && table === range.subject && rows.now.id === range.partition) {
        if (!changed) return null
        keys.push(...changed.keys)
      }
      // Without the rows, any of the partition may be another.
      const bounds = [before?.bounds, now?.bounds].filter((box) => box != null)
      boxes.set(table, [...(boxes.get(table) ?? []), ...(changed?.boxes ?? bounds)])
    }
    const pack = await this.deriver.pack(range.subject)
    const places = [...boxes]
      .map(([table, boxes]) => ({ boxes, trace: traces[table] }))
      .filter(({ trace }) => trace?.box)
    const anew = new Set(rowsReaching(places, pack, range))
    const removed: string[] = []
    for (const key of keys) {
      const row = pack.rowOfKey(key)
      // Another partition may have it now.
      if (row === null || row < range.from || row >= range.to) removed.push(key)
      else anew.add(row)
    }
    return { anew: [...anew].sort((a, b) => a - b), removed }
  }

  /** The rows in which two files differ; null where the earlier one is not stored. */
  private async changedRows(rows: {
    before: NearRows
    now: NearRows
  }): Promise<ChangedRows | null> {
    const { before, now } = rows
    // A section reads the rasters that rows name.
    if (before.rasters.join() !== now.rasters.join()) return null
    if (!before.file || !now.file) return null
    const { result, file, sha256 } = before.file
    const name = `${sha256} ${now.file.sha256}`
    return await this.changed.once(name, async () => {
      const stored = await this.partitions.stored(result)
      if (!stored?.files.some((each) => each.file === file && each.sha256 === sha256)) return null
      const later = tableFile(now.table, now.id)
      await this.steps.bring([later])
      const earlier = join(stored.folder, file)
      return await changedRows(getTable(now.table), earlier, join(this.folder, later))
    })
  }
}

/**
 * Finds the rows of a range of a table whose searches may reach a changed place, ascending. A
 * search lies within a distance of the row's box, and within another of its point.
 */
export function rowsReaching(
  places: readonly ChangedPlaces[],
  pack: Pack,
  { from, to }: { from: number; to: number },
): number[] {
  const indexed = places.filter(({ boxes }) => boxes.length > 0).map(indexOf)
  if (indexed.length === 0) return []
  const rows: number[] = []
  for (let row = from; row < to; row++) {
    const polygons = pack.polygons(row)
    if (indexed.some((place) => place.isReachedFrom(polygons))) rows.push(row)
  }
  return rows
}

function indexOf({ boxes, trace }: ChangedPlaces) {
  const index = new Flatbush(boxes.length)
  for (const box of boxes) index.add(...box)
  index.finish()
  const meets = (box: Box) => index.search(...box).length > 0
  return {
    isReachedFrom(polygons: Polygons): boolean {
      const near = grown(boundsOf(polygons), trace.beyond_box)
      if (!meets(near)) return false
      const [x, y] = anchorOf(polygons)
      const around = grown([x, y, x, y], trace.beyond_point + POINT_MARGIN)
      return meets(within(near, around))
    },
  }
}

function grown([west, south, east, north]: Box, by: number): Box {
  return [west - by, south - by, east + by, north + by]
}

/** The box that two boxes share, which both have the point of a row in. */
function within(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
}

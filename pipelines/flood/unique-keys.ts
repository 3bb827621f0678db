import { createHash } from 'node:crypto'
import { polygonsToWkb } from '../../layers/geometry/wkb.ts'
import type { PackValue } from '../../layers/packs/pack-format.ts'
import type { ConvertedRow } from '../stages/convert.ts'
import type { Tally } from '../stages/tally.ts'

/**
 * Gives rows keys that are unique within a partition: the publisher's id, else the geometry's
 * hash; a second row of that key adds its geometry, then its facts. A row that repeats another in
 * id, geometry and facts is merged into it. All of it is counted.
 */
export class UniqueKeys {
  private readonly taken = new Set<string>()
  private readonly rows = new Set<string>()
  private readonly tally: Tally

  constructor(tally: Tally) {
    this.tally = tally
  }

  /** The row's key, or null when the same row was seen before. */
  keyOf(id: string | null, row: ConvertedRow<Record<string, PackValue>>): string | null {
    const shape = hash(polygonsToWkb(row.polygons))
    const facts = hash(JSON.stringify(row.values))
    const whole = `${id} ${shape} ${facts}`
    if (this.rows.has(whole)) {
      this.tally.add('key.merged_identical')
      return null
    }
    this.rows.add(whole)
    if (id === null) this.tally.add('key.from_geometry')
    const first = id ?? shape
    const candidates = [first, `${first}:${shape}`, `${first}:${shape}:${facts}`]
    const level = candidates.findIndex((key) => !this.taken.has(key))
    if (level > 0) this.tally.add(level === 1 ? 'key.tied_by_geometry' : 'key.tied_by_facts')
    this.taken.add(candidates[level])
    return candidates[level]
  }
}

function hash(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

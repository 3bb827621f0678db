import type { Findings } from './findings.ts'
import { MOVE_TO_ONE, POINT } from './mvt-layer.ts'
import { unzigzag } from './tile-geometry.ts'

/** A feature as it is written. */
export interface RawFeature {
  id: number | undefined
  type: number
  tags: number[]
  commands: number[]
}

/**
 * Checks the points for labels of a tile: each is one point within the tile itself, of a feature
 * that the tile draws under the same id. Neither bounds nor ground depend on them.
 */
export function verifyLabels(
  features: readonly RawFeature[],
  extent: number,
  drawn: ReadonlySet<number>,
  where: string,
  findings: Findings,
): void {
  for (const { id, type, commands } of features) {
    const which = `${where} label ${id ?? 'without id'}`
    if (id === undefined || !drawn.has(id)) {
      findings.add('label.feature', which, 'the tile draws no feature of this id')
    }
    if (type !== POINT) findings.add('feature.type', which, `geometry type ${type}, not point`)
    const [command, dx, dy] = commands
    if (commands.length !== 3 || command !== MOVE_TO_ONE) {
      findings.add('geometry.commands', which, 'a label is not one MoveTo of one point')
      continue
    }
    const [x, y] = [unzigzag(dx), unzigzag(dy)]
    if (Math.min(x, y) < 0 || Math.max(x, y) >= extent) {
      findings.add('geometry.outside', which, `${x} ${y} is in another tile`)
    }
  }
}

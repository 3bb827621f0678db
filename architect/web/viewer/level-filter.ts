import { groundLevelOf, type IndexedNode } from './scene-index.ts'

/** What of the building is drawn. */
export interface Shown {
  /** Id of the only level that is drawn; null for all. */
  level: string | null
  /** True where roofs and ceilings are drawn. */
  covers: boolean
}

/** Kinds that hide the rooms below them from above. */
const COVERS: ReadonlySet<string> = new Set(['roof', 'ceiling'])

export const isCover = ({ kind }: Pick<IndexedNode, 'kind'>): boolean => COVERS.has(kind)

/** The usual choice: a level by itself is opened from above, but not for those who walk in it. */
export const coversOf = (level: string | null, chosen: boolean | null, isWalk = false): boolean =>
  isWalk || (chosen ?? level === null)

/**
 * The level whose floors are drawn under another by itself: the lawn has holes for them. Null for
 * the level on the ground and for those below it, which its floors would hide.
 */
export function levelBelow(
  nodes: ReadonlyMap<string, IndexedNode>,
  level: string | null,
): string | null {
  const ground = groundLevelOf(nodes)
  const chosen = level === null ? undefined : nodes.get(level)
  return ground && chosen && chosen.height > ground.height ? ground.id : null
}

/** True where a node is drawn. The site belongs to every level. */
export function isShown(
  { kind, levelId }: Pick<IndexedNode, 'kind' | 'levelId'>,
  { level, covers }: Shown,
  below: string | null = null,
): boolean {
  if (!covers && isCover({ kind })) return false
  if (kind === 'slab' && below !== null && levelId === below) return true
  return level === null || levelId === null || levelId === level
}

/** The level before or after another; at the ends all of them together, which is null. */
export function nextLevel(
  ids: readonly string[],
  current: string | null,
  step: 1 | -1,
): string | null {
  const at = current === null ? (step === 1 ? -1 : ids.length) : ids.indexOf(current)
  return ids[at + step] ?? null
}

/** Edits of a turn have its id, its step and the number of the call in their operation id. */
const OF_TURN = /^(resp_\w+)\.\d+\.\d+$/

/**
 * How many steps of a history, the next one to undo or redo first, are those of its first `turns`
 * turns. An edit that no turn made counts as a turn.
 */
export function stepsOfTurns(
  history: readonly { operationId: string | null }[],
  turns: number,
): number {
  let left = turns
  let current: string | null = null
  for (const [index, { operationId }] of history.entries()) {
    const turn: string | null = OF_TURN.exec(operationId ?? '')?.[1] ?? null
    if (turn !== null && turn === current) continue
    if (left === 0) return index
    left -= 1
    current = turn
  }
  return history.length
}

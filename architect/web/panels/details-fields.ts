import type { NodeAnswer } from '../projects/answers.ts'

/** Fields of a node that are shown elsewhere. */
const SHOWN_ABOVE = new Set(['id', 'kind', 'label', 'parent'])

type Fields = [name: string, value: unknown][]

/** What Details lists of a node: its own data, and the quantities that its data lack. */
export function detailsFields({ node, derived }: Pick<NodeAnswer, 'node' | 'derived'>): {
  data: Fields
  quantities: Fields
} {
  const isStraight = (name: string, value: unknown) => name === 'sagitta' && value === 0
  const data = Object.entries(node).filter(
    ([name, value]) => !SHOWN_ABOVE.has(name) && !isStraight(name, value),
  )
  // The box is of use to programs; its sizes stand next to it.
  const { areaOf: _area, bbox: _box, ...figures } = derived
  const quantities = Object.entries(figures).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(node[name]),
  )
  return { data, quantities }
}

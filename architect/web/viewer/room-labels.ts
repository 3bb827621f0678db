import { make } from '../../../web/element.ts'
import type { ModelView } from './model-view.ts'
import type { IndexedNode } from './scene-index.ts'

/** Labels in a picture: more would cover it. */
const LABELS_MAX = 60

/** The names of the rooms of a level over its picture, which is then seen from above. */
export interface RoomLabels {
  setNodes(nodes: ReadonlyMap<string, IndexedNode>): void
  /** Null for no labels. */
  setLevel(level: string | null): void
  follow(model: ModelView): void
}

export function openRoomLabels(place: HTMLElement): RoomLabels {
  const layer = make('div', { class: 'room-labels', 'aria-hidden': 'true' })
  place.append(layer)
  let nodes: ReadonlyMap<string, IndexedNode> = new Map()
  let level: string | null = null
  let labels: { id: string; label: HTMLElement }[] = []
  let model: ModelView | null = null
  const put = () => {
    for (const { id, label } of labels) {
      const at = model?.positionOf(id) ?? null
      label.hidden = at === null
      if (at) label.style.transform = `translate(${at[0]}px, ${at[1]}px) translate(-50%, -50%)`
    }
  }
  const fill = () => {
    const rooms = [...nodes.values()].filter(
      ({ polygon, levelId }) => level !== null && polygon && levelId === level,
    )
    labels = rooms
      .slice(0, LABELS_MAX)
      .map(({ id, label }) => ({ id, label: make('span', {}, label) }))
    layer.replaceChildren(...labels.map(({ label }) => label))
    put()
  }
  return {
    setNodes(next) {
      nodes = next
      fill()
    },
    setLevel(next) {
      if (next === level) return
      level = next
      fill()
    },
    follow(next) {
      model = next
      model.onDrawn(put)
    },
  }
}

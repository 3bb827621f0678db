import { Draft } from '../../architect/operations/draft.ts'
import { newScene, type Scene } from '../../architect/scene/scene.ts'
import { box, made } from '../houses/drafted-house.ts'
import type { Brief } from './briefs/brief.ts'
import { roomsIn, type Which } from './facts.ts'
import { houseView, type OpeningView } from './house-view.ts'
import { startOf } from './starts.ts'

/** Makes one edit, which must succeed. */
type Apply = (tool: string, given: Record<string, unknown>) => void

/** Edits of a scene without the planner, which prove that a brief can be met. */
export type EditByHand = (apply: Apply, scene: Scene) => void

/** The facts that do not hold when a brief has left this project and replies of "Done.". */
export function refuted({ start, requests, facts }: Brief, after = startOf(start)): string[] {
  const replies = requests.map(() => ({ text: 'Done.', options: [] }))
  const outcome = { before: startOf(start), after, replies }
  return facts.filter((fact) => fact.refute(outcome) !== null).map(({ text }) => text)
}

export function changed(start: Scene, change: EditByHand): Scene {
  const draft = new Draft(start)
  change((tool, given) => made(draft.apply(tool, given)), start)
  return draft.scene
}

/** The first opening of a room that fits. */
export function openingOf(
  scene: Scene,
  which: Which,
  fits: (each: OpeningView) => boolean,
): OpeningView {
  return roomsIn(houseView(scene), which)[0].openings.find(fits)!
}

/** The first opening between two rooms. */
export function sharedOpening(scene: Scene, which: Which, other: Which): OpeningView {
  const ids = roomsIn(houseView(scene), other)[0].openings.map(({ id }) => id)
  return openingOf(scene, which, ({ id }) => ids.includes(id))
}

/** A scene with rooms of one kind, [west, south, width, depth] each. */
export function roomsAt(...boxes: [number, number, number, number][]): Scene {
  const draft = new Draft(newScene('Rooms', 'r5k1'))
  for (const [x, z, width, depth] of boxes)
    made(draft.apply('create_room', { label: `Room ${x} ${z}`, polygon: box(x, z, width, depth) }))
  return draft.scene
}

import { DOOR_TYPES } from '../../scene/nodes.ts'
import { Refusal } from '../refusal.ts'
import type { NewOpening } from './add-opening.ts'

/** Types of doors, and a hole in a wall with nothing in it. */
export const DOORWAY_TYPES = [...DOOR_TYPES, 'opening'] as const
export type DoorwayType = (typeof DOORWAY_TYPES)[number]

/** Width of a door of each type where the caller gives none, in metres. */
const DOOR_WIDTHS_M: Record<DoorwayType, number> = {
  hinged: 0.9,
  double: 1.6,
  sliding: 1.6,
  pocket: 0.9,
  folding: 1.8,
  garage: 2.5,
  opening: 1,
}

export const doorWidth = (doorType: DoorwayType, width: number | undefined) =>
  width ?? DOOR_WIDTHS_M[doorType]

type Doorway = Pick<NewOpening, 'hinge' | 'swing' | 'opensInto'> & { doorType: DoorwayType }

/**
 * The kind of node that a door of this type is; refuses the leaf of a hole. `path` is that of the
 * door in the arguments of the call: `doors.0.`.
 */
export function leafOf(door: Doorway, path = ''): Pick<NewOpening, 'kind' | 'doorType'> {
  const { doorType } = door
  if (doorType !== 'opening') return { kind: 'door', doorType }
  const leaf = (['hinge', 'swing', 'opensInto'] as const).find((name) => door[name] !== undefined)
  if (leaf === undefined) return { kind: 'opening', doorType: undefined }
  throw new Refusal('invalid_input', `An opening has no leaf, and so no ${leaf}.`, {
    param: path + leaf,
  })
}

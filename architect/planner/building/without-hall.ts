import { Declined, type Workbench } from '../workbench.ts'
import type { BriefProgram } from './program-of-brief.ts'

/** Types of rooms through which people may walk to the others, the most usual first. */
const WALKED = ['living', 'studio', 'dining', 'kitchen', 'other'] as const

/**
 * Gives the hall of a layout to the room next to it in which people live, so that the front door
 * opens into that. Returns what to state about it.
 */
export function removeHalls(bench: Workbench, { program }: BriefProgram): string[] {
  const halls = bench.house.rooms.filter(({ type }) => type === program.hallType)
  return halls.flatMap(({ id, label, level, neighbours }) => {
    const heir = WALKED.flatMap((type) =>
      bench.house.rooms.filter((room) => room.type === type && neighbours.has(room.id)),
    ).find((room) => room.level === level)
    const mark = bench.mark()
    try {
      if (!heir) throw new Declined('No room to live in is next to it.')
      bench.apply('delete_room', { zoneId: id, into: heir.id })
      return [`There is no hall: the front door opens into the ${heir.label.toLowerCase()}.`]
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      bench.returnTo(mark)
      return [
        `The ${label.toLowerCase()}, which you did not want, could not be left out: ${error.message}`,
      ]
    }
  })
}

import { z } from 'zod'

export const TRAVEL_TOOLS = ['undo', 'redo'] as const
export type TravelTool = (typeof TRAVEL_TOOLS)[number]

/** Turns that one call undoes. */
const TURNS_MAX = 20

/** Arguments of `undo` and `redo`. */
export const travelInput = z.strictObject({
  turns: z
    .number()
    .int()
    .min(1)
    .max(TURNS_MAX)
    .default(1)
    .describe('Turns; an edit that no turn made counts as one'),
})

export const TRAVEL_DESCRIPTIONS: Record<TravelTool, string> = {
  undo: 'Undoes all edits of the last turn that changed the building, or the last edit by hand. Example: {"turns":1}',
  redo: 'Redoes what undo has undone, until another edit is made. Example: {"turns":1}',
}

import { z } from 'zod'

/** What becomes of furniture that stands in the way of an edit of rooms. */
export const ITEMS_MODES = ['refuse', 'shift', 'refurnish'] as const
export type ItemsMode = (typeof ITEMS_MODES)[number]

export const itemsField = z
  .enum(ITEMS_MODES)
  .default('refuse')
  .describe(
    'Furniture in the way: refuse the edit, shift it to the nearest free position, or furnish its room anew',
  )

import { z } from 'zod'

/** What becomes of furniture that an edit would leave in a wall, a swing or another room. */
export const ITEMS_MODES = ['refuse', 'shift', 'refurnish'] as const
export type ItemsMode = (typeof ITEMS_MODES)[number]

export const itemsField = () => z.enum(ITEMS_MODES).optional()

/** Whether a call refuses where furniture is in the way, as it does unless it chooses. */
export const isRefusing = ({ items }: { items?: ItemsMode }): boolean =>
  items === undefined || items === 'refuse'

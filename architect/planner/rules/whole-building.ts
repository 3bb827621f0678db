import type { Clause } from '../language/clause.ts'

const HOUSE =
  /\b(?:house|home|bungalow|cottage|cabin|villa|chalet|townhouse|duplex|farmhouse|building|flat(?! roof)|apartment|studio apartment)\b/
/** What only a description of a building has, next to its noun. */
const DESCRIBED = /\b(?:size\d|area\d|num\d+ (?:storeys?|stor(?:y|ies)|floors?|rooms?)|with num\d)/
/** A house that is there, and not one that is to be laid out. */
const IS_THERE =
  /\b(?:of|to|in|for|on|give) house\b|^(?:paint|furnish|how|what|what's|which|where|is|are|does|do|has|have)\b/

/** Whether a clause describes a whole building: its openings, roof and furniture belong to that. */
export const isWholeBuilding = ({ text, rooms }: Clause): boolean =>
  HOUSE.test(text) && !IS_THERE.test(text) && (rooms.length > 1 || DESCRIBED.test(text))

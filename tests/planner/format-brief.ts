import type { BriefRoom, BuildingBrief } from '../../architect/planner/language/building-brief.ts'

const round = (value: number): number => Math.round(value * 100) / 100
const formatSize = ([a, b]: readonly [number, number]): string => `${round(a)} x ${round(b)} m`

/** A brief in one line: the house, then each room with its level as `@1`, then what was unread. */
export function formatBrief(brief: BuildingBrief): string {
  const rooms = brief.rooms.map(formatRoom)
  return [...formatHouse(brief), ...rooms, ...brief.unread.map((text) => `unread ${text}`)].join(
    ', ',
  )
}

function formatHouse(brief: BuildingBrief): string[] {
  const { footprint, roof } = brief
  const parts: (string | false | null)[] = [
    brief.storeys !== null && `storeys ${brief.storeys}`,
    brief.area !== null && `${round(brief.area)} m²`,
    footprint && formatSize([footprint.width, footprint.depth]),
    footprint?.isTurnable === true && 'turnable',
    brief.shape && `${brief.shape} shape`,
    roof && `roof ${roof.type}${roof.pitch === null ? '' : ` ${round(roof.pitch)}°`}`,
    brief.entrance && `entrance ${brief.entrance}`,
    brief.isFurnished && 'furnished',
    brief.isOpenPlan && 'open plan',
    brief.hasBigWindows && 'big windows',
    brief.isAccessible && 'accessible',
    brief.doorWidth !== null && `doors ${round(brief.doorWidth)} m`,
    brief.ceilingHeight !== null && `ceilings ${round(brief.ceilingHeight)} m`,
  ]
  return parts.filter((part) => typeof part === 'string')
}

function formatRoom(room: BriefRoom): string {
  const { word, area, leastArea, size, level, width, windowWidth } = room
  const parts: (string | false | undefined)[] = [
    `${room.count} ${word.label}`,
    word.role && `(${word.role})`,
    area !== undefined && `${round(area)} m²`,
    leastArea !== undefined && `≥ ${round(leastArea)} m²`,
    size && formatSize(size),
    level !== undefined && `@${level}`,
    ...room.sides,
    ...room.links.map(({ kind, to }) => `${kind} ${to === 'entrance' ? to : to.type}`),
    width !== undefined && `${round(width)} m wide`,
    windowWidth !== undefined && `windows ${round(windowWidth)} m`,
    ...room.furniture,
  ]
  return parts.filter((part) => typeof part === 'string').join(' ')
}

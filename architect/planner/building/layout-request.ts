import type { RoomProgram } from '../../layout/room-program.ts'
import type { BuildingBrief } from '../language/building-brief.ts'
import type { BriefProgram } from './program-of-brief.ts'

/** Usual pitch of a roof that is not flat, in degrees. */
const PITCH = 30

/** The arguments of `plan_layout` for a brief. Rooms are named by their labels. */
export function layoutRequest(
  brief: BuildingBrief,
  { program, furniture }: BriefProgram,
): Record<string, unknown> {
  const roofType = brief.roof?.type ?? 'gable'
  return {
    rooms: program.rooms.map((room) => roomRequest(program, room.id, furniture)),
    ...(program.outdoors.length > 0 && {
      terraces: program.outdoors.map(({ label, area, at }) => ({
        label,
        area: rounded(area),
        before: labelOf(program, at),
      })),
    }),
    ...(program.shape !== 'rectangle' && { shape: program.shape }),
    ...(program.footprint && {
      width: rounded(program.footprint.width),
      depth: rounded(program.footprint.depth),
    }),
    ...(program.outline && { outline: program.outline }),
    ...(program.entrance && { entrance: program.entrance }),
    hallLabel: program.hallLabel,
    hallType: program.hallType,
    hallWidth: program.hallWidth,
    ...(program.doorWidth > 0 && { doorWidth: program.doorWidth }),
    ...(program.hasBigWindows && { bigWindows: true }),
    roofType,
    ...(roofType !== 'flat' && { pitch: brief.roof?.pitch ?? PITCH }),
    ...(brief.isFurnished && { furnish: true }),
  }
}

function roomRequest(
  { rooms, relations }: RoomProgram,
  id: string,
  furniture: ReadonlyMap<string, string[]>,
): Record<string, unknown> {
  const room = rooms.find((each) => each.id === id)!
  const others = (kind: (typeof relations)[number]['kind']) =>
    relations
      .filter((relation) => relation.kind === kind && relation.a === id)
      .map(({ b }) => labelOf({ rooms }, b))
  const lists = {
    sides: room.sides,
    nextTo: others('next_to'),
    openTo: others('open_to'),
    apartFrom: others('apart'),
    require: furniture.get(id) ?? [],
  }
  return {
    label: room.label,
    roomType: room.type,
    ...(room.level > 0 && { level: room.level }),
    ...(room.size
      ? { size: room.size }
      : { [room.isAreaGiven ? 'area' : 'about']: rounded(room.area) }),
    ...(room.within !== undefined && { within: labelOf({ rooms }, room.within) }),
    ...(room.minWidth !== undefined && { minWidth: room.minWidth }),
    ...(room.windowWidth !== undefined && { windowWidth: room.windowWidth }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
  }
}

const labelOf = ({ rooms }: Pick<RoomProgram, 'rooms'>, id: string): string =>
  rooms.find((room) => room.id === id)!.label

const rounded = (value: number): number => Math.round(value * 100) / 100

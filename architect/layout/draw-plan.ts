import { doorCalls } from './draw-doors.ts'
import { drawTerraces } from './draw-terraces.ts'
import { windowCalls } from './draw-windows.ts'
import { type DrawnStorey, drawnStoreys, STAIR_FLIGHT } from './drawn-plan.ts'
import type { FoundPlan } from './find-plans.ts'
import type { PlanCall } from './plan-call.ts'
import type { ProgramTables } from './program-tables.ts'
import type { RoomProgram } from './room-program.ts'

/** The calls that draw a plan on the ground floor of an empty project, and the storeys above. */
export function callsOfPlan(tables: ProgramTables, found: FoundPlan): PlanCall[] {
  const { program } = tables
  const storeys = drawnStoreys(program, found)
  const calls: PlanCall[] = []
  for (const [level, storey] of storeys.entries()) {
    if (level > 0)
      calls.push({
        tool: 'create_level',
        as: `level${level}`,
        arguments: { position: 'above', label: level === 1 ? 'Upper floor' : `Floor ${level}` },
      })
    calls.push(...roomCalls(program, storey, level))
  }
  for (const [level, { stair }] of storeys.slice(0, -1).entries())
    if (stair)
      calls.push({
        tool: 'create_stair_between_levels',
        as: `stair${level}`,
        arguments: {
          fromLevelId: levelName(level),
          toLevelId: levelName(level + 1),
          position: stair.at,
          direction: stair.direction,
          shape: 'u_shaped',
          turn: stair.turn,
          width: STAIR_FLIGHT,
        },
      })
  const terraces = drawTerraces(program, storeys[0], levelName(0))
  calls.push(...terraces.calls)
  // After the stair, so that no door is before it.
  for (const [level, storey] of storeys.entries()) calls.push(...doorCalls(tables, storey, level))
  for (const storey of storeys) calls.push(...windowCalls(program, storey, terraces.doors))
  return calls
}

const levelName = (level: number): string =>
  level === 0 ? '$project.levelId' : `$level${level}.levelId`

function roomCalls(
  { innerWall, outerWall, hallLabel, hallType }: RoomProgram,
  { rooms, hall, outline }: DrawnStorey,
  level: number,
): PlanCall[] {
  const levelId = levelName(level)
  const usual = { levelId, wallThickness: innerWall, createSlab: false }
  return [
    {
      tool: 'create_room',
      as: `shell${level}`,
      arguments: {
        levelId,
        polygon: outline,
        wallThickness: outerWall,
        createZone: false,
        createSlab: true,
        createCeiling: false,
      },
    },
    {
      tool: 'create_room',
      as: `hall${level}`,
      arguments: {
        ...usual,
        label: level === 0 ? hallLabel : 'Landing',
        roomType: level === 0 ? hallType : 'hall',
        polygon: hall,
      },
    },
    ...rooms.map(({ room, polygon }) => ({
      tool: 'create_room',
      as: room.id,
      arguments: { ...usual, label: room.label, roomType: room.type, polygon },
    })),
  ]
}

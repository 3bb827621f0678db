import { area, boxOf, type Polygon } from '../../geometry/polygon.ts'
import { difference, regionArea, ringsOf, union } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf } from '../../scene/scene.ts'
import type { House } from '../house/house.ts'
import type { Box } from '../house/outer-box.ts'
import { formatList } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest, type Way } from './best-way.ts'
import { addDoorTo } from './door-to.ts'
import { figuresFor, theRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { addWindows, roomOf } from './repair-rooms.ts'
import { freeLabel } from './room-kind.ts'
import { type StairPlace, stairPlaces } from './stair-places.ts'
import { corners, planUpperFloor, type UpperPlan, type UpperRoom } from './upper-plan.ts'

/** Positions of the stair for which a floor is planned, and plans of these that are built. */
const STAIRS_TRIED_MAX = 16
const PLANS_BUILT_MAX = 4
/** A house this much smaller than its box is not a rectangle. */
const RECTANGLE_SHARE = 0.98

const METRIC = figuresFor('')

/** A storey with these rooms above the uppermost one, on its largest rectangle. */
export function addStorey(bench: Workbench, requested: readonly UpperRoom[]): string {
  const before = bench.house
  const start = bench.mark()
  const below = before.levels.at(-1)
  const indoors = before.rooms.filter(
    ({ levelId, isOutdoors, type }) => levelId === below?.id && !isOutdoors && type !== 'garage',
  )
  if (!below || indoors.length === 0)
    throw new Declined('The project has no rooms yet for another storey to stand on.')
  const outline = largestRectangle(union(indoors.map(({ polygon }) => polygon as Polygon)))
  const roofs = childrenOf(before.scene, below.id, 'roof').filter((roof) => isOver(roof, outline))
  const rooms = withLabels(bench, requested)
  if (roofs.length > 0) bench.apply('delete_node', { ids: roofs.map(({ id }) => id) })
  const { levelId } = bench.apply('create_level', {
    position: 'above',
    ...(below.index === 0 && { label: 'Upper floor' }),
  }) as unknown as {
    levelId: string
  }
  const thickness = Math.max(...before.walls.map((wall) => (wall.side ? wall.thickness : 0)), 0.2)
  bench.apply('create_room', {
    levelId,
    polygon: corners(outline),
    wallThickness: thickness,
    createZone: false,
    createCeiling: false,
  })
  const places = stairPlaces(bench.scene, {
    fromLevelId: below.id,
    toLevelId: levelId,
    rooms: indoors,
    shapes: ['u_shaped', 'straight', 'l_shaped'],
  })
  const stages = plannedStages(bench, { outline, rooms, places, levelId, roofs, below: below.id })
  if (stages.length === 0) {
    bench.returnTo(start)
    throw new Declined(
      places.length === 0
        ? 'I found no place for a stair on the floor below: none of its rooms has the space for it. A larger hall or living room would help.'
        : `I could not fit ${formatList(rooms.map(({ label }) => label))} and a landing on ${METRIC.area(area(corners(outline)))}. Fewer or smaller rooms would work.`,
    )
  }
  makeBest(bench, stages, () => 0)
  return replyOf(bench, before, levelId, start.calls)
}

function isOver({ polygon }: NodeOf<'roof'>, outline: Box): boolean {
  const [x, z] = [(outline.minX + outline.maxX) / 2, (outline.minZ + outline.maxZ) / 2]
  const box = boxOf(polygon)
  return x > box.minX && x < box.maxX && z > box.minZ && z < box.maxZ
}

/** `Bedroom` and `Bedroom 2` where the house has these names not yet. */
function withLabels(bench: Workbench, rooms: readonly UpperRoom[]): UpperRoom[] {
  const used: string[] = []
  return rooms.map((room) => {
    let label = freeLabel(bench, room.label)
    for (let number = 2; used.includes(label); number++)
      label = freeLabel(bench, `${room.label} ${number}`)
    used.push(label)
    return { ...room, label }
  })
}

/** The largest rectangle within regions, of those between their corners. */
function largestRectangle(regions: ReturnType<typeof union>): Box {
  const points = regions.flatMap(({ outer }) => [...outer])
  const whole = boxOf(points)
  if (regionArea(regions) > RECTANGLE_SHARE * area(corners(whole))) return whole
  const xs = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b)
  const zs = [...new Set(points.map(([, z]) => z))].sort((a, b) => a - b)
  let best: Box = { minX: xs[0], maxX: xs[0], minZ: zs[0], maxZ: zs[0] }
  const sizeOf = ({ minX, maxX, minZ, maxZ }: Box) => (maxX - minX) * (maxZ - minZ)
  for (const minX of xs)
    for (const maxX of xs.filter((x) => x > minX))
      for (const minZ of zs)
        for (const maxZ of zs.filter((z) => z > minZ)) {
          const box = { minX, maxX, minZ, maxZ }
          if (sizeOf(box) <= sizeOf(best)) continue
          if (regionArea(difference([corners(box)], ringsOf(regions))) < 0.01) best = box
        }
  return best
}

interface StoreyRequest {
  outline: Box
  rooms: readonly UpperRoom[]
  places: readonly StairPlace[]
  levelId: string
  below: string
  roofs: readonly NodeOf<'roof'>[]
}

/** The best plans over positions of the stair, a stage each: the first that works is built. */
function plannedStages(bench: Workbench, request: StoreyRequest): Way[][] {
  const { outline, rooms, places } = request
  const found: { place: StairPlace; plan: UpperPlan; cost: number }[] = []
  for (const place of places.slice(0, STAIRS_TRIED_MAX)) {
    const plan = planUpperFloor(outline, place.above, rooms)
    if (plan) found.push({ place, plan, cost: plan.cost + place.cost })
  }
  return found
    .sort((a, b) => a.cost - b.cost)
    .slice(0, PLANS_BUILT_MAX)
    .map(({ place, plan }) => [{ make: () => build(bench, request, place, plan) }])
}

function build(
  bench: Workbench,
  { levelId, below, roofs }: StoreyRequest,
  place: StairPlace,
  plan: UpperPlan,
): void {
  const { shape, position, direction, turn, width } = place
  applyMakingWay(bench, 'create_stair_between_levels', {
    fromLevelId: below,
    toLevelId: levelId,
    position,
    direction,
    shape,
    turn,
    width,
  })
  const usual = { levelId, createSlab: false }
  const landing = bench.apply('create_room', {
    ...usual,
    label: freeLabel(bench, 'Landing'),
    roomType: 'hall',
    polygon: plan.landing,
  })
  const ids = plan.rooms.map(({ room: { label, type }, box }) => {
    const { zoneId } = bench.apply('create_room', {
      ...usual,
      label,
      roomType: type,
      polygon: corners(box),
    })
    return `${zoneId}`
  })
  const hall = roomOf(bench, `${landing.zoneId}`)
  for (const id of ids)
    if (!addDoorTo(bench, id, [hall]))
      throw new Declined(`There is no place for a door to ${theRoom(roomOf(bench, id))}.`)
  for (const id of [...ids, hall.id]) addWindows(bench, roomOf(bench, id))
  for (const { roofType, pitch, overhang, thickness, ridge } of roofs)
    bench.apply('create_roof', {
      roofType,
      levelId,
      pitch,
      overhang,
      thickness,
      ...(ridge !== undefined && { ridge }),
    })
}

function replyOf(bench: Workbench, before: House, levelId: string, calls: number): string {
  const { rooms, levels } = bench.house
  const level = levels.find(({ id }) => id === levelId)!
  const made = rooms.filter((room) => room.levelId === levelId)
  const list = made.map(({ label, area }) => `${label} (${METRIC.area(area)})`)
  const stair = childrenOf(bench.scene, levels.at(-2)!.id, 'stair').at(-1)!
  const [x, z] = stair.position
  const from = before.rooms.find(
    ({ box, levelId: on }) =>
      on === stair.parent && x >= box.minX && x <= box.maxX && z >= box.minZ && z <= box.maxZ,
  )
  const roof = Object.values(bench.scene.nodes).some(({ kind }) => kind === 'roof')
  return `I added the ${level.label.toLowerCase()} with ${formatList(list)}. A stair leads up from ${from ? theRoom(from) : 'the floor below'}${roof ? '; the roof is on the new storey' : ''}.${movedSentence(before, bench.house, bench.calls.slice(calls))}`
}

import { centroid } from '../../geometry/polygon.ts'
import { regionArea } from '../../geometry/regions.ts'
import { isInside } from '../../kernel/exposure.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import { openingArea } from '../../kernel/openings/opening-area.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import type { Fix } from '../../scene/issue.ts'
import type { NodeOf, WindowType } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { inSpace, metres } from '../places.ts'
import { type RoomWindow, roomWindows, windowPlace } from '../room-windows.ts'
import type { Rule } from '../rule.ts'
import { OUTSIDE, type RoomGraph, roomGraph } from '../walking/room-graph.ts'

/** Area of windows as a share of the floor: 8 % (IRC R303.1). */
const DAYLIGHT_SHARE = 0.08
/** A way out through a window (IRC R310.2): 24 in high, 20 in wide, 5.7 sq ft clear. */
const ESCAPE_HEIGHT_M = 0.61
const ESCAPE_WIDTH_M = 0.508
const ESCAPE_M2 = 0.53
/** The lower edge of its clear opening is at most 44 in above the floor (IRC R310.2.2). */
const ESCAPE_SILL_M = 1.118
/** Frame and sash on each side of a window's clear opening, in metres. */
const FRAME_M = 0.06
/** A window out of which people can climb, in metres: clear of its frame 0.58 by 0.98 m. */
const ESCAPE_WINDOW = { width: 0.7, height: 1.1, sill: 0.9 }

/** The share of its width that a window can be opened by; an awning opens too little to climb. */
const OPENED_SHARE: Record<WindowType, number> = {
  fixed: 0,
  casement: 1,
  double_casement: 1,
  sliding: 0.5,
  awning: 0,
}

export const bedroom: Rule = {
  codes: { 'bedroom.daylight': 'warning', 'bedroom.one_way_out': 'warning' },
  about: `Bedrooms whose windows and glazed doors, with those of rooms open to them, have less than ${DAYLIGHT_SHARE * 100} % of the area of the floor, and those with neither a second way out nor a window to escape through.`,
  *run(scene, levels) {
    const graph = roomGraph(scene)
    for (const level of levels) {
      const { id, elevation } = level
      for (const zone of childrenOf(scene, id, 'zone')) {
        if (zone.roomType !== 'bedroom') continue
        const at = inSpace(centroid(zone.polygon), elevation)
        const open = openTo(graph, zone.id)
        const windows = roomWindows(scene, id).filter((window) => open.has(window.zone))
        const floor = regionArea(zoneRegions(scene, zone.id))
        const glass = windows.reduce((sum, { window }) => sum + openingArea(window), 0)
        // The windows of a place in no room are not known.
        const isKnown = [...open].every((place) => nodeOf(scene, place, 'zone') !== null)
        const isEnclosed = isKnown && ![...open].some((place) => isOpenAir(scene, place))
        if (isEnclosed && glass < floor * DAYLIGHT_SHARE - ROUNDING_M2) {
          const place = windowPlace(scene, level, zone.id)
          const [, ...others] = open
          const lit = [zone.id, ...others.map((other) => `of ${other}, open to it,`)].join(' and ')
          yield {
            code: 'bedroom.daylight',
            nodeIds: [zone.id, ...windows.map(({ window }) => window.id)],
            message: `The windows and glazed doors of ${lit} have ${glass.toFixed(2)} m², ${((glass / floor) * 100).toFixed(1)} % of its floor; the design target is ${DAYLIGHT_SHARE * 100} %.`,
            at,
            ...(place && { fix: { tool: 'add_window', arguments: { ...place } } }),
          }
        }
        const way = onlyWayOut(scene, graph, zone.id)
        if (way === null || windows.some(({ window }) => isEscape(window))) continue
        const own = windows.filter((window) => window.zone === zone.id)
        const fix = escapeFix(scene, level, zone, own)
        yield {
          code: 'bedroom.one_way_out',
          nodeIds: [zone.id, way],
          message: `${zone.id} has one way out, ${way}, and no window to escape through: ${metres(ESCAPE_WIDTH_M)} by ${metres(ESCAPE_HEIGHT_M)} and ${ESCAPE_M2} m² clear, at most ${metres(ESCAPE_SILL_M)} above the floor.`,
          at,
          ...(fix && { fix }),
        }
      }
    }
  },
}

/** The bedroom, and the places that it shares its air and light with: no wall is between them. */
function openTo({ neighbours }: RoomGraph, zoneId: string): Set<string> {
  const open = new Set([zoneId])
  for (const place of open)
    if (place !== OUTSIDE)
      for (const { to, via } of neighbours.get(place) ?? []) if (via === undefined) open.add(to)
  return open
}

/** True for the outside, and for terraces and the like. */
function isOpenAir(scene: Scene, place: string): boolean {
  const zone = nodeOf(scene, place, 'zone')
  return zone ? !isInside(scene, zone.parent!, place) : place === OUTSIDE
}

/**
 * The only door out of a bedroom; null where it has another way, is open to a room with one, or has
 * a door to the open air. A room behind which there is no way out, as an ensuite, is none itself,
 * unless people can climb out of its window.
 */
function onlyWayOut(scene: Scene, graph: RoomGraph, bedroomId: string): string | null {
  const all = graph.neighbours.get(bedroomId) ?? []
  const out = all.filter(({ to }) => leadsOut(scene, graph, to, bedroomId))
  // Without an entrance nothing leads out, and another check reports that.
  const ways = out.length > 0 ? out : all
  const [{ to, via } = { to: OUTSIDE }] = ways
  return ways.length !== 1 || via === undefined || isOpenAir(scene, to) ? null : via
}

/** True where people get to the open air from a place, not through the bedroom. */
function leadsOut(scene: Scene, graph: RoomGraph, from: string, bedroomId: string): boolean {
  const reached = new Set([from])
  for (const place of reached) {
    if (isOpenAir(scene, place)) return true
    const zone = nodeOf(scene, place, 'zone')
    const windows = zone ? roomWindows(scene, zone.parent!) : []
    if (windows.some((each) => each.zone === place && isEscape(each.window))) return true
    for (const { to } of graph.neighbours.get(place) ?? []) if (to !== bedroomId) reached.add(to)
  }
  return false
}

const ROUNDING_M2 = 1e-6

function isEscape(window: RoomWindow['window']): boolean {
  // A door is a way out by itself.
  if (window.kind === 'door') return false
  const { width, height, sill, windowType } = window
  const clear = (width - 2 * FRAME_M) * OPENED_SHARE[windowType]
  const high = height - 2 * FRAME_M
  return (
    clear >= ESCAPE_WIDTH_M &&
    high >= ESCAPE_HEIGHT_M &&
    openingArea({ ...window, width: clear, height: high }) >= ESCAPE_M2 &&
    sill + FRAME_M <= ESCAPE_SILL_M
  )
}

/** The first window made large and low enough and to open, or a new one. */
function escapeFix(
  scene: Scene,
  level: LevelFrame,
  zone: NodeOf<'zone'>,
  windows: readonly RoomWindow[],
): Fix | null {
  const first = windows.find(({ window }) => window.kind === 'window')
  if (first) {
    const { id, width, height, sill } = first.window
    const given = {
      id,
      windowType: 'casement',
      width: Math.max(width, ESCAPE_WINDOW.width),
      sill: Math.min(sill, ESCAPE_WINDOW.sill),
      height: Math.max(height, ESCAPE_WINDOW.height),
    }
    return { tool: 'edit_opening', arguments: given }
  }
  const place = windowPlace(scene, level, zone.id)
  return place && { tool: 'add_window', arguments: { ...place } }
}

import { offset, type Region, ringsOf } from '../../geometry/regions.ts'
import { zoneInside } from '../../kernel/rooms.ts'
import { nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { changedLevels } from '../rooms/zone-changes.ts'

/**
 * Least clear width at the widest place that an edit leaves of a room, in metres. People need about
 * 0.3 m to squeeze through.
 */
const WIDTH_LEFT_M = 0.3
/** Slack for a room that is exactly as wide, in metres. */
const SLACK_M = 1e-3

/** Refuses an edit whose walls leave nearly nothing of a room that was wider before. */
export function refuseLostRooms(before: Scene, after: Scene): void {
  const levels = changedLevels(before, after)
  for (const { id, parent, label } of nodesOf(after, 'zone')) {
    if (!levels.has(parent!) || !nodeOf(before, id, 'zone')) continue
    const [was, now] = [before, after].map((scene) => zoneInside(scene, id))
    if (now.netArea >= was.netArea || isWide(now.net) || !isWide(was.net)) continue
    throw new Refusal(
      'invalid_polygon',
      `${label ?? id} would be less than ${WIDTH_LEFT_M} m wide everywhere, too little to be a room.`,
      { nodeIds: [id] },
    )
  }
}

/** True where a region is as wide as `WIDTH_LEFT_M` at its widest place. */
const isWide = (net: Region[]): boolean =>
  net.length > 0 && offset(ringsOf(net), (SLACK_M - WIDTH_LEFT_M) / 2).length > 0

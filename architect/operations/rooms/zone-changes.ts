import { regionArea } from '../../geometry/regions.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'

/** A room whose area an edit changed, in square metres; null where there is no such room. */
export interface ZoneChange {
  zoneId: string
  label?: string
  before: { netArea: number } | null
  after: { netArea: number } | null
}

/** Net areas that differ by less are the same, in square metres: half of the grid of answers. */
const SAME_M2 = 5e-5

/** The rooms whose net area differs between two scenes, in the order of the later scene. */
export function zoneChanges(before: Scene, after: Scene): ZoneChange[] {
  const ids = new Set([...nodesOf(after, 'zone'), ...nodesOf(before, 'zone')].map(({ id }) => id))
  return [...ids].flatMap((zoneId) => {
    const [was, now] = [before, after].map((scene) => netAreaOf(scene, zoneId))
    if (was !== null && now !== null && Math.abs(was - now) < SAME_M2) return []
    const { label } = nodeOf(after, zoneId, 'zone') ?? nodeOf(before, zoneId, 'zone')!
    return [{ zoneId, label, before: figure(was), after: figure(now) }]
  })
}

const figure = (netArea: number | null) =>
  netArea === null ? null : { netArea: quantize(netArea) }

const netAreaOf = (scene: Scene, zoneId: string): number | null =>
  nodeOf(scene, zoneId, 'zone') ? regionArea(zoneRegions(scene, zoneId)) : null

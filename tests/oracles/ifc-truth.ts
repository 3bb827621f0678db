import { expect } from 'vitest'
import { regionArea, union } from '../../architect/geometry/regions.ts'
import { sceneIfc } from '../../architect/ifc/scene-ifc.ts'
import { bodyOf } from '../../architect/kernel/bodies.ts'
import { exposuresOf } from '../../architect/kernel/exposure.ts'
import { ceilingRegions } from '../../architect/kernel/floors/ceiling-body.ts'
import { isPinched } from '../../architect/kernel/floors/clean-regions.ts'
import { slabRegions } from '../../architect/kernel/floors/slab-regions.ts'
import { LEVEL_FIGURES, solidVolume } from '../../architect/kernel/level-figures.ts'
import { openingArea } from '../../architect/kernel/openings/opening-area.ts'
import { roomFigures } from '../../architect/kernel/room-figures.ts'
import { zoneRegions } from '../../architect/kernel/rooms.ts'
import { siteBody } from '../../architect/kernel/site-body.ts'
import { wallShapes } from '../../architect/kernel/walls/wall-shapes.ts'
import { nodeOf, nodesOf, openingsOf, type Scene } from '../../architect/scene/scene.ts'
import { ifcFacts } from './ifc-facts.ts'
import { openIfc } from './ifc-model.ts'
import { ruleFaults } from './ifc-rules.ts'
import { schemaFaults } from './ifc-schema.ts'
import { readStep } from './step-reader.ts'

/** Volumes differ by no more, in cubic metres and as a share: web-ifc has single precision. */
const VOLUME_M3 = 1e-4
const VOLUME_SHARE = 1e-5
/**
 * The same for openings in curved walls, of which web-ifc cuts some less exactly, and for floors
 * whose border touches itself, whose triangles differ. The solids of the first are compared by
 * manifold-3d in `architect/ifc/fillings.test.ts`.
 */
const LOOSE_SHARE = 0.1
/** An arc is in chords: from this share of its volume on an opening in one is cut whole. */
const WHOLE_SHARE = 0.98
/** Boxes differ by no more, in metres: slabs reach 1 mm past walls, their layers do not. */
const BOX_M = 2e-3

/** Classes of the elements with solids of their own, and the kind of their nodes. */
const SOLIDS = {
  IfcWall: 'wall',
  IfcSlab: 'slab',
  IfcCovering: 'ceiling',
  IfcRoof: 'roof',
  IfcStair: 'stair',
  IfcColumn: 'column',
  IfcBeam: 'beam',
  IfcDoor: 'door',
  IfcWindow: 'window',
  IfcFurniture: 'item',
} as const

/** Checks the IFC file of a scene: its form, types, rules, counts, solids and quantities. */
export async function expectTrueIfc(scene: Scene, subject: string): Promise<void> {
  const file = sceneIfc(scene, { name: subject })
  const data = readStep(file)
  expect([...data.faults, ...schemaFaults(data), ...ruleFaults(data)], subject).toEqual([])
  const model = await openIfc(file)
  const counts = Object.fromEntries(
    Object.keys(countsOf(scene)).map((type) => [type, model.count(type)]),
  )
  expect(counts, subject).toEqual(countsOf(scene))
  for (const type of Object.keys(SOLIDS)) {
    for (const [id, { volume, low, high }] of model.solids(type)) {
      const solid = volumeOfNode(scene, id)
      const which = `${subject}: ${id} ${JSON.stringify(scene.nodes[id])}`
      const share = isLoose(scene, id) ? LOOSE_SHARE : VOLUME_SHARE
      const least = leastVolume(scene, id, solid)
      expect(volume, which).toBeGreaterThanOrEqual(least * (1 - share) - VOLUME_M3)
      expect(volume, which).toBeLessThanOrEqual(solid * (1 + share) + VOLUME_M3)
      const box = boxOfBody(scene, id)
      if (!box) continue
      for (const axis of [0, 1, 2]) {
        expect(Math.abs(low[axis] - box.low[axis]), which).toBeLessThan(BOX_M)
        expect(Math.abs(high[axis] - box.high[axis]), which).toBeLessThan(BOX_M)
      }
    }
  }
  for (const [id, { volume }] of model.solids('IfcSpace')) {
    const { netArea, clearHeight } = roomFigures(scene, id)
    const isOpen = exposuresOf(scene, nodeOf(scene, id, 'zone')!.parent!).get(id) === 'outside'
    const body = isOpen ? 0 : netArea * Math.max(0, clearHeight)
    const share = zoneRegions(scene, id).some(isPinched) ? LOOSE_SHARE : VOLUME_SHARE
    expect(Math.abs(volume - body), `${subject}: ${id}`).toBeLessThan(VOLUME_M3 + body * share)
  }
  model.close()
  expectQuantities(scene, ifcFacts(data), subject)
}

function isLoose(scene: Scene, id: string): boolean {
  const [wall, ceiling, slab] = [
    nodeOf(scene, id, 'wall'),
    nodeOf(scene, id, 'ceiling'),
    nodeOf(scene, id, 'slab'),
  ]
  if (wall) return wall.sagitta !== 0 && openingsOf(scene, id).length > 0
  if (ceiling) return ceilingRegions(scene, ceiling).some(isPinched)
  return slab ? slabRegions(scene, slab).some(isPinched) : false
}

/**
 * The least volume of the element in a file. Where an opening reaches into the mitre of a corner or
 * past a notch of another wall, the kernel leaves a part of it uncut; in a file it is cut whole.
 */
function leastVolume(scene: Scene, id: string, solid: number): number {
  const wall = nodeOf(scene, id, 'wall')
  const shape = wall && wallShapes(scene, wall.parent!).get(id)
  if (!shape) return solid
  const gross = regionArea(union(shape.pieces)) * (shape.top - shape.base)
  const openings = openingsOf(scene, id).reduce((sum, each) => sum + openingArea(each), 0)
  const whole = openings * shape.thickness
  const share = wall.sagitta === 0 ? 1 - 1e-6 : WHOLE_SHARE
  return gross - solid < whole * share ? gross - whole * (2 - share) : solid
}

/** A slab is its plan by its thickness: the layers of its body may overlap where facades meet. */
function volumeOfNode(scene: Scene, id: string): number {
  const slab = nodeOf(scene, id, 'slab')
  return slab ? regionArea(slabRegions(scene, slab)) * slab.thickness : solidVolume(scene, id)
}

function countsOf(scene: Scene): Record<string, number> {
  const count = (kind: Parameters<typeof nodesOf>[1]) => nodesOf(scene, kind).length
  const hedges = nodesOf(scene, 'fence').filter(({ style }) => style === 'hedge').length
  const grounds = nodesOf(scene, 'site').filter((site) => siteBody(scene, site).parts.length > 0)
  const solids = Object.entries(SOLIDS).map(([type, kind]) => [type, count(kind)])
  return {
    ...Object.fromEntries(solids),
    IfcProject: 1,
    IfcSite: count('site'),
    IfcBuilding: count('building'),
    IfcBuildingStorey: count('level'),
    IfcSpace: count('zone'),
    IfcOpeningElement: count('door') + count('window') + count('opening'),
    IfcRelVoidsElement: count('door') + count('window') + count('opening'),
    IfcRelFillsElement: count('door') + count('window'),
    IfcRailing: count('railing') + count('fence') - hedges,
    IfcGeographicElement: hedges + grounds.length,
    IfcAnnotation: count('annotation'),
  }
}

function boxOfBody(scene: Scene, id: string) {
  const all = (bodyOf(scene, id)?.parts ?? []).map(({ mesh }) => mesh)
  if (all.length === 0) return null
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (const { positions, indices } of all)
    for (const index of indices)
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis], positions[index * 3 + axis])
        high[axis] = Math.max(high[axis], positions[index * 3 + axis])
      }
  return { low, high }
}

function expectQuantities(scene: Scene, facts: ReturnType<typeof ifcFacts>, subject: string): void {
  const near = (id: string, name: string, value: number) =>
    expect(facts.get(id)?.[name], `${subject}: ${name} of ${id}`).toBeCloseTo(value, 5)
  for (const [kind, set] of [
    ['slab', 'Qto_SlabBaseQuantities'],
    ['column', 'Qto_ColumnBaseQuantities'],
    ['beam', 'Qto_BeamBaseQuantities'],
  ] as const)
    for (const { id } of nodesOf(scene, kind)) near(id, `${set}.NetVolume`, volumeOfNode(scene, id))
  for (const level of nodesOf(scene, 'level')) {
    let [faces, volume, length] = [0, 0, 0]
    for (const wall of nodesOf(scene, 'wall').filter(({ parent }) => parent === level.id)) {
      const own = facts.get(wall.id) ?? {}
      faces += Number(own['Qto_WallBaseQuantities.NetSideArea'] ?? 0) * 2
      volume += Number(own['Qto_WallBaseQuantities.NetVolume'] ?? 0)
      length += Number(own['Qto_WallBaseQuantities.Length'] ?? 0)
    }
    const figures = {
      wallFaceArea: faces,
      wallVolume: volume,
      wallLength: length,
    }
    for (const [name, sum] of Object.entries(figures)) {
      const figure = LEVEL_FIGURES[name as keyof typeof figures](scene, level.id)
      if (!('value' in figure)) throw new Error(figure.unavailable)
      expect(sum, `${subject}: ${name} of ${level.id}`).toBeCloseTo(figure.value, 3)
    }
  }
  for (const { id } of nodesOf(scene, 'zone')) {
    const figures = roomFigures(scene, id)
    near(id, 'Qto_SpaceBaseQuantities.NetFloorArea', figures.netArea)
    near(id, 'Qto_SpaceBaseQuantities.GrossPerimeter', figures.perimeter)
    near(id, 'Qto_SpaceBaseQuantities.NetWallArea', figures.wallFaceArea)
    const isOpen = facts.get(id)?.['Qto_SpaceBaseQuantities.Height'] === undefined
    if (isOpen) continue
    near(id, 'Qto_SpaceBaseQuantities.Height', figures.clearHeight)
    near(id, 'Qto_SpaceBaseQuantities.NetVolume', figures.volume)
  }
  for (const opening of [...nodesOf(scene, 'door'), ...nodesOf(scene, 'window')]) {
    const set = opening.kind === 'door' ? 'Qto_DoorBaseQuantities' : 'Qto_WindowBaseQuantities'
    near(opening.id, `${set}.Width`, opening.width)
    near(opening.id, `${set}.Height`, opening.height)
  }
}

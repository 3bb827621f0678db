import { area } from '../geometry/polygon.ts'
import { type LevelFrame, levelFrames } from '../kernel/levels.ts'
import { siteBody } from '../kernel/site-body.ts'
import { sitePolygon } from '../kernel/site-polygon.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { nodesOf } from '../scene/scene.ts'
import { addUnits } from './contexts.ts'
import { frameAt, WORLD } from './frame.ts'
import type { Container, IfcDraft } from './ifc-draft.ts'
import { looksOf } from './look-writer.ts'
import { enumeration, label, list, NONE, real, type Token, text } from './step-text.ts'

/** Sites and storeys by the ids of their nodes. */
export type Containers = ReadonlyMap<string, Container>

const ELEMENT = enumeration('ELEMENT')

/** The project with its sites, buildings and storeys, and the ground of each site. */
export function addProject(draft: IfcDraft, name: string): Containers {
  const containers = new Map<string, Container>()
  const { scene, step, contexts } = draft
  const project = step.add(
    'IFCPROJECT',
    draft.idOf('project'),
    NONE,
    label(name),
    ...[NONE, NONE, NONE, NONE],
    list([contexts.model, contexts.plan]),
    addUnits(step),
  )
  const sites = nodesOf(scene, 'site').map((site) => {
    const container = addSite(draft, site)
    containers.set(site.id, container)
    const buildings = nodesOf(scene, 'building').filter(({ parent }) => parent === site.id)
    const refs = buildings.map((building) => addBuilding(draft, building, container, containers))
    draft.aggregate(container.ref, site.id, refs)
    return container.ref
  })
  draft.aggregate(project, 'project', sites)
  return containers
}

function addSite(draft: IfcDraft, site: NodeOf<'site'>): Container {
  const { shapes, facts } = draft
  const placed = shapes.place(WORLD, null)
  const polygon = sitePolygon(draft.scene, site)
  const border = polygon.map(([x, z]) => [x, -z] as const)
  const footprint = draft.representation('footprint', 'FootPrint', 'Curve2D', [
    shapes.line(border, true),
  ])
  const ref = draft.product('IFCSITE', site, {
    placed,
    shape: draft.shapeOf(footprint),
    rest: [NONE, ELEMENT, NONE, NONE, NONE, NONE, NONE],
  })
  facts.quantities(ref, site.id, 'Qto_SiteBaseQuantities', { GrossArea: ['area', area(polygon)] })
  const container = { ...placed, id: site.id, ref }
  const { parts } = siteBody(draft.scene, site)
  if (parts.length > 0) addGround(draft, site, container, parts)
  return container
}

/** The ground is an element of its own: a site is the plot. */
function addGround(
  draft: IfcDraft,
  site: NodeOf<'site'>,
  container: Container,
  parts: ReturnType<typeof siteBody>['parts'],
): void {
  const ground = draft.step.add(
    'IFCGEOGRAPHICELEMENT',
    draft.idOf(`${site.id}/ground`),
    NONE,
    text('Ground'),
    ...[NONE, NONE],
    draft.shapes.place(WORLD, container).placement,
    draft.shapeOf(draft.tessellation(parts, WORLD)),
    label(site.id),
    enumeration('TERRAIN'),
  )
  draft.contain(container, ground)
  draft.madeOf(ground, looksOf(parts))
}

function addBuilding(
  draft: IfcDraft,
  building: NodeOf<'building'>,
  site: Container,
  containers: Map<string, Container>,
): Token {
  const placed = draft.shapes.place(frameAt(building.elevation), site)
  const ref = draft.product('IFCBUILDING', building, {
    placed,
    shape: NONE,
    rest: [NONE, ELEMENT, NONE, NONE, NONE],
  })
  const levels = [...levelFrames(draft.scene).values()].filter(
    (level) => level.building === building.id,
  )
  const within = { ...placed, id: building.id, ref }
  const storeys = levels.map((level) => {
    const storey = addStorey(draft, level, within, building.elevation)
    containers.set(level.id, storey)
    return storey.ref
  })
  draft.aggregate(ref, building.id, storeys)
  draft.facts.properties(ref, building.id, 'Pset_BuildingCommon', {
    NumberOfStoreys: { integer: storeys.length },
  })
  return ref
}

function addStorey(
  draft: IfcDraft,
  { id, elevation, height }: LevelFrame,
  building: Container,
  reference: number,
): Container {
  const placed = draft.shapes.place(frameAt(elevation), building)
  const ref = draft.product('IFCBUILDINGSTOREY', draft.scene.nodes[id], {
    placed,
    shape: NONE,
    rest: [NONE, ELEMENT, real(elevation - reference)],
  })
  const isUnder = elevation + height <= 0
  draft.facts.properties(ref, id, 'Pset_BuildingStoreyCommon', {
    AboveGround: { logical: elevation >= 0 ? true : isUnder ? false : null },
  })
  draft.facts.quantities(ref, id, 'Qto_BuildingStoreyBaseQuantities', {
    GrossHeight: ['length', height],
  })
  return { ...placed, id, ref }
}

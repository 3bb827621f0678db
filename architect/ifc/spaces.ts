import { exposuresOf } from '../kernel/exposure.ts'
import { untouchingRegions } from '../kernel/floors/clean-regions.ts'
import { floorUnder, roomFigures } from '../kernel/room-figures.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { ROOM_TYPES } from '../scene/room-types.ts'
import { planToLocal } from './frame.ts'
import type { Container, IfcDraft } from './ifc-draft.ts'
import { enumeration, label, NONE, type Token } from './step-text.ts'

/**
 * Adds a space for each zone and returns them: they are parts of their storey. Its body is its
 * floor between the walls, up to the lowest thing over it; under the sky it has no body.
 */
export function addSpaces(
  draft: IfcDraft,
  zones: readonly NodeOf<'zone'>[],
  storey: Container,
): void {
  const spaces = zones.map((zone) => addSpace(draft, zone, storey))
  draft.aggregate(storey.ref, storey.id, spaces)
}

function addSpace(draft: IfcDraft, zone: NodeOf<'zone'>, storey: Container): Token {
  const { scene, shapes, facts } = draft
  const figures = roomFigures(scene, zone.id)
  const exposure = exposuresOf(scene, storey.id).get(zone.id)!
  const regions = untouchingRegions(zoneRegions(scene, zone.id))
  const isOpen = exposure === 'outside'
  const rings = regions.flatMap(({ outer, holes }) => [outer, ...holes])
  const borders = rings.map((ring) =>
    shapes.line(
      ring.map((at) => planToLocal(storey.frame, at)),
      true,
    ),
  )
  const footprint = draft.representation('footprint', 'FootPrint', 'Curve2D', borders)
  const bottom = floorUnder(scene, storey.id, zone)
  const depth = isOpen || !Number.isFinite(figures.clearHeight) ? 0 : figures.clearHeight
  const body = draft.sweptRegions(regions, storey.frame, { bottom, depth })
  const { label: typeName } = ROOM_TYPES[zone.roomType]
  const ref = draft.step.add(
    'IFCSPACE',
    draft.idOf(zone.id),
    NONE,
    label(zone.id),
    NONE,
    label(typeName),
    shapes.place(storey.frame, storey).placement,
    draft.shapeOf(footprint, body),
    label(zone.label || typeName),
    enumeration('ELEMENT'),
    enumeration(exposure === 'inside' ? 'INTERNAL' : 'EXTERNAL'),
    NONE,
  )
  facts.properties(ref, zone.id, 'Pset_SpaceCommon', {
    IsExternal: { boolean: exposure !== 'inside' },
  })
  facts.quantities(ref, zone.id, 'Qto_SpaceBaseQuantities', {
    ...(isOpen ? {} : { Height: ['length', figures.clearHeight] as const }),
    GrossPerimeter: ['length', figures.perimeter],
    NetFloorArea: ['area', figures.netArea],
    NetWallArea: ['area', figures.wallFaceArea],
    NetCeilingArea: ['area', figures.ceilingArea],
    ...(isOpen ? {} : { NetVolume: ['volume', figures.volume] as const }),
  })
  return ref
}

import type { County } from '../county.ts'
import { projectAlbers } from '../plan/albers.ts'
import { twiceArea } from '../plan/areas.ts'
import type { LngLat } from '../plan/plan.ts'
import { EMERGENT_MARSH } from '../wetlands/wetland-codes.ts'
import type { ArcgisFeature, ArcgisLayer } from './arcgis-layer.ts'
import { boxRing, SHOALS_FEN } from './shoals.ts'

const SQUARE_METRES_PER_ACRE = 4046.8564224

/**
 * The wetlands of the county and of the fen north of it, under the service's joined field names.
 */
export function wetlandLayer({ terrain, wetlandPlan }: County): ArcgisLayer {
  const drawn = wetlandPlan.wetlands.map(({ code, label, shape }, i) =>
    wetland(
      i + 1,
      code,
      label,
      shape.rings.map((ring) => ring.map((at) => terrain.place(at))),
    ),
  )
  const { code, label } = EMERGENT_MARSH
  const fen = wetland(drawn.length + 1, code, label, [boxRing(SHOALS_FEN)])
  return {
    id: 0,
    name: 'Wetlands',
    geometryType: 'esriGeometryPolygon',
    maxRecordCount: 50,
    fields: [
      ['Wetlands.OBJECTID', 'esriFieldTypeOID'],
      ['Wetlands.ATTRIBUTE', 'esriFieldTypeString'],
      ['Wetlands.WETLAND_TYPE', 'esriFieldTypeString'],
      ['Wetlands.ACRES', 'esriFieldTypeDouble'],
      ['Wetlands.NWI_ID', 'esriFieldTypeString'],
    ],
    features: [...drawn, fen],
  }
}

function wetland(
  number: number,
  code: string | null,
  label: string | null,
  rings: LngLat[][],
): ArcgisFeature {
  const attributes = {
    'Wetlands.ATTRIBUTE': code,
    'Wetlands.WETLAND_TYPE': label,
    'Wetlands.ACRES': areaOf(rings) / SQUARE_METRES_PER_ACRE,
    'Wetlands.NWI_ID': `ZZ-FICTIONAL-${String(number).padStart(5, '0')}`,
  }
  return { shape: { rings }, attributes }
}

/** Square metres without holes: the projection preserves areas. */
function areaOf(rings: readonly LngLat[][]): number {
  const areas = rings.map((ring) => Math.abs(twiceArea(ring.map((at) => projectAlbers(at)))) / 2)
  return areas.reduce((sum, area, i) => sum + (i === 0 ? area : -area), 0)
}

import type { County } from '../county.ts'
import { ALBERS_WKT, projectAlbers } from '../plan/albers.ts'
import { twiceArea } from '../plan/areas.ts'
import type { LngLat } from '../plan/plan.ts'
import { projectOutlines } from '../wetlands/projects.ts'
import { type DbfField, float, number, text } from './dbf.ts'
import { type ShapePoint, writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

// Widths as in a state download; a shapefile cuts WETLAND_TYPE to ten characters.
export const WETLAND_FIELDS: DbfField[] = [
  text('ATTRIBUTE', 40),
  text('WETLAND_TY', 50),
  float('ACRES', 24, 15),
  text('NWI_ID', 40),
  float('SHAPE_Leng', 24, 13),
  float('SHAPE_Area', 24, 13),
]

export const PROJECT_FIELDS: DbfField[] = [
  text('PROJECT_NA', 80),
  text('STATUS', 20),
  text('SUPPMAPINF', 254),
  text('FGDC_METAD', 254),
  text('DATA_SOURC', 60),
  number('IMAGE_YR', 4),
  text('IMAGE_DATE', 40),
  number('IMAGE_SCAL', 9),
  text('ALL_SCALES', 40),
  text('EMULSION', 20),
  text('COMMENTS', 254),
  text('SOURCE_TYP', 20),
  float('SHAPE_Leng', 24, 13),
  float('SHAPE_Area', 24, 13),
]

export const SQUARE_METRES_PER_ACRE = 4046.8564224

/** A state download of the National Wetlands Inventory: EPSG:5070, wetlands and projects. */
export function writeNwi({ terrain, wetlandPlan }: County): ArchiveEntry[] {
  const wetlands = wetlandPlan.wetlands.map(({ code, label, shape }, index) => {
    const rings = shape.rings.map((ring) => ring.map((at) => projectAlbers(terrain.place(at))))
    const { SHAPE_Leng, SHAPE_Area } = measure(rings)
    return {
      rings,
      row: {
        ATTRIBUTE: code,
        WETLAND_TY: label,
        // The projection preserves areas, so this is the area on the ground.
        ACRES: SHAPE_Area / SQUARE_METRES_PER_ACRE,
        NWI_ID: `ZZ-FICTIONAL-${String(index + 1).padStart(5, '0')}`,
        SHAPE_Leng,
        SHAPE_Area,
      },
    }
  })
  const projects = projectOutlines().map(({ project, ring }) => {
    const rings = [ring.map((at: LngLat) => projectAlbers(at))]
    return {
      rings,
      row: {
        PROJECT_NA: project.name,
        STATUS: 'Digital',
        SUPPMAPINF: 'None',
        FGDC_METAD: 'https://example.com/fictional-metadata.xml',
        DATA_SOURC: 'FICTIONAL',
        IMAGE_YR: project.imageYear,
        IMAGE_DATE: project.imageDate,
        IMAGE_SCAL: project.scale,
        ALL_SCALES: `1:${project.scale / 1000}K`,
        EMULSION: project.emulsion,
        COMMENTS: 'FICTIONAL',
        SOURCE_TYP: project.emulsion,
        ...measure(rings),
      },
    }
  })
  return [
    ...writeShapefile('ZZ_Wetlands', ALBERS_WKT, WETLAND_FIELDS, wetlands),
    ...writeShapefile('ZZ_Wetlands_Project_Metadata', ALBERS_WKT, PROJECT_FIELDS, projects),
  ]
}

/** Length of all rings and area without holes, as the agency's software computes them. */
function measure(rings: readonly ShapePoint[][]): { SHAPE_Leng: number; SHAPE_Area: number } {
  let [length, area] = [0, 0]
  for (const [i, ring] of rings.entries()) {
    area += ((i === 0 ? 1 : -1) * Math.abs(twiceArea(ring))) / 2
    for (const [k, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(k + 1) % ring.length]
      // Not hypot: only the root itself is the same to the last bit on every machine.
      length += Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2)
    }
  }
  return { SHAPE_Leng: length, SHAPE_Area: area }
}

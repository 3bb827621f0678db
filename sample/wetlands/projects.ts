import { type LngLat, MAPPED, roundDegrees } from '../plan/plan.ts'

/** A mapping project of the NWI: where, and which images it was drawn from. */
export interface WetlandProject {
  name: string
  imageYear: number
  /** Month and year, as the NWI writes it. */
  imageDate: string
  scale: number
  emulsion: 'CIR' | 'TC'
  west: number
  east: number
}

/** The east was mapped anew; the west is still based on images of the last century. */
const PROJECTS: readonly WetlandProject[] = [
  {
    name: 'SAMPLE COUNTY WEST (FICTIONAL)',
    imageYear: 1984,
    imageDate: '03/84',
    scale: 58000,
    emulsion: 'CIR',
    west: MAPPED.west,
    east: -72.02,
  },
  {
    name: 'SAMPLE COUNTY EAST (FICTIONAL)',
    imageYear: 2019,
    imageDate: '02/19',
    scale: 10000,
    emulsion: 'TC',
    west: -72.02,
    east: MAPPED.east,
  },
]

/** The project of a point in the mapped rectangle. */
export const projectAt = ([lng]: LngLat): WetlandProject => PROJECTS[lng < PROJECTS[0].east ? 0 : 1]

/** Degrees between vertices, so that the edges follow the parallels in Albers metres. */
const STEP = 0.004

/** The projects with their outlines; both have the same vertices on the line between them. */
export function projectOutlines(): { project: WetlandProject; ring: LngLat[] }[] {
  const { south, north } = MAPPED
  return PROJECTS.map((project) => {
    const { west, east } = project
    const corners: LngLat[] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ]
    const ring = corners.flatMap((from, i) => {
      const to = corners[(i + 1) % 4]
      const length = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1])
      const count = Math.round(length / STEP)
      return Array.from(
        { length: count },
        (_, k): LngLat => [
          roundDegrees(from[0] + ((to[0] - from[0]) * k) / count),
          roundDegrees(from[1] + ((to[1] - from[1]) * k) / count),
        ],
      )
    })
    return { project, ring }
  })
}

import { counterClockwise } from '../../geometry/polygon.ts'
import { difference, ringsOf } from '../../geometry/regions.ts'
import { contoursOf } from '../../kernel/site/ground.ts'
import { setbackStrips } from '../../kernel/site/setback-strips.ts'
import { sitePolygon } from '../../kernel/site-polygon.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'

const COLOR = {
  plot: '#eef2e6',
  flood: '#d5e3f0',
  building: '#dcd9d2',
  contour: '#a58a66',
}
/** Height of the figures at contours, in millimetres of paper. */
const FIGURE_MM = 1.9

/**
 * Draws a site under its building: the plot with flood zones of high risk, contours with their
 * height above the datum, the setbacks, and what is around. Returns the id of the site.
 */
export function drawSite(
  paper: Paper,
  scene: Scene,
  site: NodeOf<'site'>,
  texts: SheetBox[],
): string {
  const plot = sitePolygon(scene, site)
  const { survey } = site
  paper.fill([plot], COLOR.plot)
  const wet = (survey?.flood ?? []).filter(({ isHighRisk }) => isHighRisk)
  for (const { rings } of wet) paper.fill(rings, COLOR.flood)
  const around = survey?.neighbours ?? []
  paper.outline(
    around.filter(({ kind }) => kind === 'parcel').map(({ polygon }) => polygon),
    INK.faint,
    PEN.thin,
  )
  paper.fill(
    around.filter(({ kind }) => kind === 'building').map(({ polygon }) => polygon),
    COLOR.building,
  )
  for (const { elevation, lines } of contoursOf(site)) {
    for (const line of lines) paper.line(line, COLOR.contour, PEN.thin)
    const [from, to] = lines[Math.floor(lines.length / 2)]
    const [x, y] = paper.at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
    texts.push(paper.text(elevation.toFixed(2), x, y, FIGURE_MM, { color: COLOR.contour }))
  }
  const { parcel = plot, zoning, front = null } = survey ?? {}
  // As the planner builds: where the street is unknown the greatest setback holds everywhere.
  const strips = setbackStrips(parcel, { front, setbacks: zoning?.setbacks ?? null }, Math.max)
  if (strips.length > 0) {
    const free = difference(
      [counterClockwise(parcel)],
      strips.map(({ polygon }) => counterClockwise(polygon)),
    )
    paper.outline(ringsOf(free), INK.quiet, PEN.thin, [1.6, 1.2])
  }
  paper.outline([plot], INK.line, PEN.cut, [6, 1.2, 1.2, 1.2])
  return site.id
}

import { levelFrames } from '../kernel/levels.ts'
import { nodeOf, type Scene } from '../scene/scene.ts'
import { INK, type Paper } from './paper.ts'

/** Pixels between a drawing and its heights, and the least between two of them. */
const AWAY = 14
const APART = 27

/** A height above the site's ground: `+2.80`, `±0.00`. */
function heightText(metres: number): string {
  const text = Math.abs(metres).toFixed(2)
  return text === '0.00' ? '±0.00' : `${metres < 0 ? '−' : '+'}${text}`
}

/**
 * Draws the floor of each level and the top of all as lines across the sheet, with their heights at
 * the right side; `right` is where the drawing ends and `top` its greatest height, in metres.
 */
export function drawHeights(paper: Paper, scene: Scene, right: number, top: number): void {
  const marks = [...levelFrames(scene).values()].map(({ id, elevation, index }) => ({
    height: elevation,
    name: nodeOf(scene, id, 'level')?.label ?? `Level ${index}`,
  }))
  marks.push({ height: top, name: 'Top' })
  let last = Infinity
  for (const { height, name } of marks.sort((a, b) => a.height - b.height)) {
    const [x, y] = paper.at([right, -height])
    paper.line([paper.place(paper.width - 118, y), paper.place(paper.width - 12, y)], INK.faint, 1)
    paper.line(
      [paper.place(x + AWAY, y), paper.place(paper.width - 118, y)],
      INK.faint,
      0.8,
      [6, 4],
    )
    // Of two floors at nearly one height only the lower one has space for its text.
    if (last - y < APART) continue
    last = y
    paper.text(name, paper.width - 114, y - 8, 11, { align: 'left', halo: false })
    const options = { align: 'left', color: INK.quiet, halo: false } as const
    paper.text(heightText(height), paper.width - 114, y + 9, 11, options)
  }
}

/**
 * Plans of the buildings that the planner makes of 24 briefs of the first set, in one picture:
 *
 *   node tests/bench/planner-sheet.ts [--out docs/pictures/planner-sheet.webp]
 *
 * The same code makes the same picture. Look at it: would an architect accept each plan?
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { levelFrames } from '../../architect/kernel/levels.ts'
import { drawView } from '../../architect/render/draw-view.ts'
import { readViewRequest } from '../../architect/render/view-request.ts'
import { childrenOf, type Scene } from '../../architect/scene/scene.ts'
import { BUILDINGS } from '../planner/briefs/buildings.ts'
import { runBrief } from '../planner/run-brief.ts'

const BRIEFS = 24
const COLUMNS = 4
/** Pixels of one plan and of the lines above it. */
const CELL = { width: 560, height: 430, caption: 62 }
const QUALITY = 72
const LINE_CHARACTERS = 78

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'docs/pictures/planner-sheet.webp' } },
})
const rows = Math.ceil(BRIEFS / COLUMNS)
const canvas = createCanvas(COLUMNS * CELL.width, rows * (CELL.height + CELL.caption))
const context = canvas.getContext('2d')
context.fillStyle = '#ffffff'
context.fillRect(0, 0, canvas.width, canvas.height)
for (const [index, brief] of BUILDINGS.slice(0, BRIEFS).entries()) {
  const x = (index % COLUMNS) * CELL.width
  const y = Math.floor(index / COLUMNS) * (CELL.height + CELL.caption)
  writeCaption(context, `${index + 1}. ${brief.requests[0]}`, x, y)
  const { after } = runBrief(brief)
  await drawStoreys(context, after, x, y + CELL.caption)
  console.log(`${index + 1} of ${BRIEFS}: ${brief.id}`)
}
const out = resolve(values.out)
writeFileSync(out, canvas.toBuffer('image/webp', QUALITY))
console.log(`Written: ${out}`)

/** The plans of all storeys with rooms, beside each other. */
async function drawStoreys(target: SKRSContext2D, scene: Scene, x: number, y: number) {
  const levels = [...levelFrames(scene)]
    .filter(([id]) => childrenOf(scene, id, 'zone').length > 0)
    .sort(([, a], [, b]) => a.index - b.index)
  const width = Math.floor(CELL.width / Math.max(1, levels.length))
  for (const [index, [levelId]] of levels.entries()) {
    const request = readViewRequest({
      view: 'plan',
      levelId,
      width: width * 2,
      height: CELL.height * 2,
      labels: true,
    })
    const image = await loadImage(drawView(scene, request).png)
    target.drawImage(image, x + index * width, y, width, CELL.height)
  }
}

/** The brief in up to three lines. */
function writeCaption(target: SKRSContext2D, text: string, x: number, y: number): void {
  target.fillStyle = '#202020'
  target.font = '13px Inter, sans-serif'
  const lines: string[] = ['']
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= LINE_CHARACTERS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  for (const [index, line] of lines.slice(0, 3).entries())
    target.fillText(
      index === 2 && lines.length > 3 ? `${line} …` : line,
      x + 10,
      y + 18 + index * 17,
    )
}

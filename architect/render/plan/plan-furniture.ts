import { HANGS_FROM_CEILING } from '../../assets/asset.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { drawnScene } from '../drawn-scene.ts'
import type { Paper } from '../paper.ts'
import { lensOf } from '../raster/camera.ts'
import type { Look } from '../raster/drawn-triangles.ts'
import { renderPicture } from '../raster/rendered-picture.ts'
import type { Lighting } from '../raster/shading.ts'
import { marksOf } from '../visible-nodes.ts'

/** Even light from all sides: lines separate the faces. */
const FLAT: Lighting = {
  toSun: [0, 1, 0],
  sun: [0.08, 0.08, 0.08],
  sky: [0.9, 0.9, 0.9],
  ground: [0.8, 0.8, 0.8],
  fill: 0,
}
/** Share of an item's own colour; the rest is white. */
const OWN_SHARE = 0.3

/**
 * Draws the items that stand on a level or hang on its walls as seen from above, in pale colours
 * with lines: a plan's symbols are the items themselves. Returns the visible ids.
 */
export function drawFurniture(
  paper: Paper,
  scene: Scene,
  level: LevelFrame,
  marked: ReadonlySet<string>,
): string[] {
  const items = childrenOf(scene, level.id, 'item').filter(({ id }) => {
    const shape = itemShape(scene, id)
    return !shape || !HANGS_FROM_CEILING[shape.asset.attach]
  })
  if (items.length === 0) return []
  const shown = drawnScene(scene)
  const wanted = new Set(items.map(({ id }) => id))
  const { width, height } = paper
  const [x, z] = paper.centre
  // Above every item, including items higher than the walls.
  const top = Math.max(level.height, ...items.map(({ id }) => itemShape(scene, id)?.prism.top ?? 0))
  const eye = [x, level.elevation + top + 1, z] as const
  const camera = { eye, lookAt: [x, level.elevation, z], metresHigh: height / paper.scale } as const
  const picture = renderPicture(
    { ...shown.drawn, looks: shown.drawn.looks.map(pale) },
    {
      lens: lensOf(camera, width, height, top + 2),
      lighting: FLAT,
      isShown: marksOf(shown, (_, id) => wanted.has(id)),
      isCasting: new Uint8Array(shown.kinds.length),
      isMarked: marksOf(shown, (_, id) => marked.has(id)),
      isCutOut: true,
    },
  )
  paper.lay(picture.rgba)
  return shown.drawn.nodeIds.filter((id, index) => wanted.has(id) && picture.samplesOf[index] >= 4)
}

function pale(look: Look): Look {
  const share = (own: number): number => 1 - (1 - own) * OWN_SHARE
  return {
    ...look,
    r: share(look.r),
    g: share(look.g),
    b: share(look.b),
    roughness: 1,
    metallic: 0,
    isGlass: false,
  }
}

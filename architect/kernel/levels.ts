import { nodesOf, type Scene } from '../scene/scene.ts'

/** A level with its place in the stack of its building. */
export interface LevelFrame {
  id: string
  building: string
  index: number
  /** Height of the floor above the site's ground, in metres. */
  elevation: number
  height: number
  /** The next level up in the same building. */
  above?: string
  below?: string
}

const frames = new WeakMap<Scene['nodes'], Map<string, LevelFrame>>()

/** All levels, building by building, from the lowest up. A gap in the indexes takes no height. */
export function levelFrames(scene: Scene): Map<string, LevelFrame> {
  const known = frames.get(scene.nodes)
  if (known) return known
  const answer = new Map<string, LevelFrame>()
  for (const building of nodesOf(scene, 'building')) {
    const levels = nodesOf(scene, 'level')
      .filter((level) => level.parent === building.id)
      .sort((a, b) => a.index - b.index)
    const under = levels.filter((level) => level.index < 0)
    let elevation = building.elevation - under.reduce((sum, level) => sum + level.height, 0)
    for (const [position, { id, index, height }] of levels.entries()) {
      answer.set(id, {
        id,
        building: building.id,
        index,
        elevation,
        height,
        above: levels[position + 1]?.id,
        below: levels[position - 1]?.id,
      })
      elevation += height
    }
  }
  frames.set(scene.nodes, answer)
  return answer
}

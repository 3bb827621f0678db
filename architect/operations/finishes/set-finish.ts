import type { Finish } from '../../scene/materials.ts'
import type { SceneEdit } from '../scene-edit.ts'

/** Sets the finish of one face of a node; an empty finish removes it. True where it changed. */
export function setFinish(edit: SceneEdit, id: string, face: string, finish: Finish): boolean {
  const { finishes = {} } = edit.scene.nodes[id]
  const { [face]: before, ...others } = finishes
  const isEmpty = finish.preset === undefined && finish.color === undefined
  // A colour alone leaves the material as it is.
  const now = finish.preset === undefined ? { ...before, ...finish } : finish
  const next = isEmpty ? others : { ...others, [face]: now }
  if (JSON.stringify(next) === JSON.stringify(finishes)) return false
  edit.change(id, { finishes: Object.keys(next).length > 0 ? next : undefined })
  return true
}

import { distance } from '../geometry/point.ts'
import { wallTangle } from '../kernel/walls/wall-network.ts'
import type { SceneNode } from '../scene/nodes.ts'
import { isSafeText, safeText } from '../scene/safe-text.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { type Fault, faultOf } from './validity/fault.ts'
import { formFaults } from './validity/node-form.ts'
import { geometryFaults } from './validity/node-geometry.ts'
import { openingFaults } from './validity/openings.ts'
import { referenceFaults } from './validity/references.ts'
import { structureFaults } from './validity/structure.ts'

/** The code of a level with too many walls in one place. */
export const TANGLE_CODE = 'wall.tangle'

export interface Validity {
  /** True without errors. */
  valid: boolean
  errors: Fault[]
  warnings: Fault[]
}

/**
 * Checks the form of a scene: fields of the right type on the grid, parents, hosts and levels that
 * exist, polygons that enclose something, openings inside their walls. `verifyScene` checks whether
 * it is a good building. This runs after every edit, so that the faults of each node are cached.
 */
export function validateScene(scene: Scene): Validity {
  const own = Object.values(scene.nodes).flatMap(ownFaults)
  // References can be followed only where every node has the fields of its kind.
  const isReadable = own.every(({ code }) => code !== 'node.form')
  const errors = [...own, ...structureFaults(scene)]
  if (isReadable)
    errors.push(...openingFaults(scene), ...referenceFaults(scene), ...tangleFaults(scene))
  return { valid: errors.length === 0, errors, warnings: isReadable ? warningsOf(scene) : [] }
}

const known = new WeakMap<SceneNode, Fault[]>()

function ownFaults(node: SceneNode): Fault[] {
  let faults = known.get(node)
  if (faults === undefined) {
    faults = formFaults(node)
    if (faults.length === 0) faults = geometryFaults(node)
    known.set(node, faults)
  }
  return faults
}

/** Levels whose walls lie over one another so often that nothing is derived from them. */
function tangleFaults(scene: Scene): Fault[] {
  return nodesOf(scene, 'level').flatMap(({ id }) => {
    const tangle = wallTangle(scene, id)
    return tangle === null ? [] : [faultOf(TANGLE_CODE, id, '', tangle)]
  })
}

/** Valid, but probably not intended. */
function warningsOf(scene: Scene): Fault[] {
  const empty = [...nodesOf(scene, 'site'), ...nodesOf(scene, 'building')]
    .filter((node) => childrenOf(scene, node.id).length === 0)
    .map(({ id }) => faultOf('node.empty', id, '', `Nothing is under ${id}.`))
  const short = nodesOf(scene, 'wall')
    .filter(({ start, end, thickness }) => distance(start, end) < thickness)
    .map((wall) => {
      const message = `${wall.id} is ${distance(wall.start, wall.end).toFixed(2)} m long and ${wall.thickness} m thick.`
      return faultOf('wall.short', wall.id, 'end', message)
    })
  return [...empty, ...short, ...Object.values(scene.nodes).flatMap(unsafeTexts)]
}

/** Texts of files that were written by hand: edits replace such characters. */
function unsafeTexts(node: SceneNode): Fault[] {
  const texts = { label: node.label, text: node.kind === 'annotation' ? node.text : undefined }
  return Object.entries(texts).flatMap(([field, text]) =>
    text === undefined || isSafeText(text)
      ? []
      : [
          faultOf(
            'node.unsafe_text',
            node.id,
            field,
            `The ${field} of ${node.id} has control, bidirectional or invisible characters; it is shown as ${JSON.stringify(safeText(text))}. Set it again.`,
          ),
        ],
  )
}

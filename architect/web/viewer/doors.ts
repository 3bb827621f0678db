import { type AnimationAction, AnimationMixer, type Object3D } from 'three'
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js'

/** Doors and windows that open by the clips of the file. */
export interface Doors {
  has(id: string): boolean
  isOpen(id: string): boolean
  /** Opens or closes one; a reader who wants no motion gets its end at once. */
  set(id: string, isOpen: boolean, isAtOnce: boolean): void
  /** Moves what moves; true while something does. */
  advance(seconds: number): boolean
  readonly ids: readonly string[]
}

interface Moving {
  action: AnimationAction
  leaves: Object3D[]
  target: number
}

interface Options {
  /** Called before the leaves of a door move for the first time. */
  onFirstMove(id: string, leaves: Object3D[]): void
}

export function openDoors(
  { scene, animations }: GLTF,
  objects: ReadonlyMap<string, Object3D>,
  { onFirstMove }: Options,
): Doors {
  const mixer = new AnimationMixer(scene)
  const clips = new Map(
    animations
      .map((clip) => [clip.name.replace(/: open$/, ''), clip] as const)
      .filter(([id]) => objects.has(id)),
  )
  const moving = new Map<string, Moving>()
  const find = (id: string): Moving | null => {
    const clip = clips.get(id)
    if (!clip) return null
    const known = moving.get(id)
    if (known) return known
    const names = new Set(clip.tracks.map(({ name }) => name.slice(0, name.lastIndexOf('.'))))
    const all = [...names].flatMap((name) => scene.getObjectByName(name) ?? [])
    const leaves = all.filter(
      (leaf) => !all.some((other) => other !== leaf && isBelow(leaf, other)),
    )
    onFirstMove(id, leaves)
    for (const leaf of leaves)
      leaf.traverse((each) => {
        each.matrixAutoUpdate = true
      })
    const action = mixer.clipAction(clip)
    action.play()
    action.paused = true
    const made = { action, leaves, target: 0 }
    moving.set(id, made)
    return made
  }
  const advance = (seconds: number): boolean => {
    let isMoving = false
    for (const { action, target } of moving.values()) {
      const end = target * action.getClip().duration
      if (action.time === end) continue
      const step = Math.sign(end - action.time) * seconds
      const isThere = Math.abs(end - action.time) <= Math.abs(step)
      action.time = isThere ? end : action.time + step
      isMoving = true
    }
    if (!isMoving) return false
    mixer.update(0)
    for (const { leaves } of moving.values())
      for (const leaf of leaves) leaf.updateMatrixWorld(true)
    return true
  }
  return {
    has: (id) => clips.has(id),
    isOpen: (id) => moving.get(id)?.target === 1,
    set(id, isOpen, isAtOnce) {
      const found = find(id)
      if (!found) return
      found.target = isOpen ? 1 : 0
      if (isAtOnce) advance(Number.MAX_SAFE_INTEGER)
    },
    advance,
    ids: [...clips.keys()],
  }
}

function isBelow(object: Object3D, other: Object3D): boolean {
  for (let at = object.parent; at; at = at.parent) if (at === other) return true
  return false
}

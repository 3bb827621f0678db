/** A change of one project, as a test requests it. */
export type ModelChange =
  /** Adds the wall with this number. */
  | { kind: 'edit'; wall: number }
  | { kind: 'undo' | 'redo' | 'save' | 'publish' | 'trash' | 'undelete' }
  | { kind: 'restore'; version: number }
  | { kind: 'rename'; name: string }

/** Numbers of the walls of a scene. Each is made once, so equal numbers are equal scenes. */
type Walls = readonly number[]

/** What a project must be after the changes that were answered. Values are never changed. */
export interface ProjectModel {
  readonly name: string
  readonly isTrashed: boolean
  readonly draftVersion: number
  readonly walls: Walls
  readonly undo: readonly Walls[]
  readonly redo: readonly Walls[]
  /** Version `n` is at `n - 1`. */
  readonly versions: readonly Walls[]
  readonly publishedVersion: number | null
}

export const NEW_PROJECT: ProjectModel = {
  name: 'House',
  isTrashed: false,
  draftVersion: 0,
  walls: [],
  undo: [],
  redo: [],
  versions: [],
  publishedVersion: null,
}

/** Kinds of change that a project accepts now. */
export function possibleChanges({ isTrashed, undo, redo, versions }: ProjectModel) {
  const kinds: ModelChange['kind'][] = isTrashed
    ? ['undelete']
    : ['edit', 'edit', 'edit', 'save', 'publish', 'rename', 'trash']
  if (isTrashed) return kinds
  if (undo.length > 0) kinds.push('undo')
  if (redo.length > 0) kinds.push('redo')
  if (versions.length > 0) kinds.push('restore')
  return kinds
}

export function changed(model: ProjectModel, change: ModelChange): ProjectModel {
  switch (change.kind) {
    case 'edit':
      return edited(model, [...model.walls, change.wall])
    case 'undo':
    case 'redo': {
      const [from, to] = change.kind === 'undo' ? ['undo', 'redo'] : ['redo', 'undo']
      const stacks = model as unknown as Record<string, Walls[]>
      const walls = stacks[from].at(-1)!
      return {
        ...model,
        walls,
        draftVersion: model.draftVersion + 1,
        [from]: stacks[from].slice(0, -1),
        [to]: [...stacks[to], model.walls],
      }
    }
    case 'save':
      return saved(model)
    case 'publish': {
      const next = saved(model)
      return { ...next, publishedVersion: next.versions.length }
    }
    case 'restore':
      return saved(edited(model, model.versions[change.version - 1]))
    case 'rename':
      return { ...model, name: change.name }
    case 'trash':
    case 'undelete':
      return { ...model, isTrashed: change.kind === 'trash' }
  }
}

/** Of a scene that stays as it is there is nothing to undo. */
function edited(model: ProjectModel, walls: Walls): ProjectModel {
  if (isSame(walls, model.walls)) return model
  const undo = [...model.undo, model.walls]
  return { ...model, walls, undo, redo: [], draftVersion: model.draftVersion + 1 }
}

function saved(model: ProjectModel): ProjectModel {
  const latest = model.versions.at(-1)
  if (latest && isSame(latest, model.walls)) return model
  return { ...model, versions: [...model.versions, model.walls] }
}

const isSame = (a: Walls, b: Walls): boolean => `${a}` === `${b}`

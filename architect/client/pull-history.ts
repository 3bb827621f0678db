import type { ProjectLink } from './project-link.ts'

/** The name of pulls in the undo history of a file. */
export const PULL_STEP = 'pull'
/** Most pulls whose shared states a link holds: each has a hash of every node. */
const PULLS_MAX = 20

type States = Pick<ProjectLink, 'shared' | 'undo' | 'redo'>

/** The shared states after a pull that is a step in the undo history of the file. */
export function recordPull(link: States | null, shared: ProjectLink['shared']): States {
  const undo = [...(link?.undo ?? []), link?.shared ?? null].slice(-PULLS_MAX)
  return { shared, undo, redo: [] }
}

/**
 * The shared states after pulls were undone: the file is no longer made from the draft that they
 * brought, so that a push over that draft would delete what is new there. Nothing counts as shared
 * after a pull that the link does not know.
 */
export function undoPulls(states: States, count: number): States {
  let { shared, undo, redo } = states
  for (let i = 0; i < count; i++) {
    redo = [...redo, shared].slice(-PULLS_MAX)
    shared = undo.at(-1) ?? null
    undo = undo.slice(0, -1)
  }
  return { shared, undo, redo }
}

/**
 * The shared states after undone pulls were redone. A push has been since where none is recorded:
 * what it shared still is the draft.
 */
export function redoPulls(states: States, count: number): States {
  let { shared, undo, redo } = states
  for (let i = 0; i < count; i++) {
    undo = [...undo, shared].slice(-PULLS_MAX)
    shared = redo.at(-1) ?? shared
    redo = redo.slice(0, -1)
  }
  return { shared, undo, redo }
}

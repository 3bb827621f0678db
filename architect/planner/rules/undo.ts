import { Declined } from '../workbench.ts'
import { type Found, ruleOf } from './pattern.ts'
import type { Reading, Rule } from './rule.ts'

/** Most turns that one request undoes. */
const TURNS_MAX = 20

const CHANGES = '(?:changes?|edits?|steps?|turns?|things?|requests?)'
const THAT =
  '(?:that|it|this|everything|all(?: of)? (?:that|it)|(?:the |your |that )?(?:last|latest|previous)(?: one)?(?: (?:{num}|couple of|few))?(?: CHANGES)?|{num} CHANGES|(?:that|this) CHANGES|what you (?:just )?did)'.replaceAll(
    'CHANGES',
    CHANGES,
  )
const UNDO = [
  `(?:undo|revert|reverse|take back|roll back|rollback|cancel|scrap)(?: ${THAT})?(?: again)?`,
  'take (?:that|it) back|put (?:it|that|everything) back(?: (?:as|how|like) it was)?',
  '(?:go|step|switch|change (?:it|that)) back(?: (?:{num} )?(?:steps?|changes?|turns?))?(?: again)?',
  `(?:no|oops|nope|wait|hm)? ?,? ?(?:undo|revert)(?: ${THAT})?`,
  'restore (?:previous|last|former) (?:version|state|plan)|(?:as|back to how) it was(?: before)?',
]
const REDO = [
  `(?:redo|reapply|repeat)(?: ${THAT})?`,
  '(?:do|make) (?:it|that) again|(?:undo|revert) (?:undo|last undo)|bring (?:it|that) back|go forward(?: again)?',
]

/** `Undo that`, `go back two steps`, `redo`. */
export const UNDO_RULES: Rule[] = [
  ruleOf(REDO, (found) => travel(found, 'redo')),
  ruleOf(UNDO, (found) => travel(found, 'undo')),
]

function travel(found: Found, way: 'undo' | 'redo'): Reading {
  const some = /couple/.test(found.clause.text) ? 2 : /few/.test(found.clause.text) ? 3 : 1
  const turns = found.number ?? some
  return {
    subject: null,
    run(bench) {
      if (bench.calls.length > 0)
        throw new Declined(
          `“${found.clause.original}” has to be a request of its own: it is about earlier requests, and this one changes something else as well.`,
        )
      if (!Number.isInteger(turns) || turns < 1 || turns > TURNS_MAX)
        throw new Declined(`I can ${way} 1 to ${TURNS_MAX} changes at once, got ${turns}.`)
      bench.travel(way, turns)
      const what = turns === 1 ? 'The last change is' : `The last ${turns} changes are`
      return `${what} ${way === 'undo' ? 'undone: the project is as before' : 'made again'}.`
    },
  }
}

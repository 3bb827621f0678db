import type { Clause } from '../language/clause.ts'
import { type Found, findIn, template } from './pattern.ts'
import { marked } from './pattern-rule.ts'
import { resizeRooms } from './resize-rooms.ts'
import type { Reading, Rule } from './rule.ts'
import { sideTowards } from './side-towards.ts'
import { SIZE_FORMS, type SizeChange } from './size-change.ts'

const sentences = SIZE_FORMS.sentences.map(([source, read]) => ({ form: template(source), read }))
const frames = SIZE_FORMS.frames.map(template)
const phrases = SIZE_FORMS.phrases.map(([source, read]) => ({ form: template(source), read }))

/** The change of the size of a room that a clause requests; null for any other clause. */
export function sizeChangeOf(clause: Clause): { found: Found; change: SizeChange } | null {
  for (const { form, read } of sentences) {
    const found = findIn(clause, [form])
    const change = found && read(found)
    if (change) return { found, change }
  }
  const found = findIn(clause, frames)
  if (!found) return null
  for (const { form, read } of phrases) {
    const phrase = findIn(clause, [form], found.part('phrase')!)
    const change = phrase && read(phrase)
    if (change) return { found, change }
  }
  return null
}

/** The neighbour that gives its space: `make the bath larger at the expense of the hall`. */
const AT_EXPENSE =
  / ,? ?(?:at expense of|by taking (?:some )?(?:space|area|room|it|that|len\d+) (?:from|off|out of)|taking (?:space|area|it) from|into|from) (room\d+)$/

function atExpense(clause: Clause): Reading | null {
  const match = AT_EXPENSE.exec(clause.text)
  const wanted = match && sizeChangeOf({ ...clause, text: clause.text.slice(0, match.index) })
  if (!wanted) return null
  const { found, change } = wanted
  return {
    subject: found.room().text,
    run(bench) {
      const side = sideTowards(bench.room(found.room()), bench.room(marked(clause.rooms, match[1])))
      return resizeRooms(bench, found.room(), { ...change, side }, clause.original)
    },
  }
}

/** `Make the bath 50 cm wider`, `the kitchen should have 14 m²`, `enlarge the study`. */
function resizeRule(clause: Clause): Reading | null {
  const wanted = sizeChangeOf(clause)
  return wanted && readingOf(wanted.found, wanted.change)
}

function readingOf(found: Found, change: SizeChange): Reading {
  const reference = found.room()
  return {
    subject: reference.text,
    run: (bench) => resizeRooms(bench, reference, change, found.clause.original),
  }
}

export const ROOM_SIZE_RULES: Rule[] = [atExpense, resizeRule]

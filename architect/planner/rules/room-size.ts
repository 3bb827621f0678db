import type { Clause } from '../language/clause.ts'
import { type Found, findIn, template } from './pattern.ts'
import { resizeRooms } from './resize-rooms.ts'
import type { Reading, Rule } from './rule.ts'
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

export const ROOM_SIZE_RULES: Rule[] = [resizeRule]

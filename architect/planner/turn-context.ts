import type { Clause } from './language/clause.ts'

/** What a request has been about so far, in words that stand alone. */
export interface TurnContext {
  /** What `it` stands for; null where nothing was named. */
  subject: string | null
  /** The room that `there` stands for. */
  room: string | null
  /** The kind of thing of which `one` is another: `window`. */
  kind: string | null
}

export const EMPTY_CONTEXT: TurnContext = { subject: null, room: null, kind: null }

const OPENING =
  /\b(window|door|doorway|opening|skylight|dormer|terrace|balcony|storey|floor lamp)s?\b(?!.*\b(?:window|door|doorway|opening)s?\b)/
/** `Great.`, `Hello!`: one of these phrases requests nothing. */
const CHAT =
  /(?:thank you(?: \w+){0,3}|good (?:morning|evening|afternoon|day|job|work)|well done|nice work|(?:that |it )?looks? (?:good|great|nice|lovely)|(?:i|we) (?:really )?(?:like|love) (?:it|that)|oh|hi|hello|hey|great|good|perfect|nice|lovely|thanks?|cheers|thx|ok|okay|wonderful|super|cool|fine|yes|hmm|well|please)\b[\s!.,]*/iy
/** Phrases of one sentence that requests nothing: longer ones are something else. */
const CHAT_PHRASES_MAX = 8
/** How sentences begin that state something and request nothing by themselves. */
const STATEMENT =
  /^(?:(?:and|but|so|because|since|as|well|actually|sorry),? )*(?:i|i'm|i'd|i've|we|we're|we'd|we've|we'll|my|our|the|it|it's|this|that|that's|she|he|they|they're|there|there's|everyone|nobody|\w+ (?:is|are|was|has|have|had|will|comes?|likes?|loves?|uses?))\b/i
const REQUIRES = /\b(?:should|must|has to|have to|needs to|ought to)\b/i
const COMPLAINT =
  /\btoo (?:narrow|small|large|big|wide|short|long|dark|cramped|tight|low|high|shallow|deep|little|steep)\b|\bnot (?:wide|big|large|long|deep|high|tall) enough\b/
const NEED =
  /\b(?:need|want|would like|'d like|could do with|could use|lacks?|missing|has no|have no|without|there's no|there is no)\b/i
const PRONOUN = /\b(?:it|them|this|that|its|there)\b/i
/** `add one of 11 m²`, `give it one`. */
export const ONE =
  /\b(?:add|put|build|make|install|give|get|draw|insert|place)\b(?: (?:it|us|me|them|in|there))?(?: (?:another|just))? one\b(?!\s+(?:met(?:re|er)s?|m|cm|foot|feet|ft|more|window|door|bed|room|of (?:the|them|these)|side|end|wall|stor)\w*)/i

/** Whether a sentence is nothing but such phrases, each of which is read once. */
export function isChat({ original }: Clause): boolean {
  CHAT.lastIndex = 0
  for (let phrases = 0; phrases < CHAT_PHRASES_MAX && CHAT.lastIndex < original.length; phrases++)
    if (!CHAT.test(original)) return false
  return CHAT.lastIndex === original.length
}

/** Whether a sentence that no rule reads may be there only to explain another. */
export const isStatement = ({ original, isQuestion }: Clause): boolean =>
  !isQuestion && STATEMENT.test(original) && !REQUIRES.test(original)

/** `The kitchen is too narrow.` before `Make it 3.5 m wide.`: the second has the request. */
export function isElaborated(clause: Clause, next: Clause | undefined): boolean {
  if (!next || hasFigure(clause) || clause.isQuestion) return false
  if (COMPLAINT.test(clause.text)) return hasFigure(next) && isSameThing(clause, next)
  return NEED.test(clause.original) && ONE.test(next.original)
}

const hasFigure = ({ lengths, areas, sizes, angles }: Clause): boolean =>
  lengths.length + areas.length + sizes.length + angles.length > 0

const isSameThing = (clause: Clause, next: Clause): boolean =>
  PRONOUN.test(next.original) ||
  next.rooms.some((room) => clause.rooms.some(({ text }) => nounOf(text) === nounOf(room.text)))

const nounOf = (text: string): string => text.toLowerCase().replace(/^(?:the|a|an|our|my) /, '')

/** The context after a clause. `subject` is that of its reading, where a rule has read it. */
export function contextAfter(
  before: TurnContext,
  clause: Clause,
  subject: string | null,
): TurnContext {
  const [room] = clause.rooms
  const [item] = clause.items
  return {
    subject: subject ?? openingIn(clause) ?? room?.text ?? item?.text ?? before.subject,
    room: room?.text ?? before.room,
    kind: kindOf(clause) ?? before.kind,
  }
}

/** `the window of the kitchen`, of a clause that no rule reads and that is about it. */
function openingIn({ text, rooms }: Clause): string | null {
  const match =
    /(?<!\bno |\bany |\bwithout )\b(window|door|doorway|opening)s? (?:in|of|to|at|on|from|for) (room\d+)\b|\b(room\d+) (window|door|doorway|opening)s?\b/.exec(
      text,
    )
  if (!match) return null
  const room = rooms[Number(/\d+$/.exec(match[2] ?? match[3])![0])]
  return `the ${match[1] ?? match[4]} of ${room.text}`
}

function kindOf({ text, rooms, items }: Clause): string | null {
  const opening = OPENING.exec(text)
  if (opening) return opening[1]
  const item = items.at(-1)
  if (item) return nounOf(item.text)
  const room = rooms.at(-1)
  return (room?.word?.label ?? room?.label ?? null)?.toLowerCase() ?? null
}

/** The context with the present names of rooms that a clause has renamed. */
export function renamed(context: TurnContext, names: ReadonlyMap<string, string>): TurnContext {
  const now = (text: string | null): string | null => {
    let result = text
    for (const [before, after] of names)
      if (result?.toLowerCase().includes(before.toLowerCase()))
        result = result.replace(new RegExp(escaped(before), 'i'), after)
    return result
  }
  return { ...context, subject: now(context.subject), room: now(context.room) }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

import { nodesOf } from '../../scene/scene.ts'
import { describeRooms } from '../house/describe.ts'
import type { HouseRoom } from '../house/house.ts'
import type { Clause } from '../language/clause.ts'
import { capital, formatList } from '../language/format.ts'
import { Declined, PartlyRead, type Workbench } from '../workbench.ts'
import { KNOWN_LOOKS, type Look, lookIn, NO_FINISH, type Part } from './finishes/looks.ts'
import { patternRule } from './pattern-rule.ts'
import type { Reading, Rule } from './rule.ts'

const NOUNS: readonly [RegExp, Part][] = [
  [
    /\b(?:facades?|outside walls?|outer walls?|exterior(?: walls?)?|exteriors?|house (?:white|black|red|blue|green|yellow|grey|gray|brown|beige|cream)|outside of house|siding|cladding)\b/,
    'facade',
  ],
  [/\b(?:roofs?|roofing)\b/, 'roof'],
  [/\bceilings?\b/, 'ceiling'],
  [/\b(?:floors?|flooring|floorboards|ground)\b(?! (?:plan|area))/, 'floor'],
  [/\b(?:walls?|wall)\b/, 'walls'],
]
/** Materials that are laid on floors where a clause names no part. */
const FLOORS =
  /\b(?:parquet|carpet(?:ed)?|tiles?|tiled|tile|floorboards|hardwood|laminate|boards)\b/
const VERB = `(?:make|paint|give|use|put|lay|set|change|turn|colou?r|finish|clad|cover|tile|carpet|install|add|replace|i want|i'd like|we want|we'd like|plaster|render|do|let|have|wallpaper)`

/** Looks of floors, walls, ceilings, the facade and the roof. */
export const FINISH_RULES: readonly Rule[] = [
  patternRule([
    [new RegExp(`^${VERB}\\b`), finish],
    [
      /^(?:parquet|carpet|tiles|oak|walnut|pine|white|grey|gray|dark|light|red|blue|green|wooden|wood|concrete|brick)\b.* (?:in|for|on) (?:all |every )?(?:room\d+|facade|roof)/,
      finish,
    ],
    [
      /\b(?:walls?|floors?|ceilings?|facade|roof)\b.* (?:should|must|has to|have to|shall) be\b/,
      finish,
    ],
  ]),
]

/** Changes of shape are not looks. */
const IS_SHAPE =
  /\b(?:len\d|area\d|size\d|angle\d|wider|narrower|larger|bigger|smaller|higher|longer|between|window|windows|door|doors|opening|item\d|stairs?|move|storey)\b/

function finish(clause: Clause): Reading | null {
  const { text, original, rooms } = clause
  const several = eachPart(clause)
  if (several) return several
  if (IS_SHAPE.test(text) || clause.isQuestion) return null
  const parts = NOUNS.filter(([pattern]) => pattern.test(text)).map(([, part]) => part)
  const part =
    parts[0] ??
    (/^paint|^colou?r/.test(text)
      ? rooms.length > 0
        ? 'walls'
        : /\b(?:house|home|building)\b/.test(text)
          ? 'facade'
          : null
      : FLOORS.test(text) && rooms.length > 0
        ? 'floor'
        : null)
  if (part === null) return null
  const described = text.replace(/\bground floor\b/, '')
  const look = lookIn(described, original, part)
  const isPaint = /^(?:paint|colou?r|tile|clad|carpet|wallpaper)/.test(text)
  if (!look && !isPaint && !NO_FINISH.test(text)) return null
  const looks = text.split(/ (?:,|and) /).map((each) => lookIn(each, each, part)?.text)
  const isOfSeveral = new Set(looks.filter((each) => each !== undefined)).size > 1
  return {
    subject: subjectOf(clause, part),
    run(bench) {
      if (isOfSeveral)
        throw new PartlyRead(
          `“${original}” names more than one material or colour, so nothing of it was done. Please put each into a sentence of its own.`,
        )
      if (
        !look &&
        isPaint &&
        !NO_FINISH.test(text) &&
        !/\b(?:in|with) \w+$|\broom\d+ \w+$/.test(text)
      )
        return apply(bench, clause, [part], chosenColor(bench))
      if (!look)
        throw new Declined(
          `“${original}” is not possible: there is no such material or colour here. ${KNOWN_LOOKS}`,
        )
      const more = parts.includes('ceiling') && part !== 'ceiling' ? (['ceiling'] as const) : []
      const walls =
        parts.includes('walls') && part === 'floor' && !/\bwall\b/.test(text)
          ? (['walls'] as const)
          : []
      return apply(bench, clause, [part, ...more, ...walls], look)
    },
  }
}

/** `the facade white and the roof dark grey`, `white walls and an oak floor`: a look for each. */
function eachPart(clause: Clause): Reading | null {
  const segments = clause.text.split(/ (?:,|and)(?= )/)
  if (segments.length < 2 || IS_SHAPE.test(clause.text) || clause.isQuestion) return null
  const found = segments.map((text) => {
    const part = NOUNS.find(([pattern]) => pattern.test(text))?.[1]
    const look = part && lookIn(text, text, part)
    return part && look ? { part, look } : null
  })
  const all = found.filter((each) => each !== null)
  if (all.length < segments.length) return null
  return {
    subject: subjectOf(clause, all[0].part),
    run: (bench) => all.map(({ part, look }) => apply(bench, clause, [part], look)).join(' '),
  }
}

/** A colour for a clause that names none. */
function chosenColor(bench: Workbench): Look {
  const names = ['White', 'Cream', 'Light grey', 'Sage', 'Light blue']
  const name = bench.choose(
    'Which colour should it have?',
    names.map((each) => [each, each.toLowerCase()] as const),
  )
  return lookIn(name, name, 'walls')!
}

function subjectOf({ rooms }: Clause, part: Part): string {
  if (rooms.length === 0) return `the ${part}`
  return `the ${rooms[0].text.replace(/^(?:the|a|an|my|our|your) /i, '')}`
}

function apply(bench: Workbench, clause: Clause, parts: readonly Part[], look: Look): string {
  const looks = Object.fromEntries(parts.map((part) => [part, look.look]))
  const names = formatList(parts.map(formatPart))
  const [part] = parts
  if (part === 'facade' || part === 'roof') {
    if (part === 'roof' && nodesOf(bench.scene, 'roof').length === 0)
      throw new Declined('There is no roof yet, so it has no finish.')
    bench.apply('set_building', { [part]: look.look })
    return `${capital(names)} of the house is now ${look.text}.`
  }
  const rooms = targetRooms(bench, clause)
  for (const { id } of rooms) bench.apply('set_finishes', { target: id, ...looks })
  const where = rooms.length > 4 ? `all ${rooms.length} rooms` : describeRooms(rooms)
  const isMany = part === 'walls' || parts.length > 1 || (rooms.length > 1 && part !== 'ceiling')
  const noun = rooms.length > 1 && !names.endsWith('s') ? `${names}s` : names
  return `${capital(noun)} of ${where} ${isMany || rooms.length > 1 ? 'are' : 'is'} now ${look.text}.`
}

function targetRooms(bench: Workbench, { rooms, text }: Clause): HouseRoom[] {
  if (rooms.length > 0)
    return rooms.flatMap((each) =>
      each.isPlural || /\b(?:all|every|each|both)\b/.test(text)
        ? bench.rooms(each)
        : [bench.room(each)],
    )
  const level = /\b(?:upstairs|upper floor)\b/.test(text)
    ? 1
    : /\b(?:downstairs|ground floor)\b/.test(text)
      ? 0
      : null
  const found = bench.house.rooms.filter(
    (room) => !room.isOutdoors && (level === null || room.level === level),
  )
  if (found.length === 0) throw new Declined('There are no rooms yet whose looks could change.')
  const isAll =
    level !== null ||
    /\b(?:all|every|each|whole|house|floors|walls|ceilings|everywhere|throughout)\b/.test(text)
  if (isAll) return bench.remaining(found)
  return [
    bench.choose(
      'Which room is it?',
      found.map((room) => [room.label, room] as const),
    ),
  ]
}

const formatPart = (part: Part): string => (part === 'facade' ? 'the facade' : `the ${part}`)

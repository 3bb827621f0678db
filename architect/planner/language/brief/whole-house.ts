import type { RoofType } from '../../../scene/nodes.ts'
import { type BuildingBrief, createBriefRoom } from '../building-brief.ts'
import { isDwelling } from '../building-nouns.ts'
import { singular } from '../singular.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'

const ROOFS: [RegExp, RoofType][] = [
  [/^(?:mono|single|lean to|skillion|shed)(?: ?pitch(?:ed)?| slope)?(?= roof)/, 'shed'],
  [/^(?:monopitch(?:ed)?|skillion|lean to|shed)(?= (?:\w+ ){0,2}roof)/, 'shed'],
  [/^(?:gabled?|saddle|pitched|dual pitch(?:ed)?)(?= (?:\w+ ){0,2}roof)/, 'gable'],
  [/^(?:hip|hipped)(?= (?:\w+ ){0,2}roof)/, 'hip'],
  [/^flat(?= (?:\w+ ){0,2}roof)/, 'flat'],
  [/^gambrel(?= (?:\w+ ){0,2}roof)/, 'gambrel'],
  [/^mansard(?= (?:\w+ ){0,2}roof)/, 'mansard'],
]
/** `Roof: hip`, `the roof is flat`. */
const ROOF_AFTER =
  /^roof (?:: |is |should be |must be |shall be |to be )+(?:a )?(gabled?|hip(?:ped)?|flat|shed|mono|gambrel|mansard|pitched)/
const ROOF_NAMES: Record<string, RoofType> = {
  gable: 'gable',
  gabled: 'gable',
  pitched: 'gable',
  hip: 'hip',
  hipped: 'hip',
  flat: 'flat',
  shed: 'shed',
  mono: 'shed',
  gambrel: 'gambrel',
  mansard: 'mansard',
}
const ROOF_NEAR = /\b(?:roof\w*|pitch\w*|slopes?|sloping|gable|hip|shed)\b/
/** Rooms that are buildings too. */
const BUILDINGS = new Set([
  'Nursery',
  'Stable',
  'Gym',
  'Library',
  'Workshop',
  'Showroom',
  'Laboratory',
])
const ARTICLE = /^(?:an?|the|new|small|large|day)$/i
/** Tokens before and after an angle in which a roof is its subject. */
const ROOF_TOKENS = 8

/** Features of the whole house by the phrases that request them. */
const FEATURES: [RegExp, (brief: BuildingBrief, match: RegExpExecArray) => void][] = [
  [
    /^(?:in an? |as an? )?([ltu]) shaped?(?: plan)?/,
    (brief, [, letter]) => {
      brief.shape = letter.toUpperCase() as 'L' | 'T' | 'U'
    },
  ],
  [
    /^(?:rectangular|rectangle)/,
    (brief) => {
      brief.shape = 'rectangle'
    },
  ],
  [
    /^(?:un|not |semi )furnished/,
    (brief) => {
      brief.isFurnished = false
    },
  ],
  [
    /^(?:(?:fully |completely )?furnished|with (?:all )?(?:the )?furniture|furnish (?:it|everything|all(?: of it| rooms)?|(?:the )?(?:whole |entire )?(?:house|home|flat|apartment|building|place|rooms)))(?= |$)/,
    (brief) => {
      brief.isFurnished = true
    },
  ],
  [
    /^(?:wheelchair(?: accessible| friendly| users?)?|accessible|barrier free|step free|disabled(?: access)?|mobility impaired)/,
    (brief) => {
      brief.isAccessible = true
    },
  ],
  [
    /^(?:(?:very )?(?:big|large|generous|huge|tall|floor to ceiling|panoramic|picture) windows|(?:lots|plenty) of (?:natural )?(?:light|daylight|glass|glazing|windows))/,
    (brief) => {
      brief.hasBigWindows = true
    },
  ],
  [
    /^(?:open (?:plan|concept)|open(?= (?:kitchen|living|layout))|(?:(?:should|must|shall|to) be |are )?combined|no walls? between)/,
    (brief) => {
      brief.isOpenPlan = true
    },
  ],
  // One room for both: the names of its parts are read as rooms.
  [
    /^(?=(?:cooking|eating|great room)(?: |$))/,
    (brief) => {
      brief.isOpenPlan = true
    },
  ],
  [
    /^(?:closed|closed off|enclosed)(?= kitchen)/,
    (brief) => {
      brief.isOpenPlan = false
    },
  ],
  [
    /^(?:only|just|nothing but)(?! (?:if|when|where))/,
    (brief) => {
      brief.isComplete = true
    },
  ],
  [
    /^eat in(?= kitchen)/,
    (brief) => {
      brief.isOpenPlan = true
      brief.rooms.push(createBriefRoom({ type: 'dining', label: 'Dining area' }))
    },
  ],
]

/** Phrases that state what is so anyway, or that repeat what was read. */
const PLAIN = [
  /^(?:west to east|east to west|north to south|south to north)/,
  /^reached (?:by|through) (?:a |the )?doors?/,
  /^in front of/,
  /^(?:that|this|there|which|it) (?:is|has to be|should be|will be) where the (?:front |main )?(?:door|entrance) (?:goes|is|lies|belongs|should be|should go|will be|will go)/,
  /^(?:(?:i|we)(?:'d| would)? (?:like|love|want) to )?wake up (?:with|to) (?:the )?(?:morning )?(?:sun\w*)/,
  // Every plan gives daylight to the rooms that people stay in.
  /^(?:each|every|all) (?:habitable )?rooms? (?:should |must |to )*(?:have|has|with|gets?) (?:a |an )?(?:windows?|daylight|natural light)/,
  /^(?:double|twin|single)(?= bed ?rooms?)/,
]

/** The roof, the shape and other features of the whole house. */
export const readWholeHouse: BriefPart = (cursor) =>
  readRoof(cursor) ||
  readRoofAngle(cursor) ||
  readFeature(cursor) ||
  readCourtyard(cursor) ||
  PLAIN.some((pattern) => cursor.take(pattern)) ||
  readRoomAsBuilding(cursor) ||
  readHouse(cursor)

/** `Nursery: three group rooms, ...`, `a library with ...`: the first noun is the building. */
function readRoomAsBuilding(cursor: BriefCursor): boolean {
  const { brief, room } = cursor
  const mention = brief.rooms.length === 0 && !room ? cursor.roomAt() : null
  const isFirst = cursor.tokens.slice(0, cursor.at).every(({ text }) => ARTICLE.test(text))
  if (!mention || !isFirst || !BUILDINGS.has(mention.room.label)) return false
  if (
    !/^(?:: (?!#(?:area|size)|#number (?:[,.;\n]|$)|\n)|with |for #number )/.test(
      cursor.textAfter(mention.tokens),
    )
  )
    return false
  brief.isDwelling ??= false
  cursor.read(mention.tokens)
  return true
}

function readRoof(cursor: BriefCursor): boolean {
  const after = cursor.take(ROOF_AFTER)
  const type = after ? ROOF_NAMES[after[1]] : ROOFS.find(([pattern]) => cursor.take(pattern))?.[1]
  if (!type) return false
  cursor.brief.roof = { type, pitch: cursor.brief.roof?.pitch ?? null }
  cursor.take(/^(?:pitched )?roof(?:ed|s)?/)
  return true
}

/** `25 degrees`, `a 6:12 pitch`. */
function readRoofAngle(cursor: BriefCursor): boolean {
  const { brief, token } = cursor
  const near = `${cursor.textBefore(ROOF_TOKENS)} ${cursor.textAfter(1).split(/ [,.;\n]/)[0]}`
  const ratio = /^#number (?:[:] |in )?#number (?:roof )?pitch(?= |$)/.test(cursor.textAfter())
  const [rise, run] = cursor.tokens
    .slice(cursor.at, cursor.at + 3)
    .flatMap((each) => (each.kind === 'number' ? [each.value] : []))
  let pitch: number | null = null
  if (token?.kind === 'angle' && (ROOF_NEAR.test(near) || brief.roof)) pitch = token.degrees
  else if (ratio) pitch = (Math.atan2(rise, run) * 180) / Math.PI
  if (pitch === null) return false
  brief.roof = { type: brief.roof?.type ?? null, pitch }
  cursor.readBefore(/^(?:roof|pitch|slope|sloping|sloped|pitched)$/, ROOF_TOKENS)
  cursor.take(/^#(?:angle|number (?:[:] |in )?#number)(?: (?:roof )?pitch(?= |$))?/)
  return true
}

function readFeature(cursor: BriefCursor): boolean {
  if (/^open /.test(cursor.textAfter())) cursor.openList = []
  const start = cursor.at
  for (const [pattern, set] of FEATURES) {
    const match = pattern.exec(cursor.textAfter())
    if (!match) continue
    if (match[0] !== '' && !cursor.take(pattern)) continue
    set(cursor.brief, match)
    return cursor.at > start
  }
  return false
}

/** A courtyard is what the wings of a U enclose; other houses have none. */
const readCourtyard: BriefPart = (cursor) =>
  cursor.brief.shape === 'U' &&
  cursor.take(/^(?:around |enclosing |with )?(?:a |an |the )?(?:\w+ )?(?:courtyard|patio)/) !== null

function readHouse(cursor: BriefCursor): boolean {
  if (!cursor.isHouseAt()) return false
  // `a four-bedroom house`: its rooms are named again, one by one.
  const { room } = cursor
  if (room && cursor.at - cursor.roomEnd <= 2)
    for (const each of cursor.brief.rooms) cursor.totals.set(each, cursor.brief.rooms.length)
  // `a barn house`: the last noun states what it is.
  if (cursor.isHouseAt(cursor.at + 1)) {
    cursor.read(1)
    return true
  }
  const { token, brief } = cursor
  const before = cursor.tokens[cursor.at - 1]
  if (before?.kind === 'number' && before.value > 1) {
    cursor.readBefore(/^#number$/, 1)
    brief.notes.push(`A layout is one home: this is one of the ${before.text.toLowerCase()}.`)
  }
  // `a dental clinic`, `a yoga studio`: what is before it is its kind.
  cursor.readBefore(/^[a-z]+(?:'s)?$/, 1)
  if (token?.kind === 'word') brief.isDwelling ??= isDwelling(singular(token.word))
  cursor.endSubject()
  cursor.read(1)
  return true
}

import { CATALOG, searchAssets } from '../../assets/catalog.ts'
import { nearestName } from '../../input/nearest-name.ts'
import type { Clause } from '../language/clause.ts'
import { formatList, withArticle } from '../language/format.ts'
import { Declined } from '../workbench.ts'
import { assetLabel } from './furniture/house-items.ts'
import { type Pattern, patternRule } from './pattern-rule.ts'
import type { Reading, Rule } from './rule.ts'

/** What is not possible here: why, and what is. */
const IMPOSSIBLE: readonly [form: RegExp, reply: string][] = [
  [
    /^(?:e-?mail|mail|send|fax|text|message|share|forward|post|notify|call (?!room)|phone|contact|whatsapp)\b|\b(?:e-?mail|send) (?:it|this|plan|plans|house|drawing|me|to)\b/,
    'mail and messages are not sent. You can download the building as a GLB or IFC file on its page, or publish it and share the link yourself.',
  ],
  [
    /^(?:print|plot|export|download|save as|save to|save it as)\b|\b(?:dwg|dxf|revit|sketchup|autocad|obj file|stl|blueprints?)\b/,
    'a request does not print or export. The page of the project has downloads as GLB and IFC, and plans as SVG and PDF.',
  ],
  [
    /\b(?:order|buy|purchase|hire|book|find me|recommend)\b.*\b(?:furniture|item\d+|builders?|architects?|contractors?|materials?|plumbers?|electricians?|tradesm[ae]n|one)\b|^(?:order|buy|purchase|hire|book) /,
    'nothing is ordered, bought or hired. Furniture can be placed in rooms, and quantities of materials are: “how much floor area?”, “how much wall area?”.',
  ],
  [
    /\b(?:costs?|price[ds]?|budget|expensive|cheap(?:er|est)?|quote|afford|dollars|euros?|pounds|mortgage|loan|worth|value of|estimate)\b/,
    'there are no costs and prices in this service. Areas and quantities are: “how much floor area?”, “how much wall area?”.',
  ],
  [
    /\b(?:permits?|building code|up to code|legal(?:ly)?|zoning|regulations?|licen[cs]e|approval|planning (?:permission|application|authority)|council|by law|building control)\b/,
    'permits and legal advice are for the authorities. “Is anything wrong?” runs the checks of the building, which cover sizes, doors, light, ways and stairs.',
  ],
  [
    /\b(?:weather|forecast|temperature|news|stocks?|football|soccer|time is it|what time|president|capital of|recipe|joke|translate|homework|who won)\b/,
    'I plan buildings by rules. Questions about the rooms, doors, windows, roof or furniture of this house are welcome.',
  ],
  [
    /\b(?:poem|song|story about|essay|letter|haiku|novel|limerick|sing|write (?:me )?(?:a |an )?(?:python|code|program))\b|^(?:write|sing|tell me (?:a )?(?:joke|story))\b/,
    'I plan buildings and write no texts. You can describe a house, a change to a room, or a question about the plan.',
  ],
  [
    /\b(?:render(?:ing|ings)?(?: (?:of|image|it|this|photo\w*))|photo(?:s|realistic|graph)?|picture of|images? of|video|fly-?through|virtual tour|3d print|vr|augmented|walk-?through)\b|^(?:render|draw me|show me (?:a |the )?(?:picture|image|photo))\b/,
    'there are no photographs, renderings and videos. The page of the project shows the building in 3D and as plans.',
  ],
  [
    /\b(?:structural(?:ly)?|load[- ]bearing|loads?|statics|beam size|foundations?|earthquake|seismic|wind load|snow load|reinforc\w+)\b/,
    'structural calculation is for a structural engineer. Walls, openings and spans can be changed and measured.',
  ],
  [
    /\b(?:electric(?:al|s|ity)?|wiring|sockets?|outlets?|switch(?:es)? for|light switch|plumbing|pipes?|drain(?:s|age)?|heating|heat pump|radiators?|hvac|air[- ]?con(?:ditioning)?|ventilation|insulat\w+|u-value|energy|solar|water tank|boiler capacity|wi-?fi|internet|alarm|cctv|sprinklers?)\b/,
    'there is no electricity, plumbing, heating and insulation in the model. Rooms, walls, doors, windows, stairs, roofs, furniture and finishes are.',
  ],
  [
    /\b(?:pool|swimming|garden shed|landscap\w+|lawn|hedge|driveway|tree house|trees?|pond|greenhouse|jacuzzi|hot tub|elevator|lift|escalator|fireplace|chimney|moon|rocket|helipad|moat|drawbridge|bunker|basement|cellar)\b/,
    'the model has no such thing. Rooms, walls, doors, windows, stairs, roofs, furniture, terraces and finishes are.',
  ],
  [
    /^(?:rotate|turn|mirror|flip) (?:whole |entire )?(?:house|building|home|plan|bungalow)\b|\b(?:mirror|rotate) (?:house|building|plan)\b/,
    'the house as a whole is not turned or mirrored. Rooms can swap places or move to another side.',
  ],
]

const limit = ([form, reply]: readonly [RegExp, string]): Pattern => [
  form,
  ({ original }) => declined(`“${inShort(original)}” is not possible here: ${reply}`),
]

/** Most characters of a request that a reply quotes. */
const QUOTE_CHARACTERS_MAX = 80
/** What a request begins with before it names what it wants. */
const POLITE =
  /^(?:(?:please|can you|could you|would you|will you|kindly|i(?:'d| would) like you to|i want you to|and|then|also)\b[\s,]*)+/i

/** A request without its polite beginning, cut at the end of a word where it is long. */
function inShort(original: string): string {
  const text = original.replace(POLITE, '').replace(/[\s?!.]+$/, '')
  if (text.length <= QUOTE_CHARACTERS_MAX) return text
  return `${text.slice(0, QUOTE_CHARACTERS_MAX).replace(/\s+\S*$/, '')} …`
}

const declined = (reply: string): Reading => ({
  subject: null,
  run() {
    throw new Declined(reply)
  },
})

/** What is not furniture, although it may be put into a room. */
const NOT_THINGS =
  /^(?:new |another |second |num\d+ |large |small )*(?:walls?|stairs?|staircase|steps?|floors?|storeys?|rooms?|columns?|beams?|fences?|railings?|ceilings?|roof|windows?|doors?|openings?|tiles?|parquet|it|them|more|extension|annex|partition|level|basement|attic|room\d)\b/

/** Names of furniture that the catalog does not have. */
function unknownThing(clause: Clause, thing: string): Reading | null {
  if (NOT_THINGS.test(thing) || clause.isQuestion) return null
  return {
    subject: null,
    run() {
      throw new Declined(
        `“${inShort(clause.original)}” is not possible here: there is no ${thing} in the catalog of furniture. ${nearThings(thing)}`,
      )
    },
  }
}

function nearThings(thing: string): string {
  const noun = thing.split(' ').at(-1)!
  const found = searchAssets({ query: noun }).map(({ name }) => name)
  const near = nearestName(
    thing,
    CATALOG.map(({ name }) => name),
  )
  const names = [...new Set([...found, ...(near ? [near] : [])])].slice(0, 4)
  return names.length > 0
    ? `What comes near is ${formatList(
        names.map((name) => withArticle(assetLabel(name))),
        'or',
      )}.`
    : 'It has beds, sofas, tables, chairs, desks, wardrobes, shelves, kitchen units, bathroom fixtures, lamps, rugs and plants.'
}

/** Requests that cannot be met; the last rules, so that they leave to others what those can. */
export const IMPOSSIBLE_RULES: readonly Rule[] = [
  patternRule([
    ...IMPOSSIBLE.map(limit),
    [
      /^(?:put|place|add|install|set up|hang|fit|i want|i'd like|get) (?:num\d+ )?((?!room\d)(?:[a-z-]+ ){0,2}[a-z-]+) (?:in|into|to|on|at|next to|beside|near|against|under) (?:.* )?room\d+$/,
      (clause, [, thing]) => unknownThing(clause, thing),
    ],
    [
      /^(?:does|would|will|can|could|where would|where does|where can|is there (?:enough )?(?:room|space) for) (?:i put |we put )?((?!room\d|it\b|this\b|that\b)(?:[a-z-]+ ){0,1}[a-z-]+) (?:fit|go|stand|in room\d+)\b/,
      (clause, [, thing]) => unknownThing({ ...clause, isQuestion: false }, thing),
    ],
    [
      /^(?:remove|delete|take|move) ((?!room\d)(?:[a-z-]+ ){0,1}[a-z-]+) (?:from|out of|in|to|into) (?:.* )?room\d+$/,
      (clause, [, thing]) => unknownThing(clause, thing),
    ],
  ]),
]

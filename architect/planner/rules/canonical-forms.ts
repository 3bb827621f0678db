/** A form of a request and the one that stands for it. */
export type Rewrite = readonly [form: RegExp, instead: string]

const ROOM = String.raw`room\d+`
/** One room or several. */
const ROOMS = `(?:(?:every|each|all|both) )?${ROOM}`
const VERB =
  '(?:make|add|put|move|remove|delete|take|turn|swap|furnish|replace|give|widen|enlarge|extend|paint|lay|merge|split|rename|raise|lower|set|change|convert|shift|let|build|open|close|knock|connect|fit|install|shrink|get rid|exchange|hang|tile|create|draw|use|combine|divide|push|rotate|insert|clear|call)'
const WISH = `(?:(?:(?:i|we)(?:'d| would)?(?: really| also| still| rather| quite| much)* (?:like|love|want|need|prefer|fancy|appreciate)(?: to (?:have|get|see))?|(?:i|we)(?:'d| would) (?:rather|sooner) (?:have|get|see)))`
const DUTY =
  '(?:should|must|shall|ought to|has to|have to|needs? to|is to|are to|wants? to|could|can|may|might|will)'
const NEEDS =
  '(?:needs?|wants?|requires?|should(?: also)? (?:have|get)|must have|has to have|have to have|needs to have|ought to have|could do with|could use|can use|gets?|deserves?|would benefit from|is in need of|is to have|shall have|could have)'
const HOW =
  '(?!.*\\b(?:windows?|doors?|openings?|item\\d+)\\b)(?:(?:at least |about |around |exactly |roughly |bit |little |much |slightly |somewhat |tad )*(?:(?:len\\d+|area\\d+|size\\d+|num\\d+ percent|wider|narrower|larger|bigger|smaller|deeper|longer|shorter|roomier|broader|shallower|twice|half|double|as)\\b.*))'
/** Verbs by their participles: `should be removed`. */
const DONE: readonly (readonly [participle: string, verb: string])[] = [
  ['removed|deleted|taken out|taken away|demolished|got rid of|scrapped|torn down', 'remove'],
  ['moved|shifted|relocated|repositioned', 'move'],
  ['widened', 'widen'],
  ['enlarged|extended|expanded|increased', 'enlarge'],
  ['narrowed', 'narrow'],
  ['reduced|shrunk|decreased', 'shrink'],
  ['raised', 'raise'],
  ['lowered', 'lower'],
  ['painted', 'paint'],
  ['tiled', 'tile'],
  ['carpeted', 'carpet'],
  ['furnished|kitted out|fitted out', 'furnish'],
  ['replaced|exchanged', 'replace'],
  ['swapped|switched', 'swap'],
  ['turned|converted|transformed|changed', 'turn'],
  ['merged|combined|joined', 'merge'],
  ['split|divided|subdivided', 'split'],
  ['renamed', 'rename'],
]
const GERUNDS: readonly (readonly [gerund: string, verb: string])[] = [
  ['adding', 'add'],
  ['moving', 'move'],
  ['making', 'make'],
  ['removing|deleting', 'remove'],
  ['putting|placing', 'put'],
  ['swapping|switching|exchanging', 'swap'],
  ['turning|converting', 'turn'],
  ['widening', 'widen'],
  ['enlarging|extending', 'enlarge'],
  ['replacing', 'replace'],
  ['splitting|dividing', 'split'],
  ['merging|combining|joining', 'merge'],
  ['giving', 'give'],
  ['painting', 'paint'],
  ['furnishing', 'furnish'],
  ['raising', 'raise'],
  ['lowering', 'lower'],
]
const SUGGEST =
  "(?:would you mind|mind|how about|what about|i suggest|we suggest|i propose|we(?:'re| are| were) thinking (?:of|about)|i(?:'m| am| was) thinking (?:of|about)|consider|could you try|please start by|start by|start with)"

/** What a request begins with before its verb. */
export const OPENERS: readonly Rewrite[] = [
  [
    /^(?:actually|hm+|oh|ah|well|maybe|perhaps|i think|we think|i guess|i suppose|additionally|furthermore|lastly|firstly|secondly|thirdly)\b ?,? /,
    '',
  ],
  [
    /^(?:good|great|perfect|fine|right|yes|yeah|yep|no|sure|lovely|nice|cool|alright|however|instead|first|second|third|after that|afterwards|in addition|if possible|while you are at it|while you're at it|super|excellent|wonderful) , /,
    '',
  ],
  [/\b(?:please|pls|kindly) ?,? ?/g, ''],
  [/^(?:so|then|and|but|also|now|just) ,? ?/, ''],
  // A reason in front of the request.
  [
    new RegExp(`^(?:since|because|as|now that|when|given that)\\b [^,]*, (?=${VERB}\\b|${ROOM})`),
    '',
  ],
  [new RegExp(`^.+? ,? ?(?:so|therefore|hence|thus),? (?:please )?(?=${VERB}\\b)`), ''],
  [
    new RegExp(
      `^(?:would|could|can|will) (?:you|we|i|u) (?:possibly |maybe |perhaps |also |just )*(?=${VERB}\\b)(?!(?:put|place|fit|have|add|squeeze|get) (?:num\\d+ )?item)`,
    ),
    '',
  ],
  [
    new RegExp(
      `^(?:would it be possible to|is there any way to|any chance you could|i think we should|we should|you should|it would be (?:nice|great|good|lovely) (?:to|if you could|if we could)|feel free to|i was hoping to|i was hoping you could|we have decided to|we've decided to|we decided to|we plan to|try to|make sure to|make sure you|i need to|we need to|i have to|we have to|you need to|you have to|help me(?: to)?|help us(?: to)?|let me|why don't (?:we|you)|why not|i wish you would|i'd love to|we'd love to|i'd rather|we'd rather|i'd prefer to|we'd prefer to|what if (?:we|you|i)) (?=${VERB}\\b)`,
    ),
    '',
  ],
  ...GERUNDS.map(([gerund, verb]): Rewrite => [new RegExp(`^${SUGGEST} (?:${gerund})\\b`), verb]),
  [
    /\b(?:old|existing|current|present|brand new|nice|proper|decent|lovely|simple|its own|own) (?=(?:new |small |large |double |single )?(?:room\d|item\d|windows?\b|doors?\b))/g,
    '',
  ],
]

/** What follows a request and adds nothing. */
export const TAILS: readonly Rewrite[] = [
  [
    / ,? ?(?:because|since|so that|in order to|otherwise|so we|so i|so it|as we|as i|as it is)\b .*$/,
    '',
  ],
  [
    / ,? ?(?:for me|for us|if (?:that is |that's |it is |it's |at all )?(?:possible|ok|okay|feasible)|if you can|if you could|right away|from now on|at once|thanks|thank you|cheers|would be (?:nice|great|good|lovely)|as well|too)$/,
    '',
  ],
]

/** Requests in other forms; of these the first that fits is rewritten. */
export const REQUESTS: readonly Rewrite[] = [
  // `In the ensuite, swap the bathtub for a shower.`
  [
    new RegExp(
      `^(?:in|inside|within|for|at) (${ROOM}) ,? ?(?=(?:${VERB}|how many|what|which|is there|are there)\\b)(.+)$`,
    ),
    '$2 in $1',
  ],
  // What is no longer needed.
  [
    /^(?:i|we) (?:do not|don't|no longer) (?:really |actually )?(?:need|want) (.+?)(?: any ?more| any longer| at all)?$/,
    'remove $1',
  ],
  [/^(.+?) (?:is|are) (?:not needed|no longer needed|not wanted)(?: any ?more)?$/, 'remove $1'],
  [new RegExp(`^(.+?) ${DUTY} (?:go|disappear|be gone|go away)$`), 'remove $1'],
  [
    /^(?:take out|get rid of|do away with|rip out|tear out|tear down|strip out|throw out|throw away|bin|ditch|lose|scrap|axe|dump|dispose of|eliminate|erase|dismantle|demolish|clear away) (?!(?:everything|all furniture|furniture|stuff)\b)(.+)$/,
    'remove $1',
  ],
  [/^(?:take|rip|tear|throw|knock|pull) (?!that|it\b)(.+?) (?:out|away|down)$/, 'remove $1'],
  [
    /^remove (.*?\b(?:doors?|windows?|opening)\b.*?) ,? ?and (?:leave|put|have|make|install|fit|place|add|create) (.*?\b(?:openings?|archway|arch|doors?|windows?)\b.*?)(?: there| in its place| instead)*$/,
    'replace $1 with $2',
  ],
  [/^(?:leave|have) (.*\b(?:opening|archway|arch)\b.*?)(?: there)?$/, 'add $1'],
  [
    /^(.*\b(?:with|by|into|add|leave|put|have)) (len\d+) (wide|high) (?:(sliding|double|hinged) )?(openings?|archway|arch|doors?|windows?)\b(.*)$/,
    '$1 $4 $5 $2 $3$6',
  ],
  // A room for another.
  [
    new RegExp(
      `^(${ROOM}) (?:(?:${DUTY}|is going to|are going to|to) )?(?:becomes?|be|be used as|serves? as|turns? into|acts? as|be turned into) (?:new )?(${ROOM})$`,
    ),
    'turn $1 into $2',
  ],
  [
    new RegExp(
      `^(?:use|have|make|repurpose|remodel) (${ROOM}) (?:as|into|for) (?:new )?(${ROOM})(?: instead| now)?$`,
    ),
    'turn $1 into $2',
  ],
  [
    new RegExp(
      `^(?:(?:let|have|make|get) )?(${ROOM}) (?:and|,) (${ROOM}) (?:(?:${DUTY}) )?(?:to )?(?:trade|swap|change|exchange|switch)(?: places| positions| rooms| around)?$`,
    ),
    'swap $1 and $2',
  ],
  [
    new RegExp(
      `^(?:let |have |make )?(${ROOM}) (?:(?:${DUTY}) )?(?:trade|swap|change|exchange|switch)(?: places| positions) with (${ROOM})$`,
    ),
    'swap $1 and $2',
  ],
  [
    new RegExp(
      `^(?:trade|switch around|flip|interchange|change over|change round) (${ROOM}) (?:and|with|for) (${ROOM})`,
    ),
    'swap $1 and $2',
  ],
  // A thing for another.
  [
    new RegExp(
      `^(?:${WISH}|add|put|install|have|use|fit)(?: in)? ((?:num\\d+ )?item\\d+)(?: (?:in|into|for) (${ROOM}))? (?:instead of|in place of|rather than) (?:num\\d+ )?(item\\d+)$`,
    ),
    'replace $3 in $2 with $1',
  ],
  [
    new RegExp(
      `^(?:${WISH}|add|put|install|have|use|fit)(?: in)? (?:num\\d+ )?(item\\d+) (?:instead of|in place of|rather than) (?:num\\d+ )?(item\\d+) in (${ROOM})$`,
    ),
    'replace $2 in $3 with $1',
  ],
  [/^replace (item\d+) in {2}with /, 'replace $1 with '],
  [
    /^(?:trade|swap|switch|exchange|change)(?: out)? (?:num\d+ |all )?(item\d+)((?: (?:in|of|from) room\d+)?) (?:for|against|to|into|with|by) /,
    'replace $1$2 with ',
  ],
  // Where furniture is to be.
  [
    new RegExp(
      `^(?:put|place|have) (item\\d+) (?:in|into) (${ROOM}) (?:instead of|rather than|and not)(?: in)? (${ROOM})$`,
    ),
    'move $1 from $3 to $2',
  ],
  [
    new RegExp(
      `^(?:${WISH} (item\\d+) to|(item\\d+) ${DUTY}) (?:be|stand|go|sit|move) (?=(?:in|on|at|by|next|under|near|against|beside|to|into|in front)\\b)(.+)$`,
    ),
    'move $1$2 $3',
  ],
  [
    new RegExp(
      `^(?:trade|swap|switch|exchange|change|replace)(?: out)? (${ROOM}) (item\\d+) (?:for|against|to|into|with|by) `,
    ),
    'replace $2 in $1 with ',
  ],
  // What is to be made sure of.
  [
    /^(?:make sure|ensure|see to it|take care)(?: that)? (.+?) (?:has|have|gets?) (.+)$/,
    'add $2 to $1',
  ],
  [/^(?:make sure|ensure|see to it|take care)(?: that)? (.+?) (?:is|are) (.+)$/, 'make $1 $2'],
  [
    new RegExp(
      `^(${ROOM}) (?:is|are|feels?|looks?) (?:too |very |rather |so |bit )*\\w+ ,? ?(?:and |so )?(?:can|could|would|will) (?:you|we) (${VERB}) (?:it|that|them)\\b(.*)$`,
    ),
    '$2 $1$3',
  ],
  [/^(?:put up|erect|build up) /, 'add '],
  [
    new RegExp(
      `^(?:add|make|create) (?:new |direct )*(?:way|connection|passage|access|link) (?:from|between) (${ROOM}) (?:to|and|into) (${ROOM})$`,
    ),
    'connect $1 and $2',
  ],
  [/^have (?!.*\b(?:opens?|swings?|been)\b)(.*\b(?:doors?|windows?|doorway)\b.*)$/, 'add $1'],
  // Furniture.
  [
    new RegExp(
      `^(?:kit out|fit out|equip|deck out|outfit|fill) (${ROOM})(?: with (?:furniture|everything))?$`,
    ),
    'furnish $1',
  ],
  [new RegExp(`^(?:kit|fit|deck) (${ROOM}) out$`), 'furnish $1'],
  [
    new RegExp(`^(${ROOM}) ${NEEDS} (?:some |new )?(?:furniture|furnishings?|furnishing)$`),
    'furnish $1',
  ],
  // What a room is to be.
  [
    new RegExp(
      `^(${ROOM}) ${NEEDS} (?:bit |little |lot |some |much )*(?:more|extra|additional) (?:space|room|area)$`,
    ),
    'make $1 larger',
  ],
  [
    new RegExp(`^(${ROOM}) ${NEEDS} (?:another|additional|extra) (area\\d+|len\\d+)$`),
    'give $1 $2 more',
  ],
  [new RegExp(`^(${ROOM}) ${NEEDS} (area\\d+|len\\d+) more(?: space| room)?$`), 'give $1 $2 more'],
  [new RegExp(`^(${ROOM}) ${NEEDS} (?:being|to be|to become) (.+)$`), 'make $1 $2'],
  [new RegExp(`^(${ROOM}) ${NEEDS} widening$`), 'make $1 wider'],
  [new RegExp(`^(${ROOM}) ${NEEDS} (?:enlarging|enlargement|extending)$`), 'make $1 larger'],
  [
    new RegExp(`^${WISH} (.+?) (?:to be|being|to become|to measure|to get) (${HOW})$`),
    'make $1 $2',
  ],
  [new RegExp(`^(?:${WISH}|let|have) (${ROOM}) (?:to )?have (?!been)(.+)$`), 'add $2 to $1'],
  [
    new RegExp(`^(?:let|have|get) (${ROOM}) (?:to )?(?:be|become|measure|get) (${HOW})$`),
    'make $1 $2',
  ],
  [
    new RegExp(`^(?:could|can|may|would) (${ROOM}) (?:be|become|get|be made) (${HOW})$`),
    'make $1 $2',
  ],
  [
    new RegExp(`^(?:could|can|may) (${ROOM}) (?:have|get|be given) (?!item|num\\d+ item)(.+)$`),
    'add $2 to $1',
  ],
  [
    new RegExp(`^(${ROOM}) ${DUTY} (?:really |also )?(?:be|become|get|measure|be made) (${HOW})$`),
    'make $1 $2',
  ],
  [
    new RegExp(`^(${ROOM}) would be (?:better|nicer) (?:if it (?:was|were) )?(${HOW})$`),
    'make $1 $2',
  ],
  [new RegExp(`^(${ROOM}) ${NEEDS} (${HOW})$`), 'make $1 $2'],
  // What has to be done with a thing.
  ...DONE.map(
    ([participle, verb]): Rewrite => [
      new RegExp(`^(.+?) ${DUTY} (?:all |both |also )?be (?:${participle})\\b(.*)$`),
      `${verb} $1$2`,
    ],
  ),
  ...DONE.map(
    ([participle, verb]): Rewrite => [
      new RegExp(`^(?:${WISH}|have|get) (.+?) (?:to be )?(?:${participle})\\b(.*)$`),
      `${verb} $1$2`,
    ],
  ),
  // What a room is to have.
  [new RegExp(`^(${ROOMS}) (?:also |really |still )*${NEEDS} (?!to\\b)(.+)$`), 'add $2 to $1'],
  [
    /^(?:there should be|there must be|can we have|could we have|can we get|could we get|can i have|could i have) (?!(?:num\d+ )?item\d)(.+)$/,
    'add $1',
  ],
  [
    new RegExp(
      `^${WISH} (?!to\\b|all\\b|every|each|both|${ROOM})(?!(?:num\\d+ )?(?:${ROOM}|item\\d+) (?:to|from)\\b)(.+)$`,
    ),
    'add $1',
  ],
  [
    new RegExp(
      `^make (${ROOM}) (?:larger|bigger|smaller|wider|narrower) ,? ?(?:to |say )?(?:at least |about |around |roughly )*(area\\d+|size\\d+)$`,
    ),
    'make $1 $2',
  ],
  [
    new RegExp(
      `^(?:i want|have|make|let) (${ROOM}) (?:to be |be )?open(?:ed)?(?: up)? (?:to|with|towards) (${ROOM})$`,
    ),
    'open $1 to $2',
  ],
  // A room that is added to the house.
  [
    new RegExp(`^(add (?:new |small )?${ROOM}.*?) (?:behind|at back of|in back of) house$`),
    '$1 on north side',
  ],
  [
    new RegExp(`^(add (?:new |small )?${ROOM}.*?) (?:in front of|before) house$`),
    '$1 on south side',
  ],
  [
    new RegExp(`^give (${ROOM}) (?:another|additional|extra) (area\\d+|len\\d+)$`),
    'give $1 $2 more',
  ],
  [
    new RegExp(
      `^(?:build|add|bolt|tack|stick|throw|put|tag) on (?=(?:new |small |little |extra )?(?:${ROOM}|extension|annexe?|room\\b))`,
    ),
    'add ',
  ],
  [/^(?:bolt|tack|stick|tag) (.+?) (?:on to|onto|to) (.+)$/, 'add $1 to $2'],
  [
    new RegExp(
      `^(add (?:new |small )?${ROOM} .*?) ,? ?(?:with|and) (?:num\\d+ |some )?windows?(?: (?:to|in|on|facing) (?:north|east|south|west)(?: wall| side)?)?$`,
    ),
    '$1',
  ],
  [
    new RegExp(
      `^(?:i want|add|build) (${ROOM}) (?:for|off|belonging to|attached to|serving) (${ROOM})$`,
    ),
    'add $1 next to $2 with door to $2',
  ],
  [new RegExp(`^(?:give|add) (${ROOM}) (?:new )?(${ROOM})$`), 'add $2 next to $1 with door to $1'],
  [
    new RegExp(
      `^(?:knock|throw|turn|make) (${ROOM}) (?:and|with) (${ROOM}) (?:into|through into)(?: num\\d+| single| large| big)*(?: room| space)?$`,
    ),
    'merge $1 and $2',
  ],
  // A question with two halves about the same thing.
  [
    /^((?:which|what|what's|tell me|name|show me) .+?) ,? ?and (?:how (?:many|much|big|large) .*|its (?:size|area)|what (?:is its|size|area).*)$/,
    '$1',
  ],
  // Sills are of windows.
  [
    new RegExp(
      `^(raise|lower|set|make|put|drop|lift|bring) sills?(?: height| heights)? (?:of|in) (${ROOM})\\b(.*)$`,
    ),
    '$1 sill of window of $2$3',
  ],
  [
    new RegExp(`^(raise|lower|set|make|put|drop|lift|bring) (${ROOM}) sills?\\b(.*)$`),
    '$1 sill of window of $2$3',
  ],
  // Floors.
  [new RegExp(`^(tile|carpet) (${ROOM})(?: floor)?$`), 'lay $1 in $2'],
  [new RegExp(`^(tile|carpet) floor (?:of|in) (${ROOM})$`), 'lay $1 in $2'],
  [
    /^(?:fit|install|lay down|put down|go for|choose) (.*\b(?:tiles|parquet|carpet|floor|flooring|laminate|vinyl|boards|tiling)\b.*)$/,
    'lay $1',
  ],
  // Sizes of rooms by those of others.
  [
    new RegExp(
      `^make (${ROOM}) (?:and|,) (${ROOM}) (?:same size|same area|equal in size|equal size|equally (?:large|big)|equal|of same size|same)$`,
    ),
    'make $1 and $2 same size',
  ],
  [
    new RegExp(
      `^(${ROOM}) and (${ROOM}) ${DUTY} (?:be|have) (?:of )?(?:same size|equal in size|equal size|equally (?:large|big)|same area)$`,
    ),
    'make $1 and $2 same size',
  ],
  [new RegExp(`^${WISH} (${ROOM}.*)$`), 'i want $1'],
]

import type { Pattern } from '../pattern-rule.ts'
import { addOpenings } from './add-openings.ts'
import { changeOpenings, removeOpenings, replaceOpenings } from './change-openings.ts'
import { moveOpenings } from './move-openings.ts'

const REMOVE =
  '(?:remove|delete|take (?:out|away)|take|get rid of|close(?: up| off)?|block(?: up| off)?|brick up|wall up|eliminate|fill in|drop|knock out|scrap)'
const REPLACE = '(?:replace|swap|exchange|switch|substitute|change|turn|convert|transform)'
const MOVE = '(?:move|shift|slide|push|relocate|reposition|cent(?:re|er))'
const CHANGE =
  "(?:make|set|change|widen|enlarge|extend|increase|decrease|reduce|shrink|narrow|raise|lower|shorten|lengthen|heighten|turn|resize|double|halve|let|expand|broaden|(?:(?:i|we) want|(?:i|we)'d like)(?= (?:all|every|each|both)\\b))"
const ADD = `(?:add|put|place|install|insert|create|cut|build|fit|include|i want|i'd like|i would like|i need|we need|we want|we'd like|give(?: me)?|there should be|knock|punch|break|pop|another|more|new)`
const LARGER = '(?:bigger|larger|wider|taller|higher|smaller|narrower|shorter)'
/** A room, a house or a thing is added, and the opening is a part of it or where it goes. */
const IS_PART = String.raw`(?!(?:(?:all|both|every|num\d+|room\d+) )*item\d+)(?!(?:num\d+ )?room\d+ (?:of|with|and|,|next|size\d+|area\d+|len\d+|at|on|in|to|behind|beside|between|bigger|larger|wider|longer|smaller|narrower|deeper)\b)(?!(?:\w+ ){0,2}(?:porch|canopy|steps?|stairs?|ramp|walls?|terrace|balcony|extension|annex|carport|storey) (?:to|at|by|with|in front|before|over|between|on|of)\b)(?!(?:\w+ ){0,5}(?:house|home|bungalow|cottage|cabin|flat|apartment|villa|floor|storey|building)\b.*\bwith\b)`

/** `The window in the study is too small`: about one that is there. */
const STATES =
  /\b(?:should|must|has|have|needs?|is|are|was|were|starts?|ought|shall|will|can|could|looks?|does|do)\b/

/**
 * The forms of requests for openings, whose nouns are given as the source of a pattern. The order
 * matters: `turn the window into a door` also begins like a change.
 */
export function openingPatterns(noun: string): readonly Pattern[] {
  const has = String.raw`(?=.*\b${noun}\b)`
  return [
    [new RegExp(`^${REMOVE} ${IS_PART}${has}`), removeOpenings],
    [
      new RegExp(
        String.raw`^${REPLACE} (.*\b${noun}\b.*?) (?:with|by|for|into|to) (?!len|left\b|right\b|middle\b|cent)(.*)$`,
      ),
      (clause, [, before, after]) => replaceOpenings(clause, before, after),
    ],
    [new RegExp(`^${MOVE} ${IS_PART}${has}`), moveOpenings],
    [new RegExp(`^${CHANGE} ${IS_PART}${has}`), changeOpenings],
    [
      new RegExp(
        String.raw`^(?:.*\b)?${noun}\b.* (?:should|must|has to|have to|needs? to|ought to|shall) (?:be|start|begin|sit|become|get|measure)\b`,
      ),
      changeOpenings,
    ],
    [
      new RegExp(String.raw`^(?:${ADD} )?(?:much |even )?${LARGER} (?:\w+ )?${noun}\b`),
      changeOpenings,
    ],
    [new RegExp(`^${ADD} ${IS_PART}${has}`), addOpenings],
    [
      new RegExp(
        String.raw`^(?:num\d+ (?:more )?)(?:\w+ )?${noun}\b (?:in|for|to|on|at|between|from)\b`,
      ),
      addOpenings,
    ],
    [
      new RegExp(`^(?:(?:small|large|big|extra) )?${noun} (?:in|for|on|to|at|between) `),
      (clause) => (clause.isQuestion || STATES.test(clause.text) ? null : addOpenings(clause)),
    ],
    [
      new RegExp(
        String.raw`^room\d+ (?:needs?|should (?:have|get)|must have|gets?|could use|wants?)\b${has}`,
      ),
      addOpenings,
    ],
  ]
}

import nlp from 'compromise'
import { englishTag } from '../english.ts'

/** Words that join phrases and request nothing. */
const FUNCTION_WORDS = new Set(
  'a an the this that these those it its i we you they he she them him me us my our your their his her one ones some any all both each every either other another which who whom whose what where there here is are am be been being was were has have having had do does did can could may might must shall should will would in on of at to from for by with within without into onto over under up down out off about around across along through between near towards toward as than so if then and or but nor plus also too not no only just very quite rather more most less least much many few same such like etc eg ie per via not let lets s u w'.split(
    ' ',
  ),
)
/** `I'd`, `we're`, `don't` */
const CONTRACTION = /^(?:i|we|you|he|she|it|they|there|that|let)'|n't$/
/** Words of greeting, of people, of the house and of its looks, which a plan cannot miss. */
const NEUTRAL_WORDS = new Set(
  `add put face faces facing looking please pls thanks thank love prefer hope hi hello hey dear kindly ok okay help start think
  idea ideas house home flat apartment bungalow cottage cabin villa building dwelling hut
  chalet ranch place property residence project design plan plans layout drawing draw sketch
  brief know correction program programme schedule accommodation concept option family families people person persons adult adults kid kids child
  children parents parent couple guest guests wife husband mother father mum dad mom son
  daughter grandma grandparents visitor visitors student students teacher teachers pupil
  pupils staff owner owners us client clients friend friends everyone someone room rooms space
  spaces area areas floor floors storey storeys story stories level levels side sides front
  back rear end corner top bottom inside outside street road sunlight light daylight morning
  evening afternoon size sizes total overall altogether usable internal gross net approx
  approximately circa ca roughly around sqm metre metres meter meters foot feet square number
  lot lots plenty bit kind sort type style way use need needs want wants wish make makes build
  create give get gets include includes including contain contains comprise comprises feature
  features consist consists barn village town city country holiday vacation weekend summer
  starter dream forever family-sized nice modern new small large big tiny cosy cozy good great
  main simple compact narrow wide long detached semi attached terraced spacious bright airy
  single separate extra own private shared comfortable generous open furniture width depth
  length footprint shape entrance entry access day night time life living work year years
  today following list wheelchair user minimum maximum max min least most rest sleeping
  thx ta cheers greetings morning fit wake wakes sun sunny sunshine steep little together mind
  granny grandmother grandfather grandparent nan gran toddler newborn twins teenager teens elderly
  couples nephew niece cousin relatives sister brother boy boys girl girls pet pets dog dogs cat
  cats retirement budget money rent lodger tenant tenants patients patient customers customer
  employees doctor doctors dentist dental medical health business company team practice
  everything anything something nothing somewhere anywhere place places chance case course
  sure question questions favour favor moment time times kids' lots bunch few
  slab pad vet belongs belong goes go going come comes`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
/** Words of which the kind is cached. */
const CACHE_MAX = 2_000

const nouns = new Map<string, boolean>()

/** Whether a word, where no part has read it, requests a thing: a noun of no neutral meaning. */
export function isRequestWord(word: string): boolean {
  if (CONTRACTION.test(word)) return false
  const plain = word.replace(/'s$/, '')
  if (FUNCTION_WORDS.has(plain) || NEUTRAL_WORDS.has(plain) || plain.length < 3) return false
  const cached = nouns.get(plain)
  if (cached !== undefined) return cached
  const isNoun = isNounInPhrase(plain)
  if (nouns.size < CACHE_MAX) nouns.set(plain, isNoun)
  return isNoun
}

/** People, times and qualities of English: behind an article they may pass for things. */
const NO_THINGS = ['Actor', 'Date', 'Duration', 'Expression', 'Person']
const QUALITIES = new Set(['Adjective', 'Comparative', 'Superlative', 'PresentTense', 'PastTense'])

/** Behind an article `lift` and `slide` are nouns, and `spacious` is not. */
function isNounInPhrase(word: string): boolean {
  const [phrase] = nlp(`the ${word}`).json() as { terms: { tags: string[] }[] }[]
  const tags = phrase?.terms.at(-1)?.tags ?? []
  const isQuality = [englishTag(word)].flat().some((tag) => tag !== null && QUALITIES.has(tag))
  return tags.includes('Noun') && !isQuality && !NO_THINGS.some((tag) => tags.includes(tag))
}

/** Whether a word before a request adds nothing to it. */
export const isFiller = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || NEUTRAL_WORDS.has(word) || CONTRACTION.test(word)

/** Whether a word behind a request adds nothing: `solar panels please`, not `heated floors`. */
export const isFillerAfter = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || /^(?:please|pls|thanks|thank|too|also|kindly)$/.test(word)

import { roofShape } from '../../../kernel/roofs/roof-shape.ts'
import { nodesOf } from '../../../scene/scene.ts'
import { describeOpening, describeRoom, readableMessage } from '../../house/describe.ts'
import {
  capital,
  counted,
  formatArea,
  formatLength,
  formatList,
  formatVolume,
} from '../../language/format.ts'
import { levelIn } from '../../language/storey-words.ts'
import { openingReference, resolveOpenings } from '../openings/opening-reference.ts'
import { formatDoorType, formatWindowType } from '../openings/opening-types.ts'
import type { Pattern } from '../pattern-rule.ts'
import { describeRoof } from '../roof.ts'
import { type Question, question } from './question.ts'

interface LevelAnswer {
  id: string
  label?: string
  index: number
  height: number
  elevation: number
}

/** Issues that one answer lists. */
const ISSUES_MAX = 6
/** What a litre of wall paint covers once, in square metres: as makers state it. */
const COVERAGE_M2 = 10

/** Questions about storeys, the roof, openings, quantities and faults. */
export const BUILDING_QUESTIONS: readonly Pattern[] = [
  question(
    /\b(?:roof|ridge|eaves|overhang|pitch)\b/,
    roofAnswer,
    ({ isQuestion, text }) => isQuestion && !/^how much\b|\bcost|\bmaterial|\btiles\b/.test(text),
  ),
  question(
    /^(?:how|what|what's|whats|which)\b.*\b(?:storeys?|ground floor|upper floor|first floor|top floor|basement|levels?|ceilings?|ceiling height|floor to floor|headroom)\b/,
    storeyAnswer,
    ({ text, rooms }) =>
      rooms.length === 0 &&
      /\b(?:high|height|heights|tall|headroom|floor to floor|clear)\b/.test(text),
  ),
  question(
    /^(?:how|what|what's|which)\b.*\b(?:windows?|doors?|openings?)\b/,
    openingAnswer,
    ({ text }) =>
      /\b(?:wide|width|high|height|tall|large|big|largest|biggest|smallest|widest|size|sill|kind|type|swings?|opens?|dimensions?)\b/.test(
        text,
      ) && !/\bhow many\b/.test(text),
  ),
  question(
    /^(?:how much|how many|what is|what's|which)\b.*\b(?:paint|wall area|walls?|flooring|tiles|parquet|plaster|concrete|bricks|material|roofing|roof area|carpet|glass|glazing|litres?|liters?)\b/,
    quantityAnswer,
  ),
  question(
    /^(?:is|are|does|do|any|anything|check|verify|find|what|what's|whats|show|list|are there|tell)\b.*\b(?:wrong|problems?|errors?|faults?|issues?|mistakes?|valid|warnings?|make sense|sound|correct|in order|okay|ok|checks?)\b|^(?:check|verify) (?:house|building|plan|project|everything|it|design)/,
    faults,
  ),
]

function roofAnswer({ bench, clause: { text }, unit }: Question): string {
  const roofs = nodesOf(bench.scene, 'roof')
  if (roofs.length === 0) return 'There is no roof yet.'
  return roofs
    .map((roof) => {
      const found = roofShape(bench.scene, roof.id)
      const shape = found && 'ridgeHeight' in found ? found : null
      const ridge = shape
        ? `its ridge is ${formatLength(shape.ridgeHeight, unit)} and its eaves are ${formatLength(shape.eavesHeight, unit)} above the floor of its storey`
        : ''
      const area =
        shape && /\barea|large|big|surface/.test(text)
          ? ` It covers ${formatArea(shape.coveredArea, unit)} in plan, and its surface is ${formatArea(shape.surfaceArea, unit)}.`
          : ''
      return `The house has ${describeRoof(roof)}, which overhangs by ${formatLength(roof.overhang, unit)}${ridge ? `; ${ridge}` : ''}.${area}`
    })
    .join(' ')
}

function storeyAnswer({ bench, clause: { text }, unit }: Question): string {
  const all = bench.read('list_levels', {}).levels as LevelAnswer[]
  const index = levelIn(text)
  const levels = all.filter((level) => index === null || level.index === index)
  if (levels.length === 0)
    return `There is no such storey: the building has ${counted(all.length, 'storey')}.`
  return levels
    .map(({ id, label, height }) => {
      const rooms = bench.house.rooms.filter((room) => room.levelId === id && !room.isOutdoors)
      const heights = [...new Set(rooms.map(({ clearHeight }) => formatLength(clearHeight, unit)))]
      const clear =
        heights.length === 0 ? '' : `; its rooms are ${formatList(heights, 'or')} high inside`
      return `${capital(`the ${(label ?? 'storey').toLowerCase()}`)} is ${formatLength(height, unit)} high from floor to floor${clear}.`
    })
    .join(' ')
}

function openingAnswer({ bench, clause, unit }: Question): string {
  const reference = openingReference(clause)!
  const openings = resolveOpenings(bench, {
    ...reference,
    isPlural: reference.isPlural || reference.role === null,
  })
  return openings
    .map((opening) => {
      const node = bench.scene.nodes[opening.id]
      const type =
        node.kind === 'window'
          ? `a ${formatWindowType(node.windowType)}, `
          : node.kind === 'door'
            ? `a ${formatDoorType(node.doorType)}, `
            : ''
      const sill =
        opening.kind === 'window'
          ? `, with its sill ${formatLength(opening.sill, unit)} above the floor`
          : ''
      return `${capital(describeOpening(bench.house, opening))} is ${type}${formatLength(opening.width, unit)} wide and ${formatLength(opening.height, unit)} high${sill}.`
    })
    .join(' ')
}

function quantityAnswer({ bench, clause, unit }: Question): string {
  const { text, rooms: references } = clause
  const all = bench.read('quantities', { by: 'room' }).rooms as Record<string, number | string>[]
  const figures = bench.read('quantities', {}).figures as Record<string, number | undefined>
  const chosen = references.flatMap((each) => bench.rooms(each))
  const own = all.filter(
    ({ zoneId }) => chosen.length === 0 || chosen.some(({ id }) => id === zoneId),
  )
  const sum = (name: string) => own.reduce((total, room) => total + (room[name] as number), 0)
  const where = chosen.length > 0 ? ` of ${formatList(chosen.map(describeRoom))}` : ''
  if (/\b(?:concrete|bricks|plaster)\b/.test(text))
    return `The walls have ${formatVolume(figures.wallVolume ?? 0, unit)} and the floor slabs ${formatVolume(figures.slabVolume ?? 0, unit)}.`
  if (/\broof/.test(text))
    return `The roof has a surface of ${formatArea(figures.roofArea ?? 0, unit)}.`
  if (/\b(?:glass|glazing)\b/.test(text))
    return `The windows${where} have ${formatArea(sum('windowArea'), unit)}.`
  if (/\b(?:flooring|tiles|parquet|carpet)\b/.test(text))
    return `The floors${where} have ${formatArea(sum('floorArea'), unit)}; add about 10 % for waste.`
  const area = sum('wallFaceArea')
  const litres = /\bpaint|lit(?:re|er)s?\b/.test(text)
    ? ` At about ${COVERAGE_M2} m² a litre that is ${Math.ceil(area / COVERAGE_M2)} litres for one coat.`
    : ''
  const length =
    figures.wallLength === undefined || chosen.length > 0
      ? ''
      : ` All walls together are ${formatLength(figures.wallLength, unit)} long.`
  return `The walls${where} have ${formatArea(area, unit)} inside, without doors and windows.${litres}${/paint/.test(text) ? '' : length}`
}

function faults({ bench }: Question): string {
  const { counts, issues } = bench.read('verify_scene', { minSeverity: 'warning' }) as {
    counts: Record<'error' | 'warning', number>
    issues: { severity: string; message: string }[]
  }
  if (issues.length === 0) return 'No, the checks find no error and no warning.'
  const listed = issues
    .slice(0, ISSUES_MAX)
    .map(
      ({ severity, message }) => `- ${capital(severity)}: ${readableMessage(bench.scene, message)}`,
    )
  const more = issues.length > ISSUES_MAX ? [`- and ${issues.length - ISSUES_MAX} more`] : []
  return [
    `The checks find ${counted(counts.error, 'error')} and ${counted(counts.warning, 'warning')}:`,
    ...listed,
    ...more,
  ].join('\n')
}

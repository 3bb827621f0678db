import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { LotSide, ParcelData } from '../../layers/parcel/data.ts'
import { wordList } from '../../values/word-list.ts'
import { dataOf, type Sections } from '../key-facts.ts'
import { type BuildingDistances, type LotLine, measureBuildings } from '../lot/lot-buildings.ts'
import { Plane } from '../lot/plane.ts'
import { setbackOf, setbackSentences } from '../lot/setbacks.ts'
import { sectionShapes } from '../section-shapes.ts'
import { titleCase } from '../title-case.ts'
import { formatMeasure, formatNumber, inSystem, type UnitSystem } from '../units.ts'
import type { Chart } from './drawing.ts'
import { drawLot } from './lot-drawing.ts'

/** Lines of a lot in sentences. */
const LINE_NAMES: Record<Exclude<LotLine, null>, string> = {
  front: 'front line',
  street: 'line at a street',
  side: 'side line',
  rear: 'rear line',
}
const BEYOND: Record<LotSide['beyond'], string> = {
  parcel: 'Another parcel',
  street: 'A street',
  water: 'Water',
  edge: 'Not known: the map of parcels ends',
  open: 'No parcel, and no known street',
  overlap: 'Inside of another parcel',
}

/** The lot with the lengths of its sides; null where they were not computed. */
export function lotChart(sections: Sections, system: UnitSystem): Chart | null {
  const parcel = dataOf(sections, 'parcel')
  const shape = shapeOf(parcel)
  // Nobody builds on a street, whose outline has thousands of sides.
  if (!parcel?.sides?.length || !shape || parcel.is_street_shaped) return null
  const zoning = dataOf(sections, 'zoning')
  const plane = new Plane(middleOf(shape))
  const rings = plane.rings(shape)
  const sides = parcel.sides.map((side) => ({ ...side, line: lineOf(side, plane) }))
  const buildings = buildingsOf(sections)
  const profile = dataOf(sections, 'elevation')?.profile
  const count = parcel.side_count ?? sides.length
  const title = 'The lot with the lengths of its sides'
  const label = `${title}: ${sides.map((side) => formatSide(side, system)).join(', ')}`
  const { drawing, hidden } = drawLot(
    {
      rings,
      buildings: buildings.map((each) => plane.rings(each.shape)),
      sides: sides.map((side) => ({
        line: side.line,
        text: formatSide(side, system),
        street: side.street && titleCase(side.street),
        setback_m: setbackOf(side, zoning),
      })),
      profile:
        profile?.along === 'parcel'
          ? [
              plane.at([profile.from.lng, profile.from.lat]),
              plane.at([profile.to.lng, profile.to.lat]),
            ]
          : null,
    },
    system,
    label,
  )
  const hasBands = sides.some((side) => (setbackOf(side, zoning) ?? 0) > 0)
  const left = hidden + count - sides.length
  const measured = measureBuildings(buildings, rings, sides, plane)
  return {
    title,
    drawing,
    legend: [
      ...(buildings.length > 0 ? [{ label: 'Building', tone: 'building' }] : []),
      ...(hasBands ? [{ label: 'Setback', tone: 'setback' }] : []),
    ],
    table: {
      head: ['Side', 'Length', 'Direction', 'Beyond it'],
      rows: sides.map((side, i) => [
        side.role ? `${i + 1}, ${side.role === 'street' ? 'at a street' : side.role}` : `${i + 1}`,
        formatSide(side, system),
        formatBearing(side.bearing_deg),
        formatBeyond(side, parcel.adjacent_parcels ?? []),
      ]),
    },
    notes: [
      ...(left > 0 ? [`${left} of ${count} sides are too short for their length here.`] : []),
      ...(profile?.along === 'parcel' ? ['A to B is the line of the ground profile.'] : []),
      ...measured.map((each) => buildingSentence(each, measured.length, system)),
      ...setbackSentences(sides, zoning, system),
      'Lengths are of the parcel as its publisher draws it, which is not a survey.',
    ],
  }
}

function shapeOf(parcel: ParcelData | null): Polygon | MultiPolygon | null {
  return (parcel?.geometry as { geometry?: Polygon | MultiPolygon } | undefined)?.geometry ?? null
}

function middleOf(shape: Polygon | MultiPolygon): Position {
  const points = (shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat()).flat()
  const mean = (axis: 0 | 1) => points.reduce((sum, each) => sum + each[axis], 0) / points.length
  return [mean(0), mean(1)]
}

function lineOf({ geometry }: LotSide, plane: Plane) {
  const line = geometry as { coordinates: Position[] } | undefined
  return (line?.coordinates ?? []).map((position) => plane.at(position))
}

function buildingsOf(sections: Sections) {
  const structures = sections.structures
  if (!structures) return []
  return sectionShapes(structures).flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
    const footprint_m2 = (properties?.footprint_m2 ?? null) as number | null
    return [{ shape: geometry, footprint_m2 }]
  })
}

function formatSide({ length_m, length_ft, is_curved }: LotSide, system: UnitSystem): string {
  const text =
    system === 'us' ? `${formatNumber(length_ft, 0)} ft` : `${formatNumber(length_m, 1)} m`
  return is_curved ? `${text} curve` : text
}

/** `N 37° E`, as deeds write directions. */
function formatBearing(degrees: number): string {
  const whole = Math.round(degrees) % 360
  const isNorth = whole <= 90 || whole >= 270
  const off = isNorth ? Math.min(whole, 360 - whole) : Math.abs(180 - whole)
  return `${isNorth ? 'N' : 'S'} ${off}° ${whole < 180 ? 'E' : 'W'}`
}

/** Parcels beyond one side that are listed by name. */
const NAMED_MAX = 3

/**
 * The street or the parcels beyond a side, by their addresses: a key is wider than the column on a
 * phone, and stands in the list of neighbours.
 */
function formatBeyond(
  { beyond, street, parcel_keys }: LotSide,
  neighbours: NonNullable<ParcelData['adjacent_parcels']>,
): string {
  if (street !== null) return titleCase(street)
  if (beyond !== 'parcel' || parcel_keys.length === 0) return BEYOND[beyond]
  if (parcel_keys.length > NAMED_MAX) return `${parcel_keys.length} parcels`
  const addresses = parcel_keys.flatMap((key) => {
    const address = neighbours.find(({ parcel_key }) => parcel_key === key)?.situs_line1
    return address ? [titleCase(address)] : []
  })
  if (addresses.length === parcel_keys.length) return addresses.join('; ')
  return parcel_keys.length > 1 ? `${parcel_keys.length} parcels` : BEYOND.parcel
}

/** `The building of 5,297 sq ft is 62 ft from the front line and 31 ft from the rear line.` */
function buildingSentence(
  { footprint_m2, lines, isOverLine }: BuildingDistances,
  count: number,
  system: UnitSystem,
): string {
  const size =
    footprint_m2 === null ? '' : ` of ${formatMeasure({ value: footprint_m2, unit: 'm²' }, system)}`
  const name = `${count === 1 ? 'The' : 'A'} building${size}`
  const parts = lines.map(({ line, metres }) => {
    const named = line === null ? 'nearest line of the lot' : nearestName(line)
    return `${formatDistance(metres, system)} from the ${named}`
  })
  const over = isOverLine ? ' As both are drawn, it reaches over a line of the lot.' : ''
  return `${name} is ${wordList(parts)}.${over}`
}

function nearestName(line: Exclude<LotLine, null>): string {
  return line === 'side' || line === 'street' ? `nearest ${LINE_NAMES[line]}` : LINE_NAMES[line]
}

function formatDistance(metres: number, system: UnitSystem): string {
  const { value, unit } = inSystem({ value: metres, unit: 'm' }, system)
  return `${formatNumber(value, system === 'us' ? 0 : 1)} ${unit}`
}

/** Why a parcel has no drawing; null where it has one, or no parcel answered. */
export function lotMissing(sections: Sections): string | null {
  const parcel = dataOf(sections, 'parcel')
  if (parcel?.sides !== null) return null
  return 'The sides of this parcel were not measured: its outline or its neighbours have too many corners.'
}

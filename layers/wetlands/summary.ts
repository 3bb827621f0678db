import type { LocatedRow } from '../location.ts'
import { UNKNOWN_TYPE } from './classification.ts'
import type { WetlandHere, WetlandsData } from './data.ts'
import { attributesOf, compareWetlands, type NamedWetland } from './wetland-attributes.ts'

/** One sentence: the wetlands at the point, and their share of the parcel. */
export function summarise(data: WetlandsData, atPoint: LocatedRow[]): string {
  const [largest] = data.wetlands
  if (data.is_on_wetland) {
    const here = atPoint.map(attributesOf).sort(compareWetlands)
    const lead = here.every(({ is_open_water }) => is_open_water)
      ? 'On mapped open water'
      : here.every(({ description }) => description === null)
        ? 'On a polygon of the wetlands data whose code does not determine what it is'
        : 'On a mapped wetland'
    const names = [...new Set(here.map(nameOf))].join(', and ')
    return `${lead}: ${names}${data.intersects_parcel ? `; ${shareOf(data)}` : ''}.`
  }
  const most = data.wetlands.length > 1 ? ', the largest part of it ' : ': '
  return `Not on a mapped wetland, but ${shareOf(data)}${most}${nameOf(largest)}.`
}

/** Share of the parcel; overlapping polygons add to more than 100 %. */
function shareOf({ parcel_coverage_pct: share }: WetlandsData): string {
  const pct = share! < 0.01 ? 'less than 0.01' : share! > 100 ? 'as much as 100' : share
  return `mapped wetlands and waters take up ${pct} % of the parcel`
}

/** Name of a wetland within a sentence; a publisher's label stays as it is. */
function nameOf({
  type,
  code,
  description,
}: NamedWetland & Pick<WetlandHere, 'description'>): string {
  const isOurs = description !== null || type === UNKNOWN_TYPE
  const name = isOurs ? type[0].toLowerCase() + type.slice(1) : type
  return code === null ? name : `${name} (${code})`
}

import type { Section } from '../layers/section.ts'
import type { Sections } from './key-facts.ts'
import type { Warning } from './watch-list.ts'

/** Sections of a build in the order in which people read. */
export const BUILD_SECTIONS = [
  ...['parcel', 'flood', 'zoning', 'structures', 'tax', 'market', 'utilities', 'permits'],
  ...['wetlands', 'elevation', 'soils', 'code_basis', 'boundaries'],
]
/** The one of them that takes as long as all others: the terrain of the parcel is made for it. */
export const SLOW_SECTION = 'elevation'
/** Sections that always wait for services of others. */
export const LIVE_SECTIONS = ['weather']
/** A section of a later version comes last. */
const ORDER = [...BUILD_SECTIONS, ...LIVE_SECTIONS]

/** Sections as a page shows them. */
export interface OrderedSections {
  /** Those with data, the ones that matter most here first. */
  shown: Section[]
  /** Those without an answer, and those of which there is nothing here. */
  folded: Section[]
}

/** Orders sections: parcel and flood, what there is a warning of, then the usual order. */
export function orderSections(sections: Sections, warnings: readonly Warning[]): OrderedSections {
  const all = Object.values(sections).filter((section) => section !== undefined)
  const warned = new Set<string>(warnings.map(({ layer }) => layer))
  const rank = ({ layer }: Section) => {
    const at = ORDER.indexOf(layer)
    const usual = at < 0 ? ORDER.length : at
    return usual < 2 ? usual : usual + (warned.has(layer) ? 0 : ORDER.length)
  }
  const ordered = all.toSorted((a, b) => rank(a) - rank(b))
  return {
    shown: ordered.filter(({ status }) => status === 'available'),
    folded: ordered.filter(({ status }) => status !== 'available'),
  }
}

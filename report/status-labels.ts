import type { Section } from '../layers/section.ts'

/** How a status is shown. A status of a later version is shown as it is spelled. */
export interface StatusLabel {
  word: string
  meaning: string
  /** The shape next to the word, so that colour is not the only difference. */
  shape: 'disc' | 'ring' | 'dash' | 'triangle'
}

export const STATUS_LABELS: Record<Section['status'], StatusLabel> = {
  available: { word: 'Available', meaning: 'the section has data', shape: 'disc' },
  empty: {
    word: 'None found',
    meaning: 'a source covers the point and has nothing here',
    shape: 'ring',
  },
  not_covered: {
    word: 'Not covered',
    meaning: 'no source of this build covers the point, so nothing is known about it',
    shape: 'dash',
  },
  not_available: {
    word: 'Unavailable',
    meaning: 'the answer is missing at the moment',
    shape: 'triangle',
  },
}

export function statusLabel(status: string): StatusLabel {
  return isKnown(status)
    ? STATUS_LABELS[status]
    : { word: status.replaceAll('_', ' '), meaning: 'a status of a later version', shape: 'dash' }
}

/** Label of a section's reason; of `empty` it names what covers the place, and needs none. */
export function reasonLabel(status: string): string {
  return status === 'empty' ? '' : 'Why: '
}

function isKnown(status: string): status is Section['status'] {
  return Object.hasOwn(STATUS_LABELS, status)
}

/** Counts sections by status in the order of the table: "12 available, 1 not covered". */
export function formatStatusCounts(statuses: readonly string[]): string {
  const known = Object.keys(STATUS_LABELS)
  const later = statuses.filter((status) => !known.includes(status))
  return [...known, ...new Set(later)]
    .map((status) => ({ status, count: statuses.filter((each) => each === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${statusLabel(status).word.toLowerCase()}`)
    .join(', ')
}

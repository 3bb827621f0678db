/** What a status says to a person. A status of a later version is told as it is spelled. */
export interface StatusLabel {
  word: string
  meaning: string
  /** The shape that stands beside it, so that it is not told by colour alone. */
  shape: 'disc' | 'ring' | 'dash' | 'triangle'
}

export const STATUS_LABELS: Record<string, StatusLabel> = {
  available: { word: 'Known', meaning: 'facts follow', shape: 'disc' },
  empty: {
    word: 'Nothing here',
    meaning: 'a source covers the spot and has nothing here',
    shape: 'ring',
  },
  not_covered: {
    word: 'Not covered',
    meaning: 'no source of this build covers the spot, which says nothing about it',
    shape: 'dash',
  },
  not_available: {
    word: 'No answer now',
    meaning: 'there should be an answer and there is none now',
    shape: 'triangle',
  },
}

export function statusLabel(status: string): StatusLabel {
  return Object.hasOwn(STATUS_LABELS, status)
    ? STATUS_LABELS[status]
    : { word: status.replaceAll('_', ' '), meaning: 'a status of a later version', shape: 'dash' }
}

/** How many sections have each status, in the order of the table: "12 known, 1 not covered". */
export function formatStatusCounts(statuses: readonly string[]): string {
  const known = Object.keys(STATUS_LABELS)
  const later = statuses.filter((status) => !known.includes(status))
  return [...known, ...new Set(later)]
    .map((status) => ({ status, count: statuses.filter((each) => each === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${statusLabel(status).word.toLowerCase()}`)
    .join(', ')
}

import { distinct } from '../values/distinct.ts'

/** Origin of rows: one edition of one source. */
export interface CreditedSource {
  name: string
  /** The publisher's word for the edition. */
  vintage: string
  /** When our copy was fetched, ISO 8601. */
  retrieved_at: string
  /** The line that the publisher requires on maps and answers. */
  attribution: string
  /** Name of the licence, as the source's description states it. */
  licence: string
}

/** Where rows are from and what must be shown with them. It stands in each file of rows. */
export interface Credits {
  build: string
  /** When the build was made, ISO 8601. */
  created_at: string
  /** Note about invented places; null where all places exist. */
  fictional: string | null
  sources: readonly CreditedSource[]
}

/** The lines that a map or an answer must show, each once. */
export function attributionLine({ sources }: Credits): string {
  return distinct(sources.map(({ attribution }) => attribution)).join('; ')
}

/** The credits as lines of text for people, the note about invented places first. */
export function creditLines(credits: Credits): string[] {
  const { build, created_at, fictional, sources } = credits
  return [
    ...(fictional === null ? [] : [fictional]),
    `Build ${build} of ${created_at}.`,
    ...sources.map(
      ({ name, vintage, retrieved_at, attribution, licence }) =>
        `Source: ${name}; edition: ${vintage}; copied: ${retrieved_at}; licence: ${licence}; to show: ${attribution}`,
    ),
  ]
}

export const VIEWS = ['3d', 'walk', 'plan'] as const
export type View = (typeof VIEWS)[number]
export const PANELS = ['chat', 'contents', 'details', 'rooms', 'issues', 'versions'] as const
export type Panel = (typeof PANELS)[number]
export const SECTION_AXES = ['level', 'north', 'west'] as const
export type SectionAxis = (typeof SECTION_AXES)[number]
export const SEASONS = ['summer', 'equinox', 'winter'] as const
export type Season = (typeof SEASONS)[number]

/** A plane that cuts the building open. */
export interface Section {
  /** `level` cuts across, as a plan does; `north` and `west` look there from the cut. */
  axis: SectionAxis
  /** Position between the ends of the building, 0 to 1. */
  at: number
  /** True where the other side is removed. */
  isFlipped: boolean
}

export interface Sun {
  /** Solar time in hours. */
  hour: number
  season: Season
}

/** The state in the address of one project: all that two people need to see the same. */
export interface ViewState {
  /** `draft`, `latest`, `published` or a number; null for what the project opens with. */
  version: string | null
  view: View
  /** Id of the only level that is shown; null for all. */
  level: string | null
  /** Id of the selected node. */
  node: string | null
  panel: Panel
  /** True where roofs and ceilings are drawn; null for the usual: with all levels only. */
  covers: boolean | null
  section: Section | null
  sun: Sun
}

/** From the south-west: the usual camera sees one facade in the sun and one in the shade. */
const USUAL_SUN: Sun = { hour: 14, season: 'equinox' }
/** The state that an address without a query has. */
export const INITIAL: ViewState = {
  version: null,
  view: '3d',
  level: null,
  node: null,
  panel: 'rooms',
  covers: null,
  section: null,
  sun: USUAL_SUN,
}

/** Characters of a query string that are read; the rest is ignored. */
const QUERY_CHARACTERS_MAX = 2_000

/** Parses a query string. Invalid parts are ignored, so a truncated link opens what it can. */
export function parseViewState(search: string): ViewState {
  const query = new URLSearchParams(search.slice(0, QUERY_CHARACTERS_MAX))
  const one = <Name extends string>(name: string, names: readonly Name[], usual: Name): Name =>
    names.find((each) => each === query.get(name)) ?? usual
  const covers = query.get('covers')
  return {
    version: parseVersion(query.get('version')),
    view: one('view', VIEWS, INITIAL.view),
    level: parseId(query.get('level')),
    node: parseId(query.get('node')),
    panel: one('panel', PANELS, INITIAL.panel),
    covers: covers === 'on' ? true : covers === 'off' ? false : null,
    section: parseSection(query.get('section') ?? ''),
    sun: parseSun(query.get('sun') ?? ''),
  }
}

/** Formats a state as a query string with its `?`; empty for the initial state. */
export function formatViewState(state: ViewState): string {
  const { version, view, level, node, panel, covers, section, sun } = state
  const query = new URLSearchParams()
  if (version !== null) query.set('version', version)
  if (view !== INITIAL.view) query.set('view', view)
  if (level !== null) query.set('level', level)
  if (node !== null) query.set('node', node)
  if (panel !== INITIAL.panel) query.set('panel', panel)
  if (covers !== null) query.set('covers', covers ? 'on' : 'off')
  if (section)
    query.set('section', `${section.isFlipped ? '-' : ''}${section.axis}.${percent(section.at)}`)
  if (sun.hour !== USUAL_SUN.hour || sun.season !== USUAL_SUN.season)
    query.set('sun', `${sun.season}.${Math.round(sun.hour * 60)}`)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const percent = (share: number): number => Math.round(share * 100)

function parseVersion(text: string | null): string | null {
  return text !== null && /^(draft|latest|published|[1-9]\d{0,8})$/.test(text) ? text : null
}

function parseId(text: string | null): string | null {
  return text !== null && /^[a-z]+_[0-9a-z]{1,30}$/.test(text) ? text : null
}

function parseSection(text: string): Section | null {
  const match = /^(-?)(level|north|west)\.(\d{1,3})$/.exec(text)
  if (!match || Number(match[3]) > 100) return null
  return {
    axis: match[2] as SectionAxis,
    at: Number(match[3]) / 100,
    isFlipped: match[1] === '-',
  }
}

function parseSun(text: string): Sun {
  const match = /^(summer|equinox|winter)\.(\d{1,4})$/.exec(text)
  if (!match || Number(match[2]) > 24 * 60) return USUAL_SUN
  return { season: match[1] as Season, hour: Number(match[2]) / 60 }
}

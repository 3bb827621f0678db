import type { MaterialName } from '../../../scene/materials.ts'

/** The parts of a building that have looks of their own. */
export type Part = 'floor' | 'walls' | 'ceiling' | 'facade' | 'roof'

/** Colours by name, `#rrggbb`; those of two words come first. */
const COLORS: Record<string, string> = {
  'light grey': '#d3d5d6',
  'light gray': '#d3d5d6',
  'pale grey': '#d3d5d6',
  'pale gray': '#d3d5d6',
  'dark grey': '#4a4d50',
  'dark gray': '#4a4d50',
  'warm grey': '#b5aea5',
  'warm gray': '#b5aea5',
  'light blue': '#b9d3e6',
  'pale blue': '#b9d3e6',
  'sky blue': '#9cc4e4',
  'baby blue': '#b9d3e6',
  'dark blue': '#27425f',
  'navy blue': '#22324a',
  'light green': '#bcd4b4',
  'pale green': '#bcd4b4',
  'dark green': '#35523b',
  'mint green': '#bfe0cf',
  'olive green': '#7d8050',
  'sage green': '#b7c2ab',
  'light yellow': '#f3e7b0',
  'pale yellow': '#f3e7b0',
  'dark red': '#7c2d2b',
  'light pink': '#f0d3d3',
  'pale pink': '#f0d3d3',
  'light brown': '#b08d68',
  'dark brown': '#54402f',
  'off white': '#f2efe6',
  'off-white': '#f2efe6',
  'pure white': '#ffffff',
  white: '#f7f7f5',
  ivory: '#f4efdf',
  cream: '#f2e8d0',
  beige: '#e3d6bd',
  sand: '#d8c7a5',
  taupe: '#8d8074',
  grey: '#9fa2a4',
  gray: '#9fa2a4',
  anthracite: '#383d42',
  charcoal: '#44484b',
  black: '#2a2a2a',
  blue: '#5b84ad',
  navy: '#22324a',
  turquoise: '#5fb8b2',
  teal: '#3c7d80',
  mint: '#bfe0cf',
  green: '#6f9667',
  olive: '#7d8050',
  sage: '#b7c2ab',
  yellow: '#e8cf6a',
  ochre: '#c8963e',
  mustard: '#cfa53c',
  orange: '#d98a4a',
  terracotta: '#bf7453',
  peach: '#eec3a3',
  red: '#a8423a',
  burgundy: '#6e2a35',
  pink: '#dfa5a8',
  rose: '#d9a5a0',
  purple: '#7d6391',
  lilac: '#c3b3d3',
  lavender: '#c3b3d3',
  violet: '#7d6391',
  brown: '#7d5d43',
}

type Materials = readonly (readonly [RegExp, MaterialName])[]

/** Materials by the part that has them, the most particular first. */
const MATERIALS: Record<Part, Materials> = {
  floor: [
    [/\bwalnut\b/, 'boards_walnut'],
    [/\bpine\b/, 'boards_pine'],
    [/\bparquet\b|\bherringbone\b/, 'parquet_oak'],
    [
      /\boak\b|\bwood(?:en)?\b|\btimber\b|\bhardwood\b|\bfloorboards\b|\bboards\b|\bplanks?\b|\blaminate\b/,
      'boards_oak',
    ],
    [/\bterra-?cotta tiles?\b|\bterra-?cotta\b|\bred tiles?\b/, 'tile_terracotta'],
    [/\b(?:dark|black|slate|anthracite) (?:\w+ )?tiles?\b|\bslate\b/, 'tile_slate'],
    [/\b(?:sand|beige|cream|sandstone) (?:\w+ )?tiles?\b/, 'tile_sand'],
    [/\b(?:grey|gray) (?:\w+ )?tiles?\b/, 'tile_grey'],
    [/\bwhite (?:\w+ )?tiles?\b/, 'tile_white'],
    [/\btil(?:es?|ed|ing)\b|\bceramic\b|\bporcelain\b/, 'tile_grey'],
    [/\bcarpet(?:ed|ing)?\b/, 'carpet_grey'],
    [/\bpav(?:ing|ers|ed)\b|\bflagstones?\b/, 'stone_paving'],
    [/\bconcrete\b|\bscreed\b|\bcement\b/, 'concrete'],
    [/\bstone\b|\bmarble\b|\bgranite\b|\bterrazzo\b/, 'stone'],
    [/\bgravel\b/, 'gravel'],
    [/\bgrass\b|\blawn\b|\bturf\b/, 'grass'],
    [/\basphalt\b/, 'asphalt'],
    [/\bdecking\b/, 'boards_pine'],
  ],
  walls: [
    [/\bwhite ?washed brick\b|\bwhite brick/, 'brick_white'],
    [/\bbricks?\b/, 'brick_red'],
    [/\bwhite tiles?\b|\btil(?:es?|ed)\b/, 'tile_white'],
    [/\bconcrete\b/, 'concrete'],
    [/\bstone\b/, 'stone_wall'],
    [/\boak\b|\bwood(?:en)?\b|\bpanel(?:l?ing|led|s)?\b/, 'wood_oak'],
    [/\bwalnut\b/, 'wood_walnut'],
    [/\bpine\b/, 'wood_pine'],
    [/\bplaster(?:ed)?\b/, 'plaster_white'],
  ],
  ceiling: [
    [/\bwalnut\b/, 'wood_walnut'],
    [/\bpine\b/, 'wood_pine'],
    [/\boak\b|\bwood(?:en)?\b|\btimber\b/, 'wood_oak'],
    [/\bconcrete\b/, 'concrete'],
    [/\bplaster(?:ed)?\b/, 'plaster_white'],
  ],
  facade: [
    [/\bwhite ?washed brick\b|\bwhite brick/, 'brick_white'],
    [/\bbricks?\b/, 'brick_red'],
    [/\bdark (?:timber|wood(?:en)?|cladding)\b|\bcharred\b/, 'cladding_dark'],
    [
      /\blarch\b|\bcladding\b|\btimber\b|\bwood(?:en)?\b|\bsiding\b|\bclapboards?\b/,
      'cladding_larch',
    ],
    [/\bstone\b/, 'stone_wall'],
    [/\bconcrete\b/, 'concrete'],
    [/\bmetal\b|\bsteel\b|\bzinc\b/, 'roof_metal'],
    [/\bgrey (?:plaster|render|stucco)\b|\bgray (?:plaster|render|stucco)\b/, 'plaster_grey'],
    [/\bwarm (?:plaster|render|stucco)\b/, 'plaster_warm'],
    [/\bplaster(?:ed)?\b|\bstucco\b|\brender(?:ed)?\b/, 'plaster_white'],
  ],
  roof: [
    [/\b(?:dark|black|grey|gray|anthracite|brown) (?:\w+ )?tiles?\b/, 'roof_tiles_dark'],
    [/\bslates?\b/, 'roof_slate'],
    [/\bmetal\b|\bsteel\b|\bzinc\b|\bcopper\b|\bstanding seam\b|\btin\b/, 'roof_metal'],
    [/\bclay\b|\bterra-?cotta\b|\btil(?:es?|ed)\b/, 'roof_terracotta'],
    [/\bgreen roof\b|\bgrass\b|\bsedum\b/, 'grass'],
    [/\bgravel\b/, 'gravel'],
    [/\bshingles?\b/, 'roof_slate'],
  ],
}
/** Materials of which a colour is a part of the name, so that it is not one of its own. */
const IS_COLORED: ReadonlySet<MaterialName> = new Set([
  'tile_grey',
  'tile_white',
  'tile_slate',
  'tile_sand',
  'tile_terracotta',
  'brick_white',
  'brick_red',
  'cladding_dark',
  'roof_tiles_dark',
  'plaster_grey',
  'plaster_white',
  'roof_terracotta',
  'grass',
])
/** What finishes cannot be. */
export const NO_FINISH =
  /\b(?:wallpaper(?:ed)?|mural|marble effect|stripes?|striped|pattern(?:ed)?|glossy|gold(?:en)?|glitter|heated|underfloor|cork|lino(?:leum)?|vinyl|bamboo|rubber)\b/

/** A look: a preset, a colour, or both, as `set_finishes` reads it; with how replies name it. */
export interface Look {
  look: string
  text: string
}

const PALE = /\b(?:light|pale|bright)\b/
const DARK = /\b(?:dark|deep)\b/

/** The look that a text names for a part; null where it names none. */
export function lookIn(text: string, original: string, part: Part): Look | null {
  if (/\b(?:usual|default|standard|original|normal)\b/.test(text))
    return { look: 'usual', text: 'as usual' }
  const hex = /#[0-9a-f]{6}\b/i.exec(original)?.[0].toLowerCase()
  const preset = MATERIALS[part].find(([pattern]) => pattern.test(text))?.[1]
  const name = Object.keys(COLORS).find((each) => new RegExp(String.raw`\b${each}\b`).test(text))
  const color =
    hex ??
    (name && !(preset && IS_COLORED.has(preset)) ? shaded(COLORS[name], name, text) : undefined)
  if (!preset && !color) return null
  const label = [hex ?? (color ? name : undefined), preset && formatPreset(preset)]
    .filter(Boolean)
    .join(' ')
  return { look: [preset, color].filter(Boolean).join(' '), text: label }
}

/** `light olive` is an olive with more white. */
function shaded(color: string, name: string, text: string): string {
  if (name.includes(' ') || !(PALE.test(text) || DARK.test(text))) return color
  const towards = PALE.test(text) ? 255 : 0
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const mixed = parts.map((value) => Math.round(value + (towards - value) * 0.45))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function formatPreset(preset: MaterialName): string {
  const [kind, kindOf] = preset.split('_')
  return PRESET_LABELS[preset] ?? (kindOf ? `${kindOf} ${kind}` : kind)
}
const PRESET_LABELS: Partial<Record<MaterialName, string>> = {
  boards_oak: 'oak boards',
  boards_walnut: 'walnut boards',
  boards_pine: 'pine boards',
  parquet_oak: 'oak parquet',
  tile_grey: 'grey tiles',
  tile_white: 'white tiles',
  tile_slate: 'dark tiles',
  tile_sand: 'sand tiles',
  tile_terracotta: 'terracotta tiles',
  stone_wall: 'natural stone',
  stone_paving: 'stone paving',
  roof_terracotta: 'clay roof tiles',
  roof_tiles_dark: 'dark roof tiles',
  roof_slate: 'slate',
  roof_metal: 'standing seam metal',
  wood_oak: 'oak',
  wood_walnut: 'walnut',
  wood_pine: 'pine',
  cladding_larch: 'larch cladding',
  cladding_dark: 'dark timber cladding',
  brick_white: 'whitewashed brick',
}
/** Materials and colours for a reply about one that does not exist. */
export const KNOWN_LOOKS =
  'Floors can be oak, walnut or pine boards, parquet, tiles, carpet, stone or concrete; walls and facades plaster, brick, stone, wood or any colour by its name or as #rrggbb; roofs clay or dark tiles, slate or metal.'

/** Patterns of surfaces; `architect/assets/textures` draws them. */
export const TEXTURE_NAMES = [
  'plaster',
  'concrete',
  'stone',
  'stone_wall',
  'stone_paving',
  'brick',
  'grain',
  'boards',
  'parquet',
  'cladding',
  'tiles_300',
  'tiles_600',
  'roof_tiles',
  'slates',
  'standing_seams',
  'carpet',
  'grass',
  'gravel',
  'asphalt',
  'leaves',
] as const
export type TextureName = (typeof TEXTURE_NAMES)[number]

/** The look of a surface, in the terms of glTF's metallic-roughness materials. */
export interface Material {
  /** `#rrggbb`, sRGB. */
  color: string
  /** 0 a mirror, 1 chalk. */
  roughness: number
  /** 0 or 1; between them only for worn metal. */
  metallic: number
  /** Share of light that passes through; above 0 the material is glass. */
  transmission: number
  /** The pattern in which the colour varies; absent: one colour. */
  texture?: TextureName
}

export interface MaterialPreset extends Material {
  label: string
}

const matt = (
  label: string,
  color: string,
  roughness = 0.9,
  texture?: TextureName,
): MaterialPreset => ({
  label,
  color,
  roughness,
  metallic: 0,
  transmission: 0,
  ...(texture && { texture }),
})
const metal = (
  label: string,
  color: string,
  roughness: number,
  texture?: TextureName,
): MaterialPreset => ({
  label,
  color,
  roughness,
  metallic: 1,
  transmission: 0,
  ...(texture && { texture }),
})

/** Named looks in muted colours that go together. */
const MATERIAL_PRESETS = {
  plaster_white: matt('White plaster', '#f4f1ea', 0.9, 'plaster'),
  plaster_warm: matt('Warm plaster', '#e9dfcf', 0.9, 'plaster'),
  plaster_grey: matt('Grey plaster', '#cfd0cd', 0.9, 'plaster'),
  paint_sage: matt('Sage paint', '#b7c2ab', 0.7),
  paint_blue: matt('Blue paint', '#a9bccb', 0.7),
  paint_clay: matt('Clay paint', '#cf9f83', 0.7),
  paint_charcoal: matt('Charcoal paint', '#4a4d50', 0.7),
  brick_red: matt('Red brick', '#a65f4b', 0.9, 'brick'),
  brick_white: matt('Whitewashed brick', '#dcd3c8', 0.9, 'brick'),
  concrete: matt('Concrete', '#b3b1ac', 0.8, 'concrete'),
  stone: matt('Stone', '#a79f92', 0.85, 'stone'),
  wood_oak: matt('Oak', '#c9a274', 0.6, 'grain'),
  wood_walnut: matt('Walnut', '#7b5638', 0.6, 'grain'),
  wood_pine: matt('Pine', '#dcbd8a', 0.65, 'grain'),
  wood_white: matt('White lacquer', '#f2f0ec', 0.4),
  cladding_dark: matt('Dark timber cladding', '#57483c', 0.8, 'cladding'),
  tile_white: matt('White tiles', '#eceeed', 0.25, 'tiles_300'),
  tile_grey: matt('Grey tiles', '#9da1a3', 0.3, 'tiles_600'),
  tile_terracotta: matt('Terracotta tiles', '#bf7453', 0.6, 'tiles_300'),
  carpet_grey: matt('Grey carpet', '#a8a6a3', 1, 'carpet'),
  fabric_linen: matt('Linen', '#d8cdbb', 1),
  fabric_blue: matt('Blue fabric', '#5f7590', 1),
  fabric_green: matt('Green fabric', '#6f8468', 1),
  fabric_charcoal: matt('Charcoal fabric', '#55565a', 1),
  roof_slate: matt('Slate', '#5d646b', 0.7, 'slates'),
  roof_terracotta: matt('Clay roof tiles', '#b06a4b', 0.8, 'roof_tiles'),
  roof_metal: metal('Standing seam metal', '#7d858b', 0.5, 'standing_seams'),
  steel: metal('Brushed steel', '#b9bdc0', 0.35),
  brass: metal('Brass', '#c6a25a', 0.35),
  black_metal: metal('Black metal', '#2e3033', 0.5),
  ceramic: matt('White ceramic', '#f6f6f4', 0.15),
  glass: { label: 'Glass', color: '#dfeaf0', roughness: 0.05, metallic: 0, transmission: 0.95 },
  mirror: metal('Mirror', '#e6eaec', 0.02),
  plant: matt('Leaves', '#5f8350', 0.9, 'leaves'),
  soil: matt('Soil', '#5a4636', 1),
  grass: matt('Grass', '#93a873', 1, 'grass'),
  boards_oak: matt('Oak boards', '#c9a274', 0.6, 'boards'),
  boards_walnut: matt('Walnut boards', '#7b5638', 0.6, 'boards'),
  boards_pine: matt('Pine boards', '#dcbd8a', 0.65, 'boards'),
  parquet_oak: matt('Oak parquet, herringbone', '#c2996a', 0.55, 'parquet'),
  cladding_larch: matt('Larch cladding', '#b98d5f', 0.8, 'cladding'),
  tile_slate: matt('Dark floor tiles', '#5b5f63', 0.4, 'tiles_600'),
  tile_sand: matt('Sand floor tiles', '#cfc4b2', 0.4, 'tiles_600'),
  stone_wall: matt('Natural stone wall', '#a89d8c', 0.9, 'stone_wall'),
  stone_paving: matt('Stone paving', '#b5aea2', 0.85, 'stone_paving'),
  roof_tiles_dark: matt('Dark roof tiles', '#5a5350', 0.75, 'roof_tiles'),
  gravel: matt('Gravel', '#b9b2a6', 1, 'gravel'),
  asphalt: matt('Asphalt', '#6b6c6e', 0.95, 'asphalt'),
} as const satisfies Record<string, MaterialPreset>

export type MaterialName = keyof typeof MATERIAL_PRESETS
export const MATERIAL_NAMES = Object.keys(MATERIAL_PRESETS) as MaterialName[]

/**
 * The look that a node gives one of its faces: a preset, a colour, or a preset in another colour.
 */
export interface Finish {
  preset?: MaterialName
  /** `#rrggbb`. */
  color?: string
}

/** The look of a finish; what it leaves open comes from the preset `usual`. */
export function materialOf(finish: Finish | undefined, usual: MaterialName): Material {
  const preset: MaterialPreset = MATERIAL_PRESETS[finish?.preset ?? usual]
  const { color, roughness, metallic, transmission, texture } = preset
  const own = { color: finish?.color ?? color, roughness, metallic, transmission }
  return texture ? { ...own, texture } : own
}

/** Patterns within one piece of a material; others are laid in pieces with joints. */
const IS_WITHIN_A_PIECE: Record<TextureName, boolean> = {
  plaster: true,
  concrete: true,
  stone: true,
  stone_wall: false,
  stone_paving: false,
  brick: false,
  grain: true,
  boards: false,
  parquet: false,
  cladding: false,
  tiles_300: false,
  tiles_600: false,
  roof_tiles: false,
  slates: false,
  standing_seams: false,
  carpet: true,
  grass: true,
  gravel: true,
  asphalt: true,
  leaves: true,
}

/** The material of one piece, such as furniture: without the joints of what is laid. */
export function asOnePiece({ texture, ...plain }: Material): Material {
  return texture && IS_WITHIN_A_PIECE[texture] ? { ...plain, texture } : plain
}

/** The material of a floor: wood is laid in boards. */
export function asFloor(material: Material): Material {
  return material.texture === 'grain' ? { ...material, texture: 'boards' } : material
}

/**
 * The preset with exactly this look, else the first one that differs in its pattern alone, as that
 * of furniture does; null for a look in another colour.
 */
export function presetOf(material: Material): MaterialName | null {
  const isAlike = (preset: Material) =>
    preset.color === material.color &&
    preset.roughness === material.roughness &&
    preset.metallic === material.metallic &&
    preset.transmission === material.transmission
  const alike = MATERIAL_NAMES.filter((name) => isAlike(MATERIAL_PRESETS[name]))
  const textureOf = (name: MaterialName) => (MATERIAL_PRESETS[name] as MaterialPreset).texture
  return alike.find((name) => textureOf(name) === material.texture) ?? alike[0] ?? null
}

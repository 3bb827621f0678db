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
}

export interface MaterialPreset extends Material {
  label: string
}

const matt = (label: string, color: string, roughness = 0.9): MaterialPreset => ({
  label,
  color,
  roughness,
  metallic: 0,
  transmission: 0,
})
const metal = (label: string, color: string, roughness: number): MaterialPreset => ({
  label,
  color,
  roughness,
  metallic: 1,
  transmission: 0,
})

/** Named looks in muted colours that go together. */
const MATERIAL_PRESETS = {
  plaster_white: matt('White plaster', '#f4f1ea'),
  plaster_warm: matt('Warm plaster', '#e9dfcf'),
  plaster_grey: matt('Grey plaster', '#cfd0cd'),
  paint_sage: matt('Sage paint', '#b7c2ab', 0.7),
  paint_blue: matt('Blue paint', '#a9bccb', 0.7),
  paint_clay: matt('Clay paint', '#cf9f83', 0.7),
  paint_charcoal: matt('Charcoal paint', '#4a4d50', 0.7),
  brick_red: matt('Red brick', '#a65f4b'),
  brick_white: matt('Whitewashed brick', '#dcd3c8'),
  concrete: matt('Concrete', '#b3b1ac', 0.8),
  stone: matt('Stone', '#a79f92', 0.85),
  wood_oak: matt('Oak', '#c9a274', 0.6),
  wood_walnut: matt('Walnut', '#7b5638', 0.6),
  wood_pine: matt('Pine', '#dcbd8a', 0.65),
  wood_white: matt('White lacquer', '#f2f0ec', 0.4),
  cladding_dark: matt('Dark timber cladding', '#57483c', 0.8),
  tile_white: matt('White tiles', '#eceeed', 0.25),
  tile_grey: matt('Grey tiles', '#9da1a3', 0.3),
  tile_terracotta: matt('Terracotta tiles', '#bf7453', 0.6),
  carpet_grey: matt('Grey carpet', '#a8a6a3', 1),
  fabric_linen: matt('Linen', '#d8cdbb', 1),
  fabric_blue: matt('Blue fabric', '#5f7590', 1),
  fabric_green: matt('Green fabric', '#6f8468', 1),
  fabric_charcoal: matt('Charcoal fabric', '#55565a', 1),
  roof_slate: matt('Slate', '#5d646b', 0.7),
  roof_terracotta: matt('Clay roof tiles', '#b06a4b', 0.8),
  roof_metal: metal('Standing seam metal', '#7d858b', 0.5),
  steel: metal('Brushed steel', '#b9bdc0', 0.35),
  brass: metal('Brass', '#c6a25a', 0.35),
  black_metal: metal('Black metal', '#2e3033', 0.5),
  ceramic: matt('White ceramic', '#f6f6f4', 0.15),
  glass: { label: 'Glass', color: '#dfeaf0', roughness: 0.05, metallic: 0, transmission: 0.95 },
  mirror: metal('Mirror', '#e6eaec', 0.02),
  plant: matt('Leaves', '#5f8350', 0.9),
  soil: matt('Soil', '#5a4636', 1),
  grass: matt('Grass', '#93a873', 1),
  asphalt: matt('Asphalt', '#6b6c6e', 0.95),
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
  const { color, roughness, metallic, transmission } = MATERIAL_PRESETS[finish?.preset ?? usual]
  return { color: finish?.color ?? color, roughness, metallic, transmission }
}

/** The first preset with exactly this look; null for a look in another colour. */
export function presetOf(material: Material): MaterialName | null {
  const isAlike = (preset: Material) =>
    preset.color === material.color &&
    preset.roughness === material.roughness &&
    preset.metallic === material.metallic &&
    preset.transmission === material.transmission
  return MATERIAL_NAMES.find((name) => isAlike(MATERIAL_PRESETS[name])) ?? null
}

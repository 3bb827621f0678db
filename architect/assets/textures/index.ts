import type { TextureName } from '../../scene/materials.ts'
import { brick, stonePaving, stoneWall, tiles300, tiles600 } from './masonry.ts'
import { roofTiles, slates, standingSeams } from './roofs.ts'
import { asphalt, carpet, concrete, grass, gravel, leaves, plaster, stone } from './surfaces.ts'
import type { Texture } from './texture.ts'
import { boards, cladding, grain, parquet } from './wood.ts'

/** The texture of each name. */
export const TEXTURES: Record<TextureName, Texture> = {
  plaster,
  concrete,
  stone,
  stone_wall: stoneWall,
  stone_paving: stonePaving,
  brick,
  grain,
  boards,
  parquet,
  cladding,
  tiles_300: tiles300,
  tiles_600: tiles600,
  roof_tiles: roofTiles,
  slates,
  standing_seams: standingSeams,
  carpet,
  grass,
  gravel,
  asphalt,
  leaves,
}

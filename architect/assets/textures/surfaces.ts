import { noise, setTexel, type Texture } from './texture.ts'

/** Noise of several sizes over a square of `size` metres: cells a repeat, and their strength. */
function mottled(
  size: number,
  pixels: number,
  layers: readonly (readonly [cells: number, strength: number])[],
  seed: number,
): Texture {
  return {
    repeat: [size, size],
    pixels: [pixels, pixels],
    at(u, v, texel) {
      let sum = 0
      for (let i = 0; i < layers.length; i++) {
        const cells = layers[i][0]
        const scale = cells / size
        sum += noise(u * scale, v * scale, cells, cells, seed + i) * layers[i][1]
      }
      setTexel(texel, 1 + sum, 0, Math.max(0, sum) * 0.01)
    },
  }
}

export const plaster = mottled(
  1,
  128,
  [
    [5, 0.008],
    [60, 0.012],
  ],
  101,
)
export const concrete = mottled(
  3,
  256,
  [
    [7, 0.05],
    [40, 0.03],
    [120, 0.03],
  ],
  103,
)
export const stone = mottled(
  1,
  128,
  [
    [8, 0.06],
    [60, 0.06],
  ],
  105,
)
export const carpet = mottled(
  0.5,
  128,
  [
    [6, 0.02],
    [64, 0.09],
  ],
  107,
)
export const asphalt = mottled(
  1,
  128,
  [
    [4, 0.03],
    [64, 0.14],
  ],
  109,
)
export const gravel = mottled(
  1,
  128,
  [
    [40, 0.2],
    [64, 0.12],
  ],
  111,
)
export const leaves = mottled(
  1,
  128,
  [
    [8, 0.12],
    [20, 0.2],
    [48, 0.14],
  ],
  113,
)

/** Grass varies in broad patches, and little from blade to blade: from afar it is even. */
const patches = mottled(
  6,
  256,
  [
    [5, 0.06],
    [17, 0.05],
    [110, 0.07],
  ],
  117,
)
export const grass: Texture = {
  ...patches,
  at(u, v, texel) {
    patches.at(u, v, texel)
    // Dry patches are yellower.
    const dry = noise(u * (4 / 6), v * (4 / 6), 4, 4, 121) * 0.05
    texel.r += dry
    texel.b -= dry
  },
}

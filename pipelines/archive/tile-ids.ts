/** First id of a zoom: the tiles of all lower zooms come before it. */
export function firstTileId(z: number): number {
  return (4 ** z - 1) / 3
}

/** PMTiles id of a tile: zooms in order, the Hilbert curve within a zoom (spec 3.6, section 4.1). */
export function tileId(z: number, x: number, y: number): number {
  let along = 0
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const right = (x & side) === 0 ? 0 : 1
    const below = (y & side) === 0 ? 0 : 1
    along += side * side * ((3 * right) ^ below)
    if (below === 0) {
      if (right === 1) {
        x = side - 1 - x
        y = side - 1 - y
      }
      const swap = x
      x = y
      y = swap
    }
  }
  return firstTileId(z) + along
}

/** The tile of an id: the inverse of `tileId`. */
export function tileOf(id: number): [z: number, x: number, y: number] {
  let z = 0
  while (firstTileId(z + 1) <= id) z++
  let along = id - firstTileId(z)
  let x = 0
  let y = 0
  for (let side = 1; side < 2 ** z; side *= 2) {
    const quarter = along % 4
    const right = quarter >> 1
    const below = (quarter & 1) ^ right
    if (below === 0) {
      if (right === 1) {
        x = side - 1 - x
        y = side - 1 - y
      }
      const swap = x
      x = y
      y = swap
    }
    x += side * right
    y += side * below
    along = Math.floor(along / 4)
  }
  return [z, x, y]
}

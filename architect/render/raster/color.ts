/** Red, green and blue as light, 0 to 1 and over: not sRGB, so that it may be added. */
export type Light = readonly [r: number, g: number, b: number]

/**
 * Light under this is unchanged; brighter light is compressed under 1, so that nothing burns out.
 */
const SHOULDER = 0.7
/** The table from light to bytes: so many steps of 1, up to this much light. */
const STEPS = 4096
const MOST = 4
const bytes = Uint8Array.from({ length: STEPS * MOST + 1 }, (_, step) => {
  const light = step / STEPS
  const over = (light - SHOULDER) / (1 - SHOULDER)
  const pressed = over <= 0 ? light : SHOULDER + (1 - SHOULDER) * (1 - Math.exp(-over))
  const share = pressed <= 0.0031308 ? pressed * 12.92 : 1.055 * pressed ** (1 / 2.4) - 0.055
  return Math.round(share * 255)
})

/** The light of a `#rrggbb`. */
export function lightOf(color: string): Light {
  const byte = (from: number): number => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [byte(1), byte(3), byte(5)]
}

/** The sRGB byte of one channel of light. */
export function byteOf(light: number): number {
  return light >= MOST ? 255 : bytes[(light * STEPS) | 0]
}

/** Red, green and blue of a `#rrggbb`, 0 to 255. */
export function bytesOf(color: string): [r: number, g: number, b: number] {
  const byte = (from: number): number => Number.parseInt(color.slice(from, from + 2), 16)
  return [byte(1), byte(3), byte(5)]
}

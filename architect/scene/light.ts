/** Red, green and blue as light, 0 to 1 and over: not sRGB, so that it may be added. */
export type Light = readonly [r: number, g: number, b: number]

/** The light of a `#rrggbb`. */
export function lightOf(color: string): Light {
  const byte = (from: number): number => {
    const share = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [byte(1), byte(3), byte(5)]
}

/** The sRGB byte of one channel of light from 0 to 1; brighter light is 255. */
export function srgbByte(light: number): number {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, share)) * 255)
}

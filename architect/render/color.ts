/** Red, green and blue as light, 0 to 1 and over: not sRGB, so that it may be added. */
export type Light = readonly [r: number, g: number, b: number]

/** Steps of the table from light to bytes. */
const STEPS = 4096
const bytes = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
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

/** Light under this is kept as it is; what is brighter is pressed under 1, so that nothing burns out. */
const SHOULDER = 0.7

/** The sRGB byte of one channel of light. */
export function byteOf(light: number): number {
  const pressed =
    light <= SHOULDER
      ? light
      : SHOULDER + (1 - SHOULDER) * (1 - Math.exp((SHOULDER - light) / (1 - SHOULDER)))
  return bytes[(pressed * STEPS) | 0]
}

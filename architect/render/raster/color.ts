import { srgbByte } from '../../scene/light.ts'

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
  return srgbByte(pressed)
})

/** The sRGB byte of one channel of light. */
export function byteOf(light: number): number {
  return light >= MOST ? 255 : bytes[(light * STEPS) | 0]
}

/** Red, green and blue of a `#rrggbb`, 0 to 255. */
export function bytesOf(color: string): [r: number, g: number, b: number] {
  const byte = (from: number): number => Number.parseInt(color.slice(from, from + 2), 16)
  return [byte(1), byte(3), byte(5)]
}

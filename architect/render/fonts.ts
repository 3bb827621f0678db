import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'

/**
 * Inter comes in one file a script, which are searched for a letter in this order. Fonts of the
 * machine are not used, so that pictures are the same everywhere.
 */
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']
const WEIGHTS = [400, 600]

let families: string | undefined

/** A CSS font of Inter: registers its files once a thread. */
export function inter(pixels: number, weight: 400 | 600 = 400): string {
  families ??= registered()
  const list = families.replaceAll('WEIGHT', String(weight))
  return `${pixels}px ${list}`
}

function registered(): string {
  for (const script of SCRIPTS) {
    for (const weight of WEIGHTS) {
      const file = import.meta.resolve(
        `@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`,
      )
      GlobalFonts.registerFromPath(fileURLToPath(file), `Plat ${script} ${weight}`)
    }
  }
  return SCRIPTS.map((script) => `"Plat ${script} WEIGHT"`).join(', ')
}

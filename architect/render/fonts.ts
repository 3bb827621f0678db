import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'

/**
 * Inter comes in one file a script, which are searched for a letter in this order. Fonts of the
 * machine are not used, so that pictures are the same everywhere: `letters.ts` replaces the
 * characters that these files lack.
 */
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']
const WEIGHTS = [400, 600] as const

let families: string | undefined

/** A CSS font of Inter: registers its files once a thread. */
export function inter(pixels: number, weight: 400 | 600 = 400): string {
  families ??= registered()
  const list = families.replaceAll('WEIGHT', String(weight))
  return `${pixels}px ${list}`
}

/** Prepares a context for texts without ligatures, whose letters no PDF could be searched for. */
export function setLetters(context: SKRSContext2D): void {
  context.letterSpacing = '0.001px'
}

/** Letters are measured at this size in pixels, where their widths are not rounded. */
export const MEASURED_PX = 100
/** Widths of texts that are stored: a large plan has 2,000 texts. */
const WIDTHS_MAX = 5_000
const widths = new LRUCache<string, number>({ max: WIDTHS_MAX })
let measuring: SKRSContext2D | undefined

/** Width of a text as a multiple of the size of its letters. */
export function widthOfText(text: string, weight: 400 | 600 = 400): number {
  const key = `${weight} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (!measuring) {
    measuring = createCanvas(1, 1).getContext('2d')
    setLetters(measuring)
  }
  measuring.font = inter(MEASURED_PX, weight)
  const width = measuring.measureText(text).width / MEASURED_PX
  widths.set(key, width)
  return width
}

/** The files of Inter in the package, in the order of scripts, in both weights. */
export const fontFiles = (): { path: string; family: string; weight: 400 | 600 }[] =>
  SCRIPTS.flatMap((script) =>
    WEIGHTS.map((weight) => {
      const file = `@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`
      const path = fileURLToPath(import.meta.resolve(file))
      return { path, family: `Plat ${script} ${weight}`, weight }
    }),
  )

function registered(): string {
  for (const { path, family } of fontFiles()) GlobalFonts.registerFromPath(path, family)
  return SCRIPTS.map((script) => `"Plat ${script} WEIGHT"`).join(', ')
}

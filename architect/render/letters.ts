import { REPLACEMENT, safeText } from '../scene/safe-text.ts'

/**
 * First and last of the characters that the files of Inter in `fonts.ts` have, in both weights, as
 * hexadecimal numbers: Latin, Greek and Cyrillic. A test holds them against the files.
 */
const RANGES =
  '20-7e a0-ac ae-148 14a-1c3 1c5-254 256-27b 27e-284 286-290 292-2a4 2a6-2cc 2ce-2d7 2da ' +
  '2dc-2ff 374-376 37a-37f 384-38a 38c 38e-3a1 3a3-3d7 3dc-3dd 3f0-3f6 3f9-3fa 3fc-45f 490-491 ' +
  '4b0-4b1 1e00-1e9b 1e9d-1eff 2009 2013-2014 2018-201a 201c-201e 2020 2022 2026 2032-2033 ' +
  '2039-203a 2044 20a0-20af 20b1-20b5 20b8-20ba 20bc-20bf 2113 2116 2122 2191 2193 2212'

const LETTERS = new Set(
  RANGES.split(' ').flatMap((range) => {
    const [first, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, k) => first + k)
  }),
)

/** True for a character that the program's fonts have. */
export const isDrawable = (character: string): boolean => LETTERS.has(character.codePointAt(0)!)

/**
 * The text as drawings show it, the same on every machine: `REPLACEMENT` stands for each character
 * that the program's fonts lack (one for a letter with its combining marks), as fonts of the
 * machine are not used.
 */
export function drawableText(text: string): string {
  const clusters = safeText(text)
    .normalize('NFC')
    .match(/\P{M}\p{M}*|\p{M}+/gu)
  return (clusters ?? [])
    .map((cluster) => ([...cluster].every(isDrawable) ? cluster : REPLACEMENT))
    .join('')
}

/** A name as drawings show it; `otherwise` where no letter or digit of it can be drawn. */
export function drawableName(name: string | undefined, otherwise: string): string {
  const shown = drawableText(name ?? '').trim()
  return /[\p{L}\p{N}]/u.test(shown) ? shown : otherwise
}

import { compareText } from '../../layers/text-order.ts'

/** Orders names by the numbers in them: `page_2` before `page_10`. */
export function comparePages(one: string, other: string): number {
  return compareText(padded(one), padded(other))
}

/** The name that pages of one answer share: `page_#` for `page_2`. */
export function pagelessName(name: string): string {
  return name.replace(/\d+/g, '#')
}

const padded = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'))

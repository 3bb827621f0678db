import { compareText } from '../../values/text-order.ts'

/** Orders names by the numbers in them: `page_2` before `page_10`. */
export function comparePages(one: string, other: string): number {
  return compareText(padded(one), padded(other))
}

/**
 * Groups items by the answer that they are pages of, by their names alone, each group in page
 * order: names that differ in one number, which counts from 0 or 1 without a gap. `lots_2020` and
 * `lots_2021` are two answers, as are `page_1` and `page_3`.
 */
export function groupPages<T>(items: readonly T[], nameOf: (item: T) => string): T[][] {
  const alike = Map.groupBy(items, (item) => nameOf(item).replace(/\d+/g, '#'))
  return [...alike.values()].flatMap((group) => {
    const at = lastDifference(group.map((item) => numbersIn(nameOf(item))))
    const pages = Map.groupBy(group, (item) => numbersIn(nameOf(item)).toSpliced(at, 1).join(' '))
    return [...pages.values()].flatMap((answer) => {
      const ordered = answer.toSorted((a, b) => comparePages(nameOf(a), nameOf(b)))
      const isCounted = areCounted(ordered.map((item) => Number(numbersIn(nameOf(item))[at])))
      return isCounted ? [ordered] : ordered.map((item) => [item])
    })
  })
}

/** The place of the last number in which names differ; of the first one where none does. */
function lastDifference(names: readonly string[][]): number {
  const [first] = names
  return Math.max(
    0,
    first.findLastIndex((number, i) => names.some((each) => each[i] !== number)),
  )
}

function areCounted(numbers: readonly number[]): boolean {
  return numbers[0] <= 1 && numbers.every((number, i) => number === numbers[0] + i)
}

const numbersIn = (name: string) => name.match(/\d+/g) ?? []
const padded = (name: string) => name.replace(/\d+/g, (digits) => digits.padStart(12, '0'))

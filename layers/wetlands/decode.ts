import {
  CLASSES,
  CLASSES_OF,
  type ClassCode,
  MODIFIERS,
  SYSTEMS,
  type SystemCode,
  WATER_REGIMES,
} from './cowardin-codes.ts'

/** One of the classes that a code names; a code of mixed classes names the larger one first. */
export interface CowardinPart {
  system: SystemCode
  /** Digit of the subsystem; null in the palustrine system, which has none, and where left out. */
  subsystem: string | null
  /** Null where the code ends at the system: `L1H`, `Pf`. */
  class: ClassCode | null
  /** Digits: two of them where subclasses are mixed, `FO4/1`. */
  subclasses: string[]
}

export interface Cowardin {
  /** Never empty, the first is the larger. */
  parts: CowardinPart[]
  /** A letter of `WATER_REGIMES`. */
  waterRegime: string | null
  /** Signs of `MODIFIERS`, in the code's order. */
  modifiers: string[]
  /** The end of the code that no list has; the part before it is understood. */
  unread: string
  /** True when digits zero were read as letters O: `PF01E`. */
  isCorrected: boolean
}

/** At a class, F0 and 0W can only be FO and OW. After it, `F0` is a water regime and "fresh". */
const ZERO_IN_CLASS = /(^[MERLP][1-5]?|\/(?:[MERLP][1-5]?)?)(F0|0W)/g
const SYSTEM = /([MERLP])([1-5])?/y
const CLASS = new RegExp(`(${Object.keys(CLASSES).join('|')})([1-9])?`, 'y')
const ONLY_SUBCLASS = /([1-9])(?![0-9])/y

/**
 * Decodes a Cowardin code of the National Wetlands Inventory: `PFO4/1Eh`, `PSS1/EM1C`, `PFO/SS1A`,
 * `E2EM1P6d`, `Pf`. Null where no system can be read, or neither a class nor a sound end after it:
 * nothing is guessed from such a code.
 */
export function decodeCowardin(code: string): Cowardin | null {
  const written = code.replaceAll(/\s/g, '')
  const text = written.replaceAll(
    ZERO_IN_CLASS,
    (_, before, letters: string) => `${before}${letters.replace('0', 'O')}`,
  )
  const scan = new Scan(text)
  const parts = readParts(scan)
  if (!parts) return null
  const [regime] = scan.take(/[A-Z]/y) ?? [null]
  const waterRegime = regime !== null && Object.hasOwn(WATER_REGIMES, regime) ? regime : null
  if (regime !== null && waterRegime === null) scan.back()
  const modifiers: string[] = []
  for (let sign = scan.peek(); Object.hasOwn(MODIFIERS, sign); sign = scan.peek()) {
    modifiers.push(sign)
    scan.skip()
  }
  const unread = scan.rest()
  if (parts[0].class === null) {
    // `L1H`, `R4`, and `Pf` for farmed land are codes; other letters after a system are not a code.
    const isBare = waterRegime !== null || modifiers.length === 0 || modifiers.join() === 'f'
    if (unread !== '' || !isBare) return null
  }
  return { parts, waterRegime, modifiers, unread, isCorrected: text !== written }
}

/** True when the standard has every class in its system and every subclass in its class. */
export function isInStandard({ parts, unread }: Cowardin): boolean {
  return (
    unread === '' &&
    parts.every(({ system, subsystem, class: named, subclasses }) => {
      if (named === null) return true
      const allowed = CLASSES_OF[`${system}${subsystem ?? ''}`]
      return (
        allowed?.includes(named) === true &&
        subclasses.every((digit) => Object.hasOwn(CLASSES[named].subclasses, digit))
      )
    })
  )
}

/**
 * The code begins with its system; each `/` adds a subclass, a class, or a class of another system.
 */
function readParts(scan: Scan): CowardinPart[] | null {
  const first = readSystem(scan)
  if (!first) return null
  const parts = [{ ...first, ...readClass(scan) }]
  while (scan.peek() === '/') {
    scan.skip()
    const last = parts[parts.length - 1]
    const subclass = last.class === null ? null : scan.take(ONLY_SUBCLASS)
    if (subclass) {
      last.subclasses.push(subclass[1])
      continue
    }
    const { system, subsystem } = last
    const named = readClass(scan)
    if (named.class !== null) parts.push({ system, subsystem, ...named })
    else {
      // Class letters are tried before systems: `/EM1` is an emergent, not an estuarine, part.
      const other = readSystem(scan)
      if (!other) return null
      parts.push({ ...other, ...readClass(scan) })
    }
  }
  return parts
}

function readSystem(scan: Scan): Pick<CowardinPart, 'system' | 'subsystem'> | null {
  const found = scan.take(SYSTEM)
  if (!found) return null
  const system = found[1] as SystemCode
  const subsystem = found[2] ?? null
  if (subsystem !== null && !Object.hasOwn(SYSTEMS[system].subsystems, subsystem)) return null
  return { system, subsystem }
}

function readClass(scan: Scan): Pick<CowardinPart, 'class' | 'subclasses'> {
  const found = scan.take(CLASS)
  if (!found) return { class: null, subclasses: [] }
  return { class: found[1] as ClassCode, subclasses: found[2] ? [found[2]] : [] }
}

/** A position in a text, which moves past the matched parts. */
class Scan {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Matches the sticky pattern at the position and moves past it. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  peek(): string {
    return this.text.slice(this.at, this.at + 1)
  }

  skip(): void {
    this.at++
  }

  back(): void {
    this.at--
  }

  rest(): string {
    return this.text.slice(this.at)
  }
}

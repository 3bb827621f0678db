import { list, type Token, text } from './step-text.ts'

/**
 * The time in the header of every file. A scene has no date, and the same scene is to give the same
 * bytes: this is the start of the Unix epoch, which programs show as "no date".
 */
export const FIXED_TIME = '1970-01-01T00:00:00'

/** Characters of the data of one file; a furnished building of 800 nodes has 1.3 million. */
const FILE_CHARACTERS_MAX = 200_000_000

/** A scene that cannot be written as an IFC file, with the reason and what to do. */
export class IfcError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'IfcError'
  }
}

/** The lines of a STEP file (ISO 10303-21), numbered in the order in which they are added. */
export class StepFile {
  private readonly lines: string[] = []
  private readonly most: number
  private characters = 0
  private readonly known = new Map<string, Token>()

  /** `most` characters of data are accepted. */
  constructor(most = FILE_CHARACTERS_MAX) {
    this.most = most
  }

  /** Adds an instance and returns the reference to it. */
  add(type: string, ...values: Token[]): Token {
    const line = `${type}(${values.join(',')});`
    const count = this.lines.push(line)
    this.characters += line.length
    if (this.characters > this.most)
      throw new IfcError(
        `The IFC file would have more than ${this.most} characters. Delete fences and railings of many parts, or export a part of the scene.`,
      )
    return `#${count}` as Token
  }

  /** The instance with these values, added once: points, directions and other things without id. */
  shared(type: string, ...values: Token[]): Token {
    const key = `${type}(${values.join(',')})`
    const known = this.known.get(key)
    if (known) return known
    const added = this.add(type, ...values)
    this.known.set(key, added)
    return added
  }

  /** The whole file. `name` is that of the project. */
  text(name: string): string {
    const empty = list([text('')])
    const header = [
      `FILE_DESCRIPTION(${list([text('ViewDefinition [notYetAssigned]')])},${text('2;1')});`,
      `FILE_NAME(${text(name)},${text(FIXED_TIME)},${empty},${empty},${text('Plat Architect')},${text('Plat Architect')},${text('')});`,
      `FILE_SCHEMA(${list([text('IFC4')])});`,
    ]
    const data = this.lines.map((line, index) => `#${index + 1}=${line}`)
    return [
      'ISO-10303-21;',
      'HEADER;',
      ...header,
      'ENDSEC;',
      'DATA;',
      ...data,
      'ENDSEC;',
      'END-ISO-10303-21;',
      '',
    ].join('\n')
  }
}

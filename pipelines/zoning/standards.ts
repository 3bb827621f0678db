import type { PackValue } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { memberFile } from '../coverage.ts'
import type { TableFile } from '../partition.ts'
import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, loadCsv } from '../stages/csv.ts'
import type { Tally } from '../stages/tally.ts'
import { STANDARD_NUMBERS, type Standards, type StandardsLine } from './mapping.ts'
import { publishedText } from './published-text.ts'

/** Most lines of a dimensional table: no authority has more districts. */
const LINES_MAX = 5000

/** The dimensional values of a district's row. */
export type StandardValues = Record<string, PackValue>

/** Values of a row without a dimensional table, or without a line for its district. */
const NO_STANDARDS: StandardValues = {
  has_standards: false,
  ...Object.fromEntries(STANDARD_NUMBERS.map((name) => [name, null])),
  dimensional_note: null,
  dimensional_source_url: null,
  dimensional_source_section: null,
  dimensional_source_retrieved_at: null,
}

/** An authority's dimensional table by district code, and the districts looked up in it. */
export class DimensionalTable {
  private readonly lines: ReadonlyMap<string, StandardValues>
  private readonly used = new Set<string>()

  private constructor(lines: ReadonlyMap<string, StandardValues>) {
    this.lines = lines
  }

  /**
   * Reads the mapping's own lines, or the CSV. Throws `StepError` for one that is not as declared.
   */
  static async open(
    standards: Standards | null,
    file: TableFile | null,
    context: PartitionContext,
    tally: Tally,
  ): Promise<DimensionalTable> {
    if (standards === null) return new DimensionalTable(new Map())
    const lines =
      'districts' in standards
        ? Object.entries(standards.districts)
        : await readLines(standards, file, context, tally)
    const values = new Map<string, StandardValues>()
    for (const [district, line] of lines) {
      if (values.has(district)) tally.add('zoning.repeated_standards')
      else values.set(district, valuesOf(line, standards.source, tally))
    }
    return new DimensionalTable(values)
  }

  /**
   * The values for a polygon. When the map marks conditions of the polygon itself, the numbers of
   * its district do not apply as they are: they are null, and the note has the conditions.
   */
  valuesFor(district: string, conditions: string | null): StandardValues {
    this.used.add(district)
    const values = this.lines.get(district) ?? NO_STANDARDS
    if (conditions === null) return values
    const none = Object.fromEntries(STANDARD_NUMBERS.map((name) => [name, null]))
    return {
      ...values,
      ...none,
      dimensional_note: joinNotes([values.dimensional_note, conditions]),
    }
  }

  /** Whether the authority has a dimensional table. */
  get hasLines(): boolean {
    return this.lines.size > 0
  }

  /** Counts the lines that no district of the map uses. */
  countUnused(tally: Tally): void {
    const unused = [...this.lines.keys()].filter((district) => !this.used.has(district))
    tally.add('zoning.standards_without_district', unused.length)
  }
}

/** Values of a line. A cell in words is a conditional rule: null, and its words join the note. */
function valuesOf(line: StandardsLine, source: Standards['source'], tally: Tally): StandardValues {
  const notes: PackValue[] = [line.note]
  const numbers: StandardValues = {}
  for (const name of STANDARD_NUMBERS) {
    const cell = line[name]
    numbers[name] = typeof cell === 'number' ? cell : null
    if (typeof cell !== 'string') continue
    tally.add('zoning.standard_in_words')
    notes.push(`${name}: ${cell}`)
  }
  const note = joinNotes(notes)
  // The contract reads a null as a conditional rule: without a note the rule is unknown.
  if (note === null && Object.values(numbers).includes(null))
    tally.add('zoning.blank_standard_without_note')
  return {
    has_standards: true,
    ...numbers,
    dimensional_note: note,
    dimensional_source_url: source.url,
    dimensional_source_section: line.section ?? source.section,
    dimensional_source_retrieved_at: source.retrieved_at,
  }
}

/** The notes joined, each verbatim; null when there is none. */
function joinNotes(notes: readonly PackValue[]): string | null {
  const words = notes.filter((note) => note !== null)
  return words.length === 0 ? null : words.join(' | ')
}

async function readLines(
  standards: Extract<Standards, { columns: unknown }>,
  file: TableFile | null,
  context: PartitionContext,
  tally: Tally,
): Promise<[string, StandardsLine][]> {
  const fail = (problem: string) =>
    new StepError(
      'read the dimensional table',
      file ? `${file.asset} ${file.member}` : 'the partition',
      problem,
      'Correct "standards" in the partition file, or its columns in the mapping.',
    )
  if (!file) throw fail('the mapping reads it from a CSV, and the partition names none')
  const { staging } = context
  const path = await memberFile(file, context)
  const { district, note, section, ...numbers } = standards.columns
  const columns = Object.values(standards.columns).filter((column) => column !== null)
  const table = 'standard_lines'
  const names = await loadCsv(
    staging,
    { file: path, table, stat: 'zoning', columns, where: file.where },
    tally,
  )
  const result = await staging.runAndReadAll(
    `SELECT * EXCLUDE (line) FROM ${table} ORDER BY line LIMIT ${LINES_MAX + 1}`,
  )
  const rows = result.getRows() as (string | null)[][]
  if (rows.length > LINES_MAX) throw fail(`it has more than ${LINES_MAX} lines`)
  const place = (column: string | null) =>
    column === null ? -1 : names.indexOf(columnNamed(names, column)!)
  const [codeAt, noteAt, sectionAt] = [district, note, section].map(place)
  const places = STANDARD_NUMBERS.map((name) => [name, place(numbers[name])] as const)
  const lines: [string, StandardsLine][] = []
  for (const row of rows) {
    const read = (at: number) => (at === -1 ? null : publishedText(row[at], tally))
    const code = read(codeAt)
    if (code === null) {
      tally.add('zoning.standards_without_code')
      continue
    }
    const cells = Object.fromEntries(places.map(([name, at]) => [name, cellOf(read(at))]))
    lines.push([code, { ...cells, note: read(noteAt), section: read(sectionAt) } as StandardsLine])
  }
  return lines
}

/** `7,500` and `35.0` are numbers; anything else is words. */
function cellOf(text: string | null): number | string | null {
  if (text === null) return null
  const plain = text.replace(/(\d),(?=\d{3}\b)/g, '$1')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
}

/** A value of a STEP file, as ISO 10303-21 writes it. */
export type StepValue =
  | { kind: 'ref'; id: number }
  | { kind: 'string'; text: string }
  | { kind: 'real' | 'integer'; value: number }
  | { kind: 'enum'; name: string }
  | { kind: 'none' }
  | { kind: 'derived' }
  | { kind: 'typed'; type: string; value: StepValue }
  | { kind: 'list'; values: StepValue[] }

interface StepInstance {
  id: number
  type: string
  values: StepValue[]
}

/** A STEP file in its parts. `faults` are places that are not well-formed. */
export interface StepData {
  header: string[]
  instances: Map<number, StepInstance>
  faults: string[]
}

/** Reads the text of a STEP file by the rules of ISO 10303-21, and nothing of IFC. */
export function readStep(text: string): StepData {
  const faults: string[] = []
  const parts =
    /^ISO-10303-21;\nHEADER;\n([\s\S]*?)\nENDSEC;\nDATA;\n([\s\S]*?)\n?ENDSEC;\nEND-ISO-10303-21;\n$/.exec(
      text,
    )
  if (!parts) return { header: [], instances: new Map(), faults: ['has no header and data'] }
  if (/[^\n -~]/.test(text)) faults.push('has characters that are not printable ASCII')
  const instances = new Map<number, StepInstance>()
  for (const line of parts[2].split('\n').filter(Boolean)) {
    const head = /^#(\d+)=([A-Z][A-Z0-9]*)(\(.*\));$/.exec(line)
    if (!head) {
      faults.push(`has the line ${line.slice(0, 80)}`)
      continue
    }
    const id = Number(head[1])
    if (instances.has(id)) faults.push(`defines #${id} twice`)
    try {
      const reader = new ValueReader(head[3])
      const value = reader.value()
      if (!reader.isAtEnd || value.kind !== 'list') throw new Error('more than its values')
      instances.set(id, { id, type: head[2], values: value.values })
    } catch (error) {
      faults.push(`#${id} ${(error as Error).message}`)
    }
  }
  for (const { id, values } of instances.values())
    for (const ref of refsOf({ kind: 'list', values }))
      if (!instances.has(ref)) faults.push(`#${id} refers to #${ref}, which is not defined`)
  return { header: parts[1].split('\n'), instances, faults }
}

/** The references in a value, in their order. */
export function refsOf(value: StepValue): number[] {
  if (value.kind === 'ref') return [value.id]
  if (value.kind === 'typed') return refsOf(value.value)
  return value.kind === 'list' ? value.values.flatMap(refsOf) : []
}

class ValueReader {
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length
  }

  value(): StepValue {
    if (this.take(/\$/y)) return { kind: 'none' }
    if (this.take(/\*/y)) return { kind: 'derived' }
    if (this.take(/\(/y)) return { kind: 'list', values: this.values() }
    const ref = this.take(/#(\d+)/y)
    if (ref) return { kind: 'ref', id: Number(ref[1]) }
    const name = this.take(/\.([A-Z][A-Z0-9_]*)\./y)
    if (name) return { kind: 'enum', name: name[1] }
    const real = this.take(/-?\d+\.\d*(E-?\d+)?/y)
    if (real) return { kind: 'real', value: Number(real[0]) }
    const integer = this.take(/-?\d+/y)
    if (integer) return { kind: 'integer', value: Number(integer[0]) }
    const string = this.take(/'((?:[^']|'')*)'/y)
    if (string) return { kind: 'string', text: decoded(string[1]) }
    const type = this.take(/([A-Z][A-Z0-9]*)\(/y)
    if (!type) throw new Error(`has no value at ${this.text.slice(this.at, this.at + 40)}`)
    const [value, ...more] = this.values()
    if (more.length > 0) throw new Error(`has more than one value in ${type[1]}`)
    return { kind: 'typed', type: type[1], value }
  }

  private values(): StepValue[] {
    const values: StepValue[] = []
    if (this.take(/\)/y)) return values
    for (;;) {
      values.push(this.value())
      if (this.take(/\)/y)) return values
      if (!this.take(/,/y))
        throw new Error(`has no comma at ${this.text.slice(this.at, this.at + 40)}`)
    }
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }
}

function decoded(raw: string): string {
  const codes = (digits: string, width: number): string =>
    (digits.match(new RegExp(`.{${width}}`, 'g')) ?? [])
      .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .join('')
  return raw.replace(
    /''|\\\\|\\X2\\((?:[0-9A-F]{4})+)\\X0\\|\\X4\\((?:[0-9A-F]{8})+)\\X0\\|\\/g,
    (found, two?: string, four?: string) => {
      if (found === "''") return "'"
      if (found === '\\\\') return '\\'
      if (two) return codes(two, 4)
      if (four) return codes(four, 8)
      throw new Error(`has a lone backslash in ${raw}`)
    },
  )
}

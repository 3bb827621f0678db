/**
 * A word or a measure of a request. Lengths in metres, areas in square metres, angles in degrees.
 * `at` is the position of its first character.
 */
export type Token = { at: number; text: string } & (
  | { kind: 'word'; word: string }
  | { kind: 'number'; value: number }
  | { kind: 'length'; metres: number }
  | { kind: 'area'; metres2: number }
  | { kind: 'size'; metres: [number, number] }
  | { kind: 'angle'; degrees: number }
  | { kind: 'quote'; word: string }
  /** The end of a clause or sentence: `,` `;` `.` `:` or a new line. */
  | { kind: 'break'; mark: string }
)

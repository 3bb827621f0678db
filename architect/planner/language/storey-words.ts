const LEVELS: readonly [RegExp, number][] = [
  [/\b(?:second floor|2nd floor|third storey|attic)\b/, 2],
  [/\b(?:upstairs|upper (?:floor|storey|level|story)|first floor|1st floor|top floor)\b/, 1],
  [/\b(?:downstairs|ground (?:floor|storey|level|story)|main floor)\b/, 0],
  [/\b(?:basement|cellar)\b/, -1],
]

/** The index of the storey that a text names; null for none. */
export const levelIn = (text: string): number | null =>
  LEVELS.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** A length for a sentence: `3.2 m`. */
export const metres = (length: number): string => `${Number(length.toFixed(3))} m`

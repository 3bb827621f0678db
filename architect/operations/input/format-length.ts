/** A length for a message: `3.2 m`. */
export const formatLength = (length: number): string => `${Number(length.toFixed(3))} m`

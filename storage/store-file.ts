/** Marks a place as a store of Plat, with its format. */
export const STORE_FILE = 'store.json'
/** The format of stores. A program uses its own format only. */
export const STORE_FORMAT = 1

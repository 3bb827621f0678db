// Limits of the input of a turn. The reference states them.

/** Characters of the text of a turn, and of its instructions. */
export const INPUT_CHARACTERS_MAX = 32_000
/** Parts of the message that a turn is about. */
export const INPUT_PARTS_MAX = 16
/** Bytes of the pictures and files of a turn together, with those that are named by their ids. */
export const INPUT_BYTES_MAX = 20_000_000
/** Messages and other items of a request, and parts of an earlier message. */
export const INPUT_ITEMS_MAX = 1_000
/** Characters of the earlier messages that a turn has as its context: the latest that fit. */
export const CONTEXT_CHARACTERS_MAX = 32_000
/** Bytes of a request with such an input: the bytes in base64, and room for the rest. */
export const INPUT_BODY_BYTES_MAX = 30_000_000

/** What a person sent: text, and pictures and files in the order in which they came. */
export interface TurnInput {
  text: string
  parts: TurnPart[]
}

/** A picture or a file of an input. Its bytes are a blob, which the turn names. */
export interface TurnPart {
  kind: 'image' | 'file'
  /** Name of the file, or `image`. */
  name: string
  /** As its first bytes show, not as it was declared. */
  mediaType: string
  /** SHA-256 of the bytes. */
  blob: string
  bytes: number
}

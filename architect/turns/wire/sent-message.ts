/** A part of a message in the terms of both formats. */
export type SentPiece =
  | { kind: 'text'; text: string; param: string }
  | { kind: 'image'; name: string; source: PieceSource; param: string }
  | { kind: 'file'; name: string | null; source: PieceSource; param: string }

/** Bytes in base64, not decoded yet, or the id of a file. */
export type PieceSource = { base64: string } | { fileId: string }

/** A message in the terms of both formats. */
export interface SentMessage {
  role: 'instructions' | 'user' | 'assistant' | 'tool'
  pieces: SentPiece[]
  /** `input.0` */
  param: string
}

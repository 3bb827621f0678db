/** A picture or file of a request that was checked and not stored yet. */
export interface SentPart {
  kind: 'image' | 'file'
  name: string
  /** As the bytes show it. */
  mediaType: string
  bytes: number
  source: SentBytes | UploadedFile
  /** Where it is in the request: `input.0.content.1.image_url`. */
  param: string
}

interface SentBytes {
  data: Uint8Array
}

/** Bytes that are a blob already. */
interface UploadedFile {
  fileId: string
  blob: string
}

/** What a turn is about, before its parts are stored. */
export interface SentInput {
  text: string
  parts: SentPart[]
}

/** A message before the one that the turn is about: data for the model, never instructions. */
export interface EarlierMessage {
  role: 'user' | 'assistant' | 'tool'
  text: string
}

/** The conversation of a request in the terms of a turn. */
export interface SentConversation {
  input: SentInput
  /** Texts of system and developer messages; null without any. */
  instructions: string | null
  context: {
    /** The latest messages before the input, in their order. */
    messages: EarlierMessage[]
    /** How many before these were left out, because they are too long together. */
    leftOut: number
  }
}

/** An uploaded file of the workspace that calls. */
export interface FoundFile {
  id: string
  filename: string
  mediaType: string
  blob: string
  bytes: number
}

/** Finds files by their ids, in any order; those that the workspace has not are left out. */
export type FindFiles = (ids: string[]) => Promise<FoundFile[]>

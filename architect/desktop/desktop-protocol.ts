// The loopback protocol of desktop import, see "Desktop import protocol" of the contract. The
// add-on has the same names and numbers in `blender/plat_import/protocol.py`.

export const GLB_TYPE = 'model/gltf-binary'
/** Bytes of a file: that of a building of 1,513 nodes has 1.7 MB, and 20,000 is the most. */
export const GLB_BYTES_MAX = 512 * 1024 * 1024

/** The answer of `GET /svc/health`. */
export interface Health {
  /** What receives: `blender`, or `folder` for `plat-architect receive`. */
  app: string
  /** Version of that program. */
  version: string
  /** Version of the add-on. */
  addon: string
  port: number
  /** Whether the origin of the request may send. */
  allowed: boolean
}

/** An import, as `POST /svc/import` and `GET /svc/import/{id}` answer. */
export interface ImportJob {
  id: string
  /** A job that waits and one that is worked on are `queued`. */
  state: 'queued' | 'done' | 'failed'
  summary?: ImportSummary
  error?: { code: string; message: string }
}

/** What an import has made. */
export interface ImportSummary {
  /** Nodes of the scene. */
  objects: number
  levels: number
  rooms: number
  /** Doors and windows that move. */
  clips: number
  /** Whether an earlier import of the project was replaced. */
  replaced: boolean
}

/** What a sender states about a file, from its headers. */
export interface SentFile {
  /** Name of the project; empty where the sender has given none. */
  name: string
  projectId: string | null
  version: string | null
}

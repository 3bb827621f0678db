// The answers of the routes of projects that the page reads; see architect/service/README.md.
import type { z } from 'zod'
import type { Severity } from '../../scene/issue.ts'
import type {
  Comparison,
  Project as ProjectAnswer,
  Version as VersionAnswer,
} from '../../service/answers.ts'

export type Project = z.infer<typeof ProjectAnswer>
export type Version = z.infer<typeof VersionAnswer>
export type Compared = z.infer<typeof Comparison>

export interface Level {
  id: string
  label?: string
  index: number
  elevation: number
  height: number
  rooms: number
}

export interface Zone {
  id: string
  levelId: string
  label?: string
  roomType: string
  exposure: 'inside' | 'covered' | 'outside'
  polygon: [number, number][]
  netArea: number
  grossArea: number
  clearHeight: number
  volume: number
  doors: { id: string }[]
  windows: string[]
}

/** Figures of a room in `quantities` by room. */
export interface RoomFigures {
  zoneId: string
  wallFaceArea: number
  floorArea: number
  windowArea: number
  lightRatio: number
}

export interface Wall {
  id: string
  left: string[]
  right: string[]
}

export interface FoundIssue {
  code: string
  severity: Severity
  nodeIds: string[]
  message: string
  at?: [number, number, number]
}

export interface Verified {
  ok: boolean
  counts: Record<Severity, number>
  issues: FoundIssue[]
  total?: number
  nextCursor?: string
}

export interface NodeAnswer {
  node: Record<string, unknown> & { id: string; kind: string; label?: string }
  derived: Record<string, unknown>
  relations: Record<string, unknown>
}

/** A node of a scene file, as far as the page reads it. */
export interface SceneNode {
  id: string
  kind: string
  label?: string
  parent: string | null
  finishes?: Record<string, { preset?: string; color?: string }>
  polygon?: [number, number][]
  [field: string]: unknown
}

import { z } from 'zod'
import { KINDS, type SceneNode } from '../scene/nodes.ts'

/** Fields that many answers have. */
export const idOut = () => z.string()
export const idField = idOut().describe('Id of the node')
export const labelField = z.string().optional().describe('Label, where it has one')
export const levelIdField = idOut().describe('Id of its level')
export const kindField = z.enum(KINDS).describe('Kind of the node')

/** The `label` of a node as a field to spread, left out where it has none. */
export const labelOf = ({ label }: SceneNode): { label?: string } =>
  label === undefined ? {} : { label }

/** Arguments that name a node by its id or by a label that only one node has. */
export const levelIdIn = z.string().max(120).optional()
export const zoneIdIn = z.string().max(120).optional()

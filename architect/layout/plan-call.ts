/** A call of an edit; ids that earlier calls return are named by `as`: `$hall.zoneId`. */
export interface PlanCall {
  tool: string
  as?: string
  arguments: Record<string, unknown>
}

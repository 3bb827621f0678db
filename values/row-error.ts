/**
 * A dirty row. It is set aside and counted under `stat` (for example `flood.unknown_zone`), with
 * the first message as the example. Any other error stops the run.
 */
export class RowError extends Error {
  readonly stat: string

  constructor(stat: string, message: string) {
    super(message)
    this.name = 'RowError'
    this.stat = stat
  }
}

/** A raster that cannot be read: broken, of another kind, or past a limit. */
export class RasterFault extends Error {
  /** The problem, as text that fits after the name of the file. */
  readonly problem: string

  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`${name} ${problem}`, options)
    this.name = 'RasterFault'
    this.problem = problem
  }
}

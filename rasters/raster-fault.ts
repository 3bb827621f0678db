/** A raster that is none of ours to read: broken, of another kind, or past a bound. */
export class RasterFault extends Error {
  /** What is wrong, in words that fit after the name of the file. */
  readonly problem: string

  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`${name} ${problem}`, options)
    this.name = 'RasterFault'
    this.problem = problem
  }
}

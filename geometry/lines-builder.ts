import type { Lines } from './lines.ts'
import { PartsBuilder } from './parts-builder.ts'

/** Builds `Lines` from lines in degrees; a line that is one point on the grid vanishes. */
export class LinesBuilder extends PartsBuilder {
  endLine(): void {
    this.finishLine()
  }

  finish(): Lines {
    return { coords: this.drawn(), lineEnds: new Uint32Array(this.partEnds) }
  }
}

import type { Lines } from './lines.ts'
import { PartsBuilder } from './parts-builder.ts'

/** Collects lines in degrees and gives `Lines`: those of one point on the grid vanish. */
export class LinesBuilder extends PartsBuilder {
  endLine(): void {
    this.finishLine()
  }

  finish(): Lines {
    return { coords: this.drawn(), lineEnds: new Uint32Array(this.partEnds) }
  }
}

import {
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBType,
} from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { CHUNK_ROWS, type ColumnBuffer } from './column-buffer.ts'

/** Appends rows to a table by whole chunks: fill the buffers of its columns, then call `add`. */
export class ChunkAppender {
  /** Rows of the chunk that is being filled: buffers take their values from this row on. */
  filled = 0
  private readonly appender: DuckDBAppender
  private readonly columns: { type: DuckDBType; buffer: ColumnBuffer }[]

  private constructor(
    appender: DuckDBAppender,
    columns: { type: DuckDBType; buffer: ColumnBuffer }[],
  ) {
    this.appender = appender
    this.columns = columns
  }

  /** The columns are those of the table, in its order. */
  static async create(
    connection: DuckDBConnection,
    table: string,
    columns: { type: DuckDBType; buffer: ColumnBuffer }[],
  ): Promise<ChunkAppender> {
    return new ChunkAppender(await connection.createAppender(table), columns)
  }

  /** Rows that the chunk still takes. */
  get room(): number {
    return CHUNK_ROWS - this.filled
  }

  /** Adds the rows that were put into the buffers; a full chunk goes to DuckDB. */
  added(rows: number): void {
    this.filled += rows
    if (this.room === 0) this.flush()
  }

  /** Sends the rows that are in the buffers to DuckDB. */
  flush(): void {
    if (this.filled === 0) return
    const types = this.columns.map(({ type }) => type)
    const chunk = DuckDBDataChunk.create(types, this.filled)
    this.columns.forEach(({ buffer }, i) => {
      buffer.flush(duckdb.data_chunk_get_vector(chunk.chunk, i), this.filled)
    })
    this.appender.appendDataChunk(chunk)
    this.filled = 0
  }

  finish(): void {
    this.flush()
    this.appender.closeSync()
  }
}

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

let instance: Promise<DuckDBInstance> | undefined

/**
 * Opens a connection to the one database of this thread that reads Parquet files, with one thread
 * and 1 GB of memory for all connections together. The caller closes it with `closeSync`. The
 * database stays open: to make and close one takes 60 ms of the processor, and a build reads each
 * table several times.
 */
export async function openReadingConnection(): Promise<DuckDBConnection> {
  instance ??= DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: '1GB',
    // It would go on to hold bytes of files that are read.
    enable_external_file_cache: 'false',
  })
  return (await instance).connect()
}

import type { OpenBuild } from '../catalog/build-folder.ts'
import { StepError } from '../terminal/step-error.ts'
import { damageRemedy } from './open-database.ts'

/** Kinds of errors of DuckDB by the start of their message, with what to do about each. */
const KINDS: readonly [message: RegExp, remedy: (build: OpenBuild) => string][] = [
  [/^(IO Error: Corrupt|Serialization Error)/, damageRemedy],
  [
    /^(INTERNAL|FATAL) Error/,
    ({ id }) =>
      `Run \`plat verify ${id}\`. Where it finds the build sound, the fault is DuckDB's: write the SQL in another way.`,
  ],
  [
    /read-only mode/,
    ({ paths }) =>
      `\`plat query\` reads a build and never changes it. To add or change tables, copy ${paths.databaseFile} and open the copy in DuckDB.`,
  ],
  [
    /^Permission Error|external access/,
    ({ paths }) =>
      `\`plat query\` reads the tables of the build and no other file. \`--out\` writes all rows to a file, \`--csv\` and \`--json\` print them. To join other files, open ${paths.databaseFile} in DuckDB.`,
  ],
  [
    /^Out of Memory Error/,
    ({ paths }) =>
      `Select fewer columns or rows, or aggregate them; or open ${paths.databaseFile} in DuckDB, which may use more memory.`,
  ],
]

const CORRECT_SQL = 'Correct the SQL; `plat query "FROM guide_tables"` lists tables and views.'

/** The error of a query that DuckDB refused or could not answer, with what to do about it. */
export function queryError(build: OpenBuild, cause: Error): StepError {
  const found = KINDS.find(([message]) => message.test(cause.message))
  const isDamaged = found?.[1] === damageRemedy
  const target = isDamaged ? build.paths.databaseFile : build.id
  const problem = isDamaged ? `is damaged: ${problemOf(cause)}` : problemOf(cause)
  return new StepError('query', target, problem, found?.[1](build) ?? CORRECT_SQL)
}

/** DuckDB's message with its hints, on one line; without the SQL that it repeats below. */
function problemOf({ message }: Error): string {
  const [problem] = message
    .replace('Failed to extract statements: ', '')
    .split(/\n\s*(?:LINE \d+:|Possible solutions:)/)
  return problem.replace(/\s*\n\s*/g, ' ').trim()
}

import { join } from 'node:path'
import type { Migrations } from '../../accounts/database/migrate.ts'

/** The tables of projects, beside those of the accounts. */
export const PROJECT_MIGRATIONS: Migrations = {
  folder: join(import.meta.dirname, 'migrations'),
  prefix: 'architect/',
}

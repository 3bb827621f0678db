import type { CommandOption } from '../terminal/command.ts'

/** The option of commands that use a store of builds. */
export const STORE_OPTION: Record<string, CommandOption> = {
  store: {
    type: 'string',
    value: 'place',
    help: 'a whole path or s3://bucket/prefix?endpoint=...&region=... (default: PLAT_STORE)',
  },
}

/** Options of commands that otherwise work on the home: one of them chooses the store. */
export const STORED_OPTIONS: Record<string, CommandOption> = {
  ...STORE_OPTION,
  stored: {
    type: 'boolean',
    help: 'the pin of the store of PLAT_STORE instead of that of the home',
  },
}

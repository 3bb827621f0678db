import packageFile from '../package.json' with { type: 'json' }

/** Version of the platform, from package.json. */
export const VERSION: string = packageFile.version

import packageFile from '../package.json' with { type: 'json' }

/** Version of the platform, as package.json says it. */
export const VERSION: string = packageFile.version

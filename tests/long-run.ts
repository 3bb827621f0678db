/**
 * Whether this is the long run, `npm run test:long`. A test file that imports this has a small size
 * for `npm test` and a full size for the long run, which runs it again.
 */
export const isLongRun = process.env.PLAT_TEST_LONG === '1'

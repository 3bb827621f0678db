import { execFile } from 'node:child_process'
import { StepError } from '../../terminal/step-error.ts'

/** Longest diff of two lock files. */
const DIFF_BYTES_MAX = 16e6

/**
 * Unified diff of a committed lock file and the text that would replace it, as `git apply` reads
 * it; empty for equal texts. Throws `StepError` where the program `diff` is missing.
 */
export function diffLock(id: string, file: string, proposed: string): Promise<string> {
  const path = `catalog/locks/${id}.json`
  const options = ['-u', '-L', `a/${path}`, '-L', `b/${path}`, file, '-']
  return new Promise((resolve, reject) => {
    const { stdin } = execFile('diff', options, { maxBuffer: DIFF_BYTES_MAX }, (error, text) => {
      // 1 means that the texts differ.
      if (error === null || error.code === 1) return resolve(text)
      const remedy = 'Install diffutils, or compare the files yourself.'
      reject(new StepError('compare the locks', file, 'diff failed', remedy, { cause: error }))
    })
    // A program that is missing reads nothing.
    stdin?.on('error', () => {})
    stdin?.end(proposed)
  })
}

import type { Api } from '../api.ts'

/** The account button and its dialog: not there yet, so that nothing is shown. */
export function mountAccount(_slot: HTMLElement, _api: Api): void {}

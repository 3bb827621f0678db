import type { Socket } from 'node:net'

/** The client of a request has left, so no answer is made. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'

  constructor() {
    super('The client has closed its connection.')
  }
}

/** True when nothing can be sent on a connection any more. */
export function isClientGone({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}

import type { Socket } from 'node:net'

/** The client of a request has left: nobody reads an answer, so none is made. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'

  constructor() {
    super('The client has closed its connection.')
  }
}

/** Whether nothing can be sent on a connection any more: it was cut, or its client has ended it. */
export function isClientGone({ destroyed, writableEnded }: Socket): boolean {
  return destroyed || writableEnded
}

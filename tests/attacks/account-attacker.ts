import type { FastifyInstance } from 'fastify'
import type { AccountAnswer, AccountRequest, Accounts } from '../../accounts/accounts.ts'

/**
 * The accounts as they are reached over HTTP: requests go through the service with all its headers,
 * and what it answers comes back.
 */
export function throughService(app: FastifyInstance): Accounts {
  return {
    admit() {
      throw new Error('nobody asks this way who may')
    },
    problem: () => null,
    async answer(request: AccountRequest): Promise<AccountAnswer> {
      const { method, url, headers, body, address, origin } = request
      const got = await app.inject({
        method: method as 'GET',
        url,
        headers: { host: new URL(origin).host, ...headers },
        payload: body ?? undefined,
        remoteAddress: address,
      })
      return {
        status: got.statusCode,
        headers: Object.entries(got.headers).flatMap(([name, value]) =>
          [value].flat().map((each): [string, string] => [name, `${each}`]),
        ),
        body: got.body,
      }
    },
  }
}

import type { FastifyInstance } from 'fastify'
import type { AccountAnswer, AccountRequest, Accounts } from '../../accounts/accounts.ts'

/**
 * The accounts over HTTP: requests go through the service with all its headers, and its responses
 * are returned.
 */
export function throughService(app: FastifyInstance): Accounts {
  return {
    admit() {
      throw new Error('this admits nobody')
    },
    startDemo() {
      throw new Error('this has no demo')
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

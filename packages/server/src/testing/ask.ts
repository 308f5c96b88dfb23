import type { QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { requestOf } from './quick-payer.ts'

/** The body and headers of a request. A body makes it a POST. */
export interface Asking {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks a portal that listens, as our own pages do. @returns the answer with its whole body. */
export async function ask(origin: string, path: string, { body, headers }: Asking = {}): Promise<Response> {
  const response = await fetch(origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', applicationid: 'Web', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return new Response(await response.arrayBuffer(), response)
}

/** The cookie that an answer sets, as the next request sends it. */
const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** Returns the headers that a browser sends for the member whom an answer to `POST /v3/login` signed in. */
export async function memberHeaders(response: Response): Promise<Record<string, string>> {
  const { accessToken } = (await response.json()) as { accessToken: string }
  return { authorization: `Bearer ${accessToken}`, cookie: cookieOf(response) }
}

/** The request to pay an amount in cents on the account of a Quick Pay verification, with a new idempotency key. */
export async function payingOf(
  verified: Response,
  amount: number,
  over: object = {},
): Promise<{ path: string; asking: Asking }> {
  const verification = (await verified.json()) as QuickPayVerification
  const { memberNumber, encryptedAccount, quickPayToken } = verification
  return {
    path: `/api/v3/quick-pay/member/${memberNumber}/pay?encryptedAccount=${encodeURIComponent(encryptedAccount)}`,
    asking: {
      body: requestOf(verification, amount, over),
      headers: {
        authorization: `Bearer ${quickPayToken}`,
        cookie: cookieOf(verified),
        'idempotency-key': crypto.randomUUID(),
      },
    },
  }
}

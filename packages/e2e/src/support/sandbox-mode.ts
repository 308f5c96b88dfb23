import { createHmac } from 'node:crypto'
import type { PortalUnderTest } from './portal-under-test.ts'

/** Sets how the sandbox provider behaves, as its README lists it. */
export async function setSandboxMode(
  { providerOrigin, env }: Pick<PortalUnderTest, 'providerOrigin' | 'env'>,
  mode: 'ok' | 'wrong-amount',
): Promise<void> {
  const [kid = '', secret = ''] = env.PROVIDER_SIGNING_KEYS?.split(',')[0]?.split(':') ?? []
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`POST\n/api/mode\n${seconds}`)
    .digest('base64url')
  const answer = await fetch(`${providerOrigin}/api/mode`, {
    method: 'POST',
    headers: { authorization: `Coopline-HMAC ${kid}:${seconds}:${signature}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`)
}

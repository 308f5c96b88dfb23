import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { NotFound } from '../errors.ts'
import { currentKeyFor, type Keys, keyObjectOf } from '../keys.ts'

/** Address that proves which portal answers. */
export const samePortalPath = '/.well-known/coopline-portal'

/** The answer of a portal with these keys to a nonce, which only a portal with the same `APP_KEYS` gives. */
export function proofOf(keys: Keys, nonce: string): string {
  const key = currentKeyFor(keys, 'same-portal')
  return createHmac('sha256', keyObjectOf(key)).update(nonce).digest('base64url')
}

/** Lets `coopline doctor` find out whether the public address leads to this portal. The answer tells others nothing. */
export function mountSamePortal({ keys }: Pick<Deps, 'keys'>, server: FastifyInstance): void {
  server.get(samePortalPath, async (request) => {
    const nonce = new URL(request.url, 'http://portal').searchParams.get('nonce') ?? ''
    if (!/^[0-9a-f]{32}(?![\s\S])/u.test(nonce)) throw new NotFound('No nonce')
    return { proof: proofOf(keys, nonce) }
  })
}

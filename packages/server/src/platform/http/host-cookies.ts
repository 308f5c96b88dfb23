import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

/** The name of a cookie that only this origin can have set. */
export type HostCookie = `__Host-${string}`

const prefix = '__Host-'

/**
 * Returns the name and the attributes of a cookie as a browser receives them. Without https, as in a demo on
 * http://127.0.0.1, older browsers refuse cookies with the prefix or with Secure, so both are left out (decision 0270).
 */
export function cookieAsSent(
  name: HostCookie,
  hasTls: boolean,
): { readonly name: string; readonly attributes: CookieSerializeOptions } {
  return {
    name: hasTls ? name : name.slice(prefix.length),
    attributes: { path: '/', secure: hasTls, httpOnly: true, sameSite: 'strict' },
  }
}

/** Makes the cookies that were sent without the prefix known under their names with it. Only for a server without https. */
export function readCookiesWithoutPrefix(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ cookies }) => {
    for (const [name, value] of Object.entries(cookies)) if (!name.startsWith(prefix)) cookies[prefix + name] = value
  })
}

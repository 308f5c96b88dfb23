import type { Env } from '../env.ts'
import { WrongHost } from '../errors.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Paths that balancers and monitors call. They know the process by its address and not by the cooperative's name. */
const anyHost = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

/**
 * Refuses requests for another site: a foreign name that resolves to us, or an absolute address in the request line
 * (`GET http://other/ HTTP/1.1`). Outside production this machine's own names are accepted as well.
 *
 * @param url the raw request target.
 * @throws WrongHost when either host is not ours.
 */
export function checkHost(url: string, host: string | undefined, env: Pick<Env, 'PUBLIC_ORIGIN' | 'NODE_ENV'>): void {
  const isPath = url.startsWith('/')
  if (isPath && anyHost.has(url.split('?', 1)[0] ?? '')) return
  const target = URL.parse(isPath ? `http://${host ?? ''}` : url)
  for (const one of [target, URL.parse(`http://${host ?? ''}`)])
    if (one === null || one.username !== '' || !isOurs(one.hostname, env))
      throw new WrongHost('The request names another host')
}

/**
 * The target as path and query, from the absolute form too: `GET http://portal.example/home HTTP/1.1` requests `/home`
 * (RFC 9112 §3.2.2). `checkHost` checks the original.
 */
export function originForm(url: string): string {
  const target = /^https?:\/\/[^/?#]*(?<rest>.*)$/isu.exec(url)?.groups?.['rest']
  if (target === undefined) return url
  return target.startsWith('/') ? target : `/${target}`
}

/**
 * Tells whether pages of this origin are our own: the public address and, outside production, this machine's other
 * names.
 */
export function isOurOrigin(
  origin: string,
  host: string | undefined,
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'NODE_ENV'>,
): boolean {
  if (origin === env.PUBLIC_ORIGIN) return true
  if (env.NODE_ENV === 'production' || origin !== `http://${host ?? ''}`) return false
  return loopbackNames.has(URL.parse(origin)?.hostname ?? '')
}

const isOurs = (hostname: string, env: Pick<Env, 'PUBLIC_ORIGIN' | 'NODE_ENV'>): boolean =>
  hostname === new URL(env.PUBLIC_ORIGIN).hostname || (env.NODE_ENV !== 'production' && loopbackNames.has(hostname))

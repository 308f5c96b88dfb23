import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Env } from '../env.ts'
import { isLoopback } from '../unfit-for-production.ts'
import { isPublicAddress } from './public-address.ts'

const timeoutMs = 10_000
const loopbackAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1'])

/**
 * True for a portal that only this machine reaches, as a developer starts it. It may call programs on this machine, without
 * encryption.
 */
const isDevelopers = ({ PUBLIC_ORIGIN }: Pick<Env, 'PUBLIC_ORIGIN'>): boolean => isLoopback(PUBLIC_ORIGIN)

/**
 * Checks an address that others name and the portal calls: https, without user name and password, and not an IP address off the
 * public internet.
 */
export function isOutsideAddress(text: string, env: Pick<Env, 'PUBLIC_ORIGIN'>): boolean {
  const url = text.length > 500 ? null : URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return false
  if (isDevelopers(env) && isLoopback(text)) return url.protocol === 'https:' || url.protocol === 'http:'
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
}

/**
 * Posts to a third party's address, public addresses only. Resolves the name once, checks the result and connects to it, so the
 * name cannot change its address in between. Does not follow redirects. Times out after ten seconds.
 *
 * @returns the status of the answer, whose body is not read.
 * @throws Error when the address may not be called or does not answer.
 */
export async function postOutside(
  address: string,
  { contentType, body }: { readonly contentType: string; readonly body: string },
  env: Pick<Env, 'PUBLIC_ORIGIN'>,
): Promise<number> {
  if (!isOutsideAddress(address, env)) throw new Error('The address may not be called')
  const url = new URL(address)
  const isAllowed = (ip: string) => isPublicAddress(ip) || (isDevelopers(env) && loopbackAddresses.has(ip))
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '')
      const [first] = addresses
      if (first === undefined || !addresses.every((one) => isAllowed(one.address)))
        return done(new Error('The name resolves to an address that may not be called'), '')
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
  return new Promise((answered, failed) => {
    const call = url.protocol === 'https:' ? requestHttps : requestHttp
    const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }
    const signal = AbortSignal.timeout(timeoutMs)
    const request = call(url, { method: 'POST', headers, lookup, agent: false, signal }, (response) => {
      // Unread, the answer would keep its connection.
      response.destroy()
      answered(response.statusCode ?? 0)
    })
    request.on('error', failed)
    // The only event when the answer switches to another protocol; after an answer or an error it changes nothing.
    request.on('close', () => failed(new Error('closed without an answer')))
    request.end(body)
  })
}

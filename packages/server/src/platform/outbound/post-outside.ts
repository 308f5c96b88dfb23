import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
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
 * Checks an address that others name and the portal calls: https, without username and password, and not an IP address off the
 * public internet.
 */
export function isOutsideAddress(text: string, env: Pick<Env, 'PUBLIC_ORIGIN'>): boolean {
  const url = text.length > 500 ? null : URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || text.includes('#')) return false
  if (isDevelopers(env) && isLoopback(text)) return url.protocol === 'https:' || url.protocol === 'http:'
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host))
}

/** A request to a third party. */
export interface OutsideRequest {
  readonly contentType: string
  readonly body: string
  readonly userAgent?: string
  /** The most bytes of the answer that are read; a longer one is refused. None by default: only the status counts. */
  readonly mostAnswerBytes?: number
}

export interface OutsideAnswer {
  readonly status: number
  /** Empty unless `mostAnswerBytes` was given. */
  readonly body: string
}

/**
 * Posts to a third party's address, public addresses only. Resolves the name once, checks the result and connects to it, so the
 * name cannot change its address in between. Does not follow redirects. Times out after ten seconds, the answer's body included.
 *
 * @throws Error when the address may not be called, does not answer, or answers more than the caller takes.
 */
export async function postOutside(
  address: string,
  { contentType, body, userAgent, mostAnswerBytes }: OutsideRequest,
  env: Pick<Env, 'PUBLIC_ORIGIN'>,
): Promise<OutsideAnswer> {
  if (!isOutsideAddress(address, env)) throw new Error('The address may not be called')
  const url = new URL(address)
  return new Promise((answered, failed) => {
    const call = url.protocol === 'https:' ? requestHttps : requestHttp
    const headers = {
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
    }
    const signal = AbortSignal.timeout(timeoutMs)
    const lookup = publicLookup(env)
    let hasAnswered = false
    const request = call(url, { method: 'POST', headers, lookup, agent: false, signal }, (response) => {
      hasAnswered = true
      const status = response.statusCode ?? 0
      if (mostAnswerBytes !== undefined) {
        readAtMost(response, mostAnswerBytes).then((text) => answered({ status, body: text }), failed)
        return
      }
      // Unread, the answer would keep its connection.
      response.destroy()
      answered({ status, body: '' })
    })
    request.on('error', failed)
    // The only event when the answer switches to another protocol; after an error it changes nothing.
    request.on('close', () => {
      if (!hasAnswered) failed(new Error('closed without an answer'))
    })
    request.end(body)
  })
}

/** Resolves a name to addresses that may be called. */
function publicLookup(env: Pick<Env, 'PUBLIC_ORIGIN'>): LookupFunction {
  const isAllowed = (ip: string) => isPublicAddress(ip) || (isDevelopers(env) && loopbackAddresses.has(ip))
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '')
      const [first] = addresses
      if (first === undefined || !addresses.every((one) => isAllowed(one.address)))
        return done(new Error('The name resolves to an address that may not be called'), '')
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}

async function readAtMost(response: IncomingMessage, most: number): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > most) {
      response.destroy()
      throw new Error(`The answer is longer than ${most} bytes`)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

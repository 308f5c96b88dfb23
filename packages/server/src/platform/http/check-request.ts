import type { IncomingMessage } from 'node:http'
import type { Env } from '../env.ts'
import { BadInput, UnsupportedMedia } from '../errors.ts'
import { protocolRefusal } from '../refusal.ts'
import { checkHost } from './check-host.ts'

/**
 * Checks the head of any request.
 *
 * @param url the raw request target, before it was rewritten.
 * @throws WrongHost as `checkHost` says; BadInput for a second Host header, which proxies and we might read differently;
 *   UnsupportedMedia for a compressed body.
 */
export function checkRequest(
  request: IncomingMessage,
  url: string,
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'NODE_ENV'>,
): void {
  const names = request.rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
  if (names.filter((name) => name === 'host').length > 1)
    throw new BadInput(protocolRefusal('malformed-request', 'The request names two hosts'))
  checkHost(url, request.headers.host, env)
  const coding = request.headers['content-encoding']
  if (coding !== undefined && coding !== 'identity') throw new UnsupportedMedia('The body is compressed')
}

import type { Language } from '@coopline/rules/kernel/problem'
import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from './call.ts'
import { clientAddress, clientNetwork, type parseTrustedProxies } from './client-address.ts'

/** The language of the request; English unless Spanish is preferred. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = (acceptLanguage ?? '').slice(0, 100).split(',')[0] ?? ''
  return first.trim().toLowerCase().startsWith('es') ? 'es' : 'en'
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value

/** The facts about a request that use cases may use. */
export function requestFacts(
  request: FastifyRequest,
  trusted: ReturnType<typeof parseTrustedProxies>,
  rawBody: Uint8Array,
): RequestFacts {
  const header = (name: string) => single(request.headers[name])
  const address = clientAddress(request.socket.remoteAddress ?? '', header('x-forwarded-for'), trusted)
  return {
    id: request.id,
    clientAddress: address,
    clientNetwork: clientNetwork(address),
    language: languageOf(header('accept-language')),
    header,
    headers: () => Object.fromEntries(Object.keys(request.headers).map((name) => [name, header(name) ?? ''])),
    cookie: (name) => request.cookies[name],
    rawBody,
  }
}

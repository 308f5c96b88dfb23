import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface Call {
  readonly method: string
  /** Path with query, as sent. */
  readonly target: string
  readonly path: string
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  readonly header: (name: string) => string | undefined
  /** @throws BodyRefused when the body is larger than we take. */
  readonly readBody: () => Promise<string>
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** True when the connection ends in place of the answer, as when a network fails after the work was done. */
  readonly isLost?: boolean
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** Path with `:name` for parameters. */
  readonly path: string
  readonly handle: (call: Call) => Answer | Promise<Answer>
}

/** Thrown when a body is refused; becomes an answer with `status`. */
export class BodyRefused extends Error {
  readonly status: 413 | 415

  constructor(status: 413 | 415, message: string) {
    super(message)
    this.name = 'BodyRefused'
    this.status = status
  }
}

const maxBodyBytes = 64 * 1024

const standardHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // Not no-referrer: with it a browser sends `Origin: null` with our own forms, as it does with those of other sites.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

export const redirect = (address: string): Answer => ({ status: 303, headers: { location: address } })

export const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const plainText = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${body}\n`,
})

/**
 * The fields of a posted form.
 *
 * @throws BodyRefused for another content type or too large a body.
 */
export async function readForm(call: Call): Promise<URLSearchParams> {
  const type = call.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new BodyRefused(415, 'Send application/x-www-form-urlencoded')
  return new URLSearchParams(await call.readBody())
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new BodyRefused(413, 'The request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    const value = given[place] ?? ''
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}

function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): Answer | { route: Route; params: Record<string, string> } {
  const matches = routes.flatMap((route) => {
    const params = paramsOf(route.path, path)
    return params === undefined ? [] : [{ route, params }]
  })
  const match = matches.find(({ route }) => route.method === method || (method === 'HEAD' && route.method === 'GET'))
  if (match !== undefined) return match
  if (matches.length === 0) return plainText(404, 'There is nothing at this address.')
  const allowed = [...new Set(matches.map(({ route }) => route.method))].join(', ')
  return { ...plainText(405, 'This address does not take this method.'), headers: { allow: allowed } }
}

async function answerTo(routes: readonly Route[], request: IncomingMessage): Promise<Answer> {
  const { method = 'GET', url: target = '/' } = request
  const url = URL.parse(target, 'http://sandbox.invalid')
  if (url === null || !target.startsWith('/')) return plainText(400, 'The address cannot be read.')
  const found = findRoute(routes, method, url.pathname)
  if ('status' in found) return found
  return found.route.handle({
    method,
    target,
    path: url.pathname,
    query: url.searchParams,
    params: found.params,
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    readBody: () => readBody(request),
  })
}

async function serve(
  routes: readonly Route[],
  logFailure: (line: string) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(routes, request).catch((error: unknown) => {
    if (error instanceof BodyRefused)
      return { ...plainText(error.status, error.message), headers: { connection: 'close' } }
    logFailure(JSON.stringify({ event: 'failed', path: request.url?.split('?')[0], error: String(error) }))
    return plainText(500, 'Something went wrong on our side. Nothing was charged by this request.')
  })
  if (answer.isLost === true) {
    request.socket.destroy()
    return
  }
  response.writeHead(answer.status, { ...standardHeaders, ...answer.headers })
  response.end(request.method === 'HEAD' ? undefined : answer.body)
}

/** A server that answers by the table of routes; it does not listen yet. */
export const createHttpServer = (routes: readonly Route[], logFailure: (line: string) => void): Server =>
  createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    void serve(routes, logFailure, request, response)
  })

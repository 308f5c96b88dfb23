import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { fixedHeaders } from './security-headers.ts'

const refusals: Readonly<Record<string, readonly [status: number, title: string, code: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request-timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'headers-too-large'],
}

/**
 * Answers malformed HTTP (two lengths, bare line breaks, headers that are too large or too slow …) and ends the connection,
 * because the start of the next request is unknown. It repeats and logs nothing that was sent.
 */
export function refuseBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, title, code] = refusals[error.code ?? ''] ?? [400, 'Bad Request', 'malformed-request']
  const body: ProblemBody = {
    type: 'about:blank',
    title,
    status,
    detail: title,
    requestId: randomUUID(),
    errors: [{ code, message: title }],
  }
  const text = JSON.stringify(body)
  const headers = {
    ...fixedHeaders,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${title}\r\n${head.join('')}\r\n${text}`)
  socket.destroySoon()
}

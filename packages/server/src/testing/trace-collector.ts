import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP writes it in JSON, with its attributes as a record. */
interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  /** The status of the span; 2 is an error. */
  readonly status: number
}

export interface TraceCollector {
  readonly origin: string
  readonly spans: () => readonly CollectedSpan[]
  /** The bodies of all requests, as they arrived. */
  readonly bodies: readonly string[]
  readonly authorizations: readonly (string | undefined)[]
  readonly close: () => Promise<void>
}

interface WrittenSpan extends Omit<CollectedSpan, 'attributes' | 'status' | 'parentSpanId'> {
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status?: { readonly code?: number }
}

interface Written {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly WrittenSpan[] }[] }[]
}

const spansOf = (body: string): readonly CollectedSpan[] =>
  (JSON.parse(body) as Written).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
      traceId,
      spanId,
      parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
      name,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      status: status?.code ?? 0,
    }))

/** An OpenTelemetry collector that keeps what it gets. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = []
  const authorizations: (string | undefined)[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => void (body += chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      authorizations.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap(spansOf),
    bodies,
    authorizations,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

import type { Endpoint } from '@coopline/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooLarge } from '../errors.ts'
import type { RequestFacts } from './call.ts'

/** Returns where the route of an endpoint is mounted: a scope of its own that lets the media types of its streams through unread. */
export function takeStreams(server: FastifyInstance, { streams }: Endpoint): Pick<FastifyInstance, 'route'> {
  if (streams.media.length === 0) return server
  return {
    route: (route) => {
      void server.register(async (scope) => {
        for (const media of streams.media)
          scope.addContentTypeParser(media, (_request, payload, done) => done(null, payload))
        scope.route(route)
      })
      return server
    },
  }
}

/** The body of a request that comes as a stream of its endpoint, with the endpoint's limit. */
export function streamOf({ streams }: Endpoint, { body, headers }: FastifyRequest): Pick<RequestFacts, 'stream'> {
  const media = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!streams.media.includes(media) || Buffer.isBuffer(body)) return {}
  return { stream: { media, pieces: bounded(body as AsyncIterable<Buffer>, streams.maxBytes) } }
}

async function* bounded(pieces: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > mostBytes) throw new TooLarge('The body is larger than the call takes')
    yield piece
  }
}

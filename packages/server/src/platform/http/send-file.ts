import { Readable } from 'node:stream'
import type { Endpoint, FileAnswer } from '@coopline/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { PortalError } from '../errors.ts'

interface Sent {
  /** A `FileAnswer`. */
  readonly answer: unknown
  /** Authenticates the caller again. @throws NotSignedIn when the session or the connection has ended. */
  readonly checkCaller: () => Promise<unknown>
  readonly log: Deps['log']
}

/** Characters between two authentication checks, which bounds what an ended session still receives. */
const checkedEvery = 1_000_000

/**
 * Streams a file. Generates the next piece when the client has read enough of the earlier ones, and stops when the client
 * disconnects. An error after the first piece aborts the connection, so that the client does not take a partial file for a
 * complete one.
 */
export function sendFile(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, ...guard }: Sent,
): FastifyReply {
  const { fileName, pieces } = requireFile(endpoint, answer)
  reply.type(contentTypeOf(endpoint))
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  // For a HEAD request, the framework would read the whole file.
  const sent = request.method === 'HEAD' ? [] : guarded(pieces, request, guard)
  return reply.send(Readable.from(sent, { objectMode: false }))
}

/** The content type of a file: texts are UTF-8. @internal */
export const contentTypeOf = ({ media }: Pick<Endpoint, 'media'>): string =>
  media === 'application/octet-stream' ? media : `${media}; charset=utf-8`

function requireFile({ id }: Endpoint, answer: unknown): FileAnswer {
  if (typeof answer !== 'object' || answer === null || !('fileName' in answer) || !('pieces' in answer))
    throw new Error(`${id} answers no file`)
  const file = answer as FileAnswer
  if (!/^[\w.-]{1,120}$/u.test(file.fileName)) throw new Error(`${id} answers a file without a proper name`)
  return file
}

async function* guarded(
  pieces: AsyncIterable<string | Uint8Array>,
  request: FastifyRequest,
  { checkCaller, log }: Omit<Sent, 'answer'>,
): AsyncGenerator<string | Uint8Array> {
  let unchecked = 0
  try {
    for await (const piece of pieces) {
      yield piece
      unchecked += piece.length
      if (unchecked < checkedEvery) continue
      await checkCaller()
      unchecked = 0
    }
  } catch (error) {
    const requestId = request.id
    if (error instanceof PortalError) log.info({ requestId, reason: error.message }, 'A file was broken off')
    else log.error({ requestId, err: error }, 'Unexpected error')
    throw error
  }
}

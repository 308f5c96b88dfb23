import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A public answer in every coding that is served, compressed once: compressing it for each request is what a flood costs. */
export interface PreparedAnswer {
  readonly plain: Buffer
  readonly brotli: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export async function prepareAnswer(text: string): Promise<PreparedAnswer> {
  const plain = Buffer.from(text)
  const [brotli, gzipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    toGzip(plain, { level: 9 }),
  ])
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  return { plain, brotli, gzip: gzipped, etag }
}

/** Sends an answer in the best coding that the client takes. Headers other than the coding are the caller's. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, answer: PreparedAnswer): FastifyReply {
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepts(accepted, 'br')) return reply.header('content-encoding', 'br').send(answer.brotli)
  if (accepts(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(answer.gzip)
  return reply.send(answer.plain)
}

const accepts = (header: string, coding: string): boolean =>
  header
    .slice(0, 200)
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, weight] = part.split(';').map((text) => text.trim())
      return (name === coding || (name === '*' && coding === 'gzip')) && !/^q=0(?:\.0*)?$/u.test(weight ?? '')
    })

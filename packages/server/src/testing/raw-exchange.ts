import { connect } from 'node:net'

export interface RawAnswer {
  /** All received bytes. */
  readonly text: string
  /** Status of the first answer; 0 when there was none. */
  readonly status: number
  /** The number of answers. */
  readonly answers: number
  /** True when the other side ended the connection before the time was over. */
  readonly closed: boolean
}

/**
 * Sends raw bytes to a port of 127.0.0.1, which no HTTP client would, and collects the answer until the other side closes or
 * `waitMs` are over.
 *
 * @param pieces sent in order, `pauseMs` apart.
 */
export async function rawExchange(
  port: number,
  pieces: string | readonly string[],
  { waitMs = 1_000, pauseMs = 0 } = {},
): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  let closed = false
  socket.on('data', (chunk) => chunks.push(chunk))
  const ended = new Promise<void>((done) => {
    socket.on('error', () => done())
    socket.on('close', () => {
      closed = true
      done()
    })
  })
  const timer = setTimeout(() => socket.destroy(), waitMs)
  const late = Date.now() + waitMs
  for (const piece of [pieces].flat()) {
    if (closed) break
    socket.write(piece, 'latin1')
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await ended
  clearTimeout(timer)
  const text = Buffer.concat(chunks).toString('latin1')
  return {
    text,
    status: Number(/^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1] ?? 0),
    answers: text.split('HTTP/1.1 ').length - 1,
    closed: Date.now() < late,
  }
}

import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/**
 * The way for commands to reach a server that has the embedded database open: a socket in the data folder that only the
 * same user of the machine may open. One JSON line each way, then it is closed.
 */
const request = z.strictObject({ command: z.string().max(40), args: z.array(z.string().max(8_000_000)).max(20) })
const answer = z.strictObject({ output: z.string(), exitCode: z.int(), value: z.unknown().optional() })

export type ControlRequest = z.output<typeof request>
export type ControlAnswer = z.output<typeof answer>
export type ControlHandler = (request: ControlRequest) => Promise<ControlAnswer>

/** Thrown when a server took a request and did not answer. It may still finish the work. */
export class NoAnswer extends Error {}

export interface ControlChannel {
  readonly close: () => Promise<void>
}

const longestLine = 16_000_000
/** The shortest limit of a socket's path among the systems that we run on, less its end mark. */
const longestSocketPath = 103
const usualAnswerMs = 60_000

/**
 * Returns the path of the control channel of a data folder: in the folder or, where that path is too long, in the
 * user's own temporary folder. On Windows it is a named pipe.
 */
export function controlChannelPath(dataDir: string): string {
  const folder = resolve(dataDir)
  const name = `coopline-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(folder, 'control.sock')
  return Buffer.byteLength(path) <= longestSocketPath
    ? path
    : join(tmpdir(), `${name}-${process.getuid?.() ?? 0}`, 'control.sock')
}

/**
 * Opens the channel. Call it only with the folder's lock: an existing socket then belongs to a dead process and is replaced.
 * An unreadable request and a handler that throws are answered with exit code 1.
 */
export async function serveControlChannel(path: string, handler: ControlHandler): Promise<ControlChannel> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void serveOne(socket, handler)
  })
  await listenPrivately(server, path)
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function listenPrivately(server: Server, path: string): Promise<void> {
  const isPipe = process.platform === 'win32'
  if (!isPipe) {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    rmSync(path, { force: true })
  }
  // The socket is made within listen(): the mask keeps others out from its first moment.
  const mask = isPipe ? undefined : process.umask(0o177)
  try {
    await new Promise<void>((ready, failed) => {
      server.once('error', failed)
      server.listen(path, () => ready())
    })
  } finally {
    if (mask !== undefined) process.umask(mask)
  }
  if (!isPipe) chmodSync(path, 0o600)
}

async function serveOne(socket: Socket, handler: ControlHandler): Promise<void> {
  let reply: ControlAnswer
  try {
    reply = await handler(request.parse(JSON.parse(await readLine(socket, usualAnswerMs))))
  } catch (error) {
    reply = {
      output:
        error instanceof z.ZodError || error instanceof SyntaxError ? 'The request is not readable' : String(error),
      exitCode: 1,
    }
  }
  if (!socket.destroyed) socket.end(`${JSON.stringify(reply)}\n`)
}

/**
 * Asks the server of a data folder.
 *
 * @returns its answer, or `undefined` when no server of this user listens there.
 * @throws NoAnswer when a server listens but closes the connection or does not answer in time.
 */
export async function askControlChannel(
  path: string,
  controlRequest: ControlRequest,
  answerWithinMs = usualAnswerMs,
): Promise<ControlAnswer | undefined> {
  if (!isOurs(path)) return undefined
  const socket = connect(path)
  const connected = await new Promise<boolean>((settle) => {
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
  if (!connected) return undefined
  try {
    socket.write(`${JSON.stringify(controlRequest)}\n`)
    return answer.parse(JSON.parse(await readLine(socket, answerWithinMs)))
  } finally {
    socket.destroy()
  }
}

/** False when the socket is not there or is another user's. */
function isOurs(path: string): boolean {
  if (process.platform === 'win32') return true
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.isSocket() && found.uid === process.getuid?.()
}

/** Reads the first line, without its end. @throws NoAnswer when the other side closes first, sends too much, or is silent. */
async function readLine(socket: Socket, withinMs: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((settle, failed) => {
    socket.setTimeout(withinMs, () => failed(new NoAnswer('The control channel was silent for too long')))
    socket.once('error', failed)
    socket.once('close', () => failed(new NoAnswer('The control channel was closed before an answer came')))
    socket.on('data', (chunk) => {
      const end = chunk.indexOf(10)
      size += chunk.length
      chunks.push(end === -1 ? Buffer.from(chunk) : Buffer.from(chunk.subarray(0, end)))
      if (end !== -1) settle(Buffer.concat(chunks).toString('utf8'))
      else if (size > longestLine) failed(new NoAnswer('The control channel was sent too much'))
    })
  })
}

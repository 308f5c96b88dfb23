import { connect } from 'node:net'

interface Answer {
  readonly output: string
  readonly exitCode: number
  readonly value?: unknown
}

/**
 * Asks a running portal over its control channel what `coopline COMMAND ARGS` would ask, without the second that a new
 * process takes to start.
 *
 * @throws Error with the portal's own words when it refuses.
 */
export async function askPortal(socketPath: string, command: string, args: readonly string[]): Promise<unknown> {
  const socket = connect(socketPath)
  const chunks: Buffer[] = []
  socket.write(`${JSON.stringify({ command, args })}\n`)
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const answer = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Answer
  if (answer.exitCode !== 0) throw new Error(answer.output)
  return answer.value
}

import { Agent, request } from 'node:http'

interface Answer {
  readonly status: number
  readonly setCookie: string | undefined
  readonly text: string
}

interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface HttpClient {
  /** @throws Error when the answer is not 200. */
  readonly call: (call: HttpCall) => Promise<Answer>
  readonly close: () => void
}

/** A client that keeps its connections open, so lean that the server is what is measured. */
export function createClient(origin: string, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  const call = async ({ method, path, headers, body }: HttpCall): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request({
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const status = answer.statusCode ?? 0
          if (status === 200) resolve({ status, setCookie: answer.headers['set-cookie']?.[0], text })
          else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 400)}`))
        })
      })
      sent.end(body)
    })
  return { call, close: () => agent.destroy() }
}

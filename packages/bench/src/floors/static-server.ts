import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The floor of P10: sends files from memory, compressed beforehand, and nothing else. */
interface File {
  readonly path: string
  readonly type: string
  readonly base64: string
  readonly brotli: boolean
}

const files = new Map(
  (JSON.parse(readFileSync(process.env['FILES'] ?? '', 'utf8')) as readonly File[]).map((file) => [
    file.path,
    {
      body: Buffer.from(file.base64, 'base64'),
      headers: { 'content-type': file.type, ...(file.brotli ? { 'content-encoding': 'br' } : {}) },
    },
  ]),
)

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://floor')
  const file = files.get(pathname)
  if (pathname === '/readyz') response.end('ready')
  else if (file === undefined) response.writeHead(404).end()
  else response.writeHead(200, file.headers).end(file.body)
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

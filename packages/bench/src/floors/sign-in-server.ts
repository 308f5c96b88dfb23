import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { openBareDatabase } from './bare-database.ts'

/**
 * The floor of signing in: one argon2id of the portal's parameters for a POST, and the one statement that knows a session
 * for a GET. Nothing else.
 */
const database = await openBareDatabase()
const hash = promisify(argon2)
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const salt = randomBytes(16)
const sha256 = (text: string) => createHash('sha256').update(text).digest()
/** An answer as long as the portal's. */
const answer = JSON.stringify({ accessToken: 'A'.repeat(43), memberNumber: '10001', filling: 'x'.repeat(110) })

async function signIn(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { password } = JSON.parse(body) as { password: string }
  await hash('argon2id', { message: Buffer.from(password), nonce: salt, ...parameters })
  return answer
}

async function session(request: IncomingMessage): Promise<string> {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length)
  const cookie = (request.headers.cookie ?? '').split('=')[1] ?? ''
  const [row] = await database.query(
    'select member_number, login_id, cookie_hash, last_seen_at, ends_at, signed_in_at from portal.session where token_hash = $1 and ended_at is null',
    [sha256(token)],
  )
  const [login] = await database.query('select username from portal.login where login_id = $1', [row?.['login_id']])
  if (!timingSafeEqual(sha256(cookie), row?.['cookie_hash'] as Uint8Array)) throw new Error('Not the cookie')
  return JSON.stringify({ ...row, ...login, cookie_hash: undefined })
}

createServer((request, response) => {
  if (request.url === '/readyz') {
    response.end('ready')
    return
  }
  const work = request.method === 'POST' ? signIn(request) : session(request)
  work.then(
    (text) => response.setHeader('content-type', 'application/json').end(text),
    () => response.writeHead(401).end(),
  )
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

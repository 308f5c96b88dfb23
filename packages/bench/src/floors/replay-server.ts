import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { type Fill, fillsOf, type ReplayedFlow } from './fill-parameters.ts'
import type { RecordedCall, ReplayRecipe } from './replay-recipe.ts'
import { runSteps } from './run-steps.ts'

/**
 * The floor of P2: for every call it runs the statements that the portal was recorded to run, in the same transactions,
 * and answers as many bytes. No routing, no checks, no rules, no signatures, no log.
 */
const recipe = JSON.parse(readFileSync(process.env['RECIPE'] ?? '', 'utf8')) as ReplayRecipe
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['DATABASE_POOL']) })
const isPrepared = process.env['PREPARED'] === 'Y'

interface Step {
  readonly text: string
  readonly name: string
  readonly fills: readonly Fill[]
}

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  const known = names.get(text) ?? `s${names.size}`
  names.set(text, known)
  return known
}

const stepsOf = ({ statements }: RecordedCall): readonly Step[] =>
  statements.map(({ text, parameters }) => ({ text, name: nameOf(text), fills: fillsOf(parameters, recipe) }))

const steps = { verify: stepsOf(recipe.verify), settings: stepsOf(recipe.settings), pay: stepsOf(recipe.pay) }

const run = async (call: readonly Step[], flow: ReplayedFlow): Promise<void> => {
  const now = Date.now()
  await runSteps(
    pool,
    call.map(({ text, name, fills }) => ({
      text,
      values: fills.map((fill) => fill(flow, now)),
      ...(isPrepared ? { name } : {}),
    })),
  )
}

const answerFor = ({ answer }: RecordedCall, flow: ReplayedFlow): string =>
  answer
    .replaceAll(recipe.payer.accountNumber, flow.accountNumber)
    .replaceAll(recipe.payer.memberNumber, flow.memberNumber)
    .replaceAll(recipe.token, flow.token)

const flowOf = (index: number, token: string, address: string): ReplayedFlow => ({
  accountNumber: String(100_000_000 + index),
  memberNumber: `M${index}`,
  address,
  token,
})

async function answerTo(request: IncomingMessage): Promise<readonly [text: string, headers: Record<string, string>]> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = request.url ?? ''
  const address = String(request.headers['x-forwarded-for'])
  const [, member] = /\/member\/M(\d+)\//u.exec(url) ?? []
  if (member === undefined) {
    const { accountNumber } = JSON.parse(Buffer.concat(chunks).toString()) as { accountNumber: string }
    const flow = flowOf(Number(accountNumber) - 100_000_000, randomBytes(32).toString('base64url'), address)
    await run(steps.verify, flow)
    return [answerFor(recipe.verify, flow), { 'set-cookie': `__Host-portal_qp=${flow.token}; Path=/; Secure` }]
  }
  const token = String(request.headers.authorization).slice('Bearer '.length)
  const flow = flowOf(Number(member), token, address)
  const isPay = request.method === 'POST'
  if (isPay) JSON.parse(Buffer.concat(chunks).toString())
  await run(isPay ? steps.pay : steps.settings, flow)
  return [answerFor(isPay ? recipe.pay : recipe.settings, flow), {}]
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/readyz') {
    await pool.query('select 1')
    return void response.end('ready')
  }
  try {
    const [text, headers] = await answerTo(request)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

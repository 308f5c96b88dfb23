import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { fillEach, replaceMade } from './fill-parameters.ts'
import { runSteps } from './run-steps.ts'
import type { SeveralPayer, SeveralRecipe } from './several-recipe.ts'

/**
 * The floor of MULTI: for every call it runs the statements that the portal was recorded to run, in the same transactions,
 * for the payer who is named in the header `x-payer`, and answers as many bytes. `/<number of the call>`. No routing, no proof,
 * no checks, no rules, no signatures, no log.
 */
const recipe = JSON.parse(readFileSync(process.env['RECIPE'] ?? '', 'utf8')) as SeveralRecipe
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['DATABASE_POOL']) })

interface Flow extends SeveralPayer {
  /** The seed of the values that the portal generates for its payer. */
  readonly seed: string
}

const { payer } = recipe
const exact = ['loginId', 'tokenHash', 'address'] as const
const memberNumbers = new RegExp(String.raw`(?<!\w)${payer.memberNumber}(?!\w)`, 'gu')

/** Replaces the numbers of the recorded member and of their accounts. */
const rename = (text: string, { firstAccount, memberNumber }: SeveralPayer): string =>
  text.replaceAll(memberNumbers, memberNumber).replaceAll(/(?<!\d)\d{9}(?!\d)/gu, (number) => {
    const place = Number(number) - payer.firstAccount
    return place >= 0 && place < payer.accounts ? String(firstAccount + place) : number
  })

function fillText(recorded: string, before: string | null | undefined): (flow: Flow) => string {
  const key = exact.find((one) => payer[one] === recorded)
  if (key !== undefined) return (flow) => flow[key]
  // The counter of a client stays the same from payment to payment, as in the portal. All other values are new in every
  // payment.
  if (before === 'payment.client') return (flow) => replaceMade(recorded, flow.address)
  return (flow) => replaceMade(rename(recorded, flow), flow.seed)
}

const calls = recipe.calls.map(({ statements, answer }, call) => ({
  answer,
  steps: statements.map(({ text, parameters }, index) => ({
    text,
    name: `${call}-${index}`,
    fills: fillEach(parameters, fillText),
  })),
}))

async function answerTo(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.method === 'POST') JSON.parse(Buffer.concat(chunks).toString())
  const call = calls[Number((request.url ?? '').slice(1))]
  if (call === undefined) throw new Error('No such call')
  const own = JSON.parse(String(request.headers['x-payer'])) as SeveralPayer
  const flow = { ...own, seed: randomBytes(32).toString('base64url') }
  const now = Date.now()
  await runSteps(
    pool,
    call.steps.map(({ text, name, fills }) => ({ text, name, values: fills.map((fill) => fill(flow, now)) })),
  )
  return rename(call.answer, flow)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/readyz') {
    await pool.query('select 1')
    return void response.end('ready')
  }
  try {
    const text = await answerTo(request)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

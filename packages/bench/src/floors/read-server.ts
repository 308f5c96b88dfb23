import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import type { ReaderFacts, ReadRecipe } from './read-recipe.ts'

/**
 * The floor of P1 and P5: for every read it runs the statements that the portal was recorded to run for it, for the member who
 * is named, and answers as many bytes, written with `JSON.stringify` each time when `WRITES_JSON` is `Y`. `GET /<number of the read>` with the member's facts as headers. No routing, no
 * proof, no checks, no log.
 */
const recipe = JSON.parse(readFileSync(process.env['RECIPE'] ?? '', 'utf8')) as ReadRecipe
const writesJson = process.env['WRITES_JSON'] === 'Y'
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['DATABASE_POOL']) })
const keys = ['memberNumber', 'accountNumber', 'loginId', 'tokenHash'] as const

type Fill = (reader: ReaderFacts) => string | null

const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/u

function fillOf(recorded: string | null): Fill {
  const key = keys.find((one) => recipe.reader[one] === recorded)
  if (key !== undefined) return (reader) => reader[key]
  if (recorded !== null && instant.test(recorded)) return () => new Date().toISOString()
  return () => recorded
}

const reads = recipe.reads.map(({ statements, answer }) => ({
  answer,
  parsed: JSON.parse(answer) as unknown,
  steps: statements.map(({ text, parameters }, index) => ({ text, name: `${index}`, fills: parameters.map(fillOf) })),
}))

async function answerTo(request: IncomingMessage): Promise<string> {
  const read = reads[Number((request.url ?? '').slice(1))]
  if (read === undefined) throw new Error('No such read')
  const header = (name: string) => String(request.headers[name])
  const reader = {
    memberNumber: header('x-member'),
    accountNumber: header('x-account'),
    loginId: header('x-login'),
    tokenHash: header('x-token-hash'),
  }
  for (const { text, fills } of read.steps) await pool.query({ text, values: fills.map((fill) => fill(reader)) })
  return (writesJson ? JSON.stringify(read.parsed) : read.answer)
    .replaceAll(recipe.reader.accountNumber, reader.accountNumber)
    .replaceAll(recipe.reader.memberNumber, reader.memberNumber)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/readyz') {
    await pool.query('select 1')
    return void response.end('ready')
  }
  try {
    const text = await answerTo(request)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))

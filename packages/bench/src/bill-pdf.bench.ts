import { apiPrefix } from '@coopline/contract/paths'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  throughput,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { startCooperative } from './support/filled-portal.ts'
import { overviewReads, type Reader } from './support/fill-cooperative.ts'
import { createClient, type HttpClient } from './support/http-client.ts'
import { interleave } from './support/interleave.ts'
import { loadFor } from './support/load.ts'
import { floorProcess } from './support/portal-process.ts'
import { queryOnce, startPostgresql } from './support/postgresql-server.ts'
import { startServer } from './support/processes.ts'

const atOnce = 4
const linesPerBill = 12

export const billPdfBenchmark: Benchmark = {
  name: 'PDF',
  title: 'A bill drawn as PDF',
  floor: 'pdfkit drawing an empty page behind node:http',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

interface PdfAnswer {
  readonly billViewUrlFileBytes: string
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const { portal, url, signedIn } = await startCooperative(cleanUp, server, 'coopline', 1_000)
  await queryOnce(
    url,
    `insert into cis.bill_line select account_number, bill_date, line, 'Energy charge, step ' || line, 100 + line, 'kWh', 1000 + line
       from cis.bill, generate_series(1, ${linesPerBill}) as line`,
  )
  const bare = await startServer(cleanUp, floorProcess('empty-pdf-server.ts', {}))
  const [ours, theirs] = [createClient(portal.origin, atOnce), createClient(bare.origin, atOnce)]
  cleanUp.add(ours.close)
  cleanUp.add(theirs.close)
  const bills = await handlesOf(ours, signedIn)
  const seconds = quick ? 2 : 8
  const sizes: Record<'coopline' | 'floor', number> = { coopline: 0, floor: 0 }
  const measure = async (name: keyof typeof sizes, draw: (index: number) => Promise<string>) =>
    throughput(
      await loadFor(seconds, atOnce, async (index) => {
        const { billViewUrlFileBytes } = JSON.parse(await draw(index)) as PdfAnswer
        sizes[name] = Buffer.byteLength(billViewUrlFileBytes, 'base64')
      }),
    )
  const contenders = [
    { name: 'coopline', run: async () => measure('coopline', async (index) => askFor(ours, bills, index)) },
    {
      name: 'floor',
      run: async () => measure('floor', async () => (await theirs.call({ method: 'GET', path: '/' })).text),
    },
  ] as const
  for (const contender of contenders) await contender.run()
  const runs = await interleave<'coopline' | 'floor'>(quick ? 3 : 7, contenders, tell)
  const against = { ours: 'coopline', floor: 'floor', goal: null } as const
  return {
    rows: [
      compare(runs, { what: 'bills', unit: '1/s', figure: 'perSecond', ...against }),
      compare(runs, { what: 'p50 of a bill', unit: 'ms', figure: 'p50', ...against }),
      compare(runs, { what: 'p95 of a bill', unit: 'ms', figure: 'p95', ...against }),
      alone('size of a bill', 'bytes', [sizes.coopline]),
      alone('size of the empty page', 'bytes', [sizes.floor]),
    ],
    notes: [
      `${atOnce} at once; a bill of one page with ${linesPerBill} lines, tagged, its figures read from PostgreSQL; over HTTP with the proof of the session.`,
    ],
  }
}

interface AskableBill {
  readonly reader: Reader
  readonly billViewUrl: string
}

async function handlesOf(client: HttpClient, readers: readonly Reader[]): Promise<readonly AskableBill[]> {
  const bills: AskableBill[] = []
  for (const reader of readers.slice(0, 32)) {
    const [, , path = ''] = overviewReads(reader)
    const { text } = await client.call({ method: 'GET', path, headers: reader.headers })
    const { results } = JSON.parse(text) as { readonly results: readonly { readonly billViewUrl: string }[] }
    for (const { billViewUrl } of results) bills.push({ reader, billViewUrl })
  }
  return bills
}

async function askFor(client: HttpClient, bills: readonly AskableBill[], index: number): Promise<string> {
  const bill = bills[index % bills.length]
  if (bill === undefined) throw new Error('No bill to ask for')
  const { reader, billViewUrl } = bill
  const answer = await client.call({
    method: 'POST',
    path: `${apiPrefix}/v3/members/${reader.memberNumber}/bills/pdf`,
    headers: { ...reader.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ billViewUrl, timeTick: '639000000000000000', statementStartDate: null }),
  })
  return answer.text
}

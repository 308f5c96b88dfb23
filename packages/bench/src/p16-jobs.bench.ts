import { setTimeout as sleep } from 'node:timers/promises'
import { apiPrefix } from '@coopline/contract/paths'
import pg from 'pg'
import { bareNotices } from './floors/bare-notices.ts'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { importSettings, loadEnv, newKey } from './support/cooperative.ts'
import { runToEnd } from './support/coopline.ts'
import { fillNotified, queueOutageMails } from './support/fill-notified.ts'
import { createClient, type HttpClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { portalProcess } from './support/portal-process.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import { startServer } from './support/processes.ts'
import { addressOf } from './support/quick-payer.ts'
import { type SmtpSink, startSmtpSink } from './support/smtp-sink.ts'
import { percentile } from './support/statistics.ts'

export const jobsBenchmark: Benchmark = {
  name: 'P16',
  title: 'Jobs of a large cooperative: bill notices, and links that members wait for during an outage',
  floor: 'one statement that finds due notices; nodemailer alone, to the same local mail server',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor'

interface Bench {
  readonly cleanUp: CleanUp
  readonly env: Readonly<Record<string, string>>
  readonly client: pg.Client
  readonly sink: SmtpSink
  readonly seconds: number
}

const outageMails = 50_000
/** Links are asked for one after another, with this long between them. */
const betweenLinksMs = 500

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const accounts = quick ? 20_000 : 1_000_000
  const server = await startPostgresql(cleanUp)
  await server.makeDatabase('coopline')
  const sink = await startSmtpSink(cleanUp)
  const folder = cleanUp.folder('p16')
  const url = server.url('coopline')
  const env = { ...loadEnv(newKey()), WORKERS: 'Y', DATA_DIR: folder, DATABASE_URL: url, SMTP_URL: sink.url }
  const { timeZone, today } = noonNow(new Date())
  await importSettings(env, folder, { Notifications: true, allowSubscribeForNotification: true, timeZone })
  tell(`Filling a cooperative of ${accounts.toLocaleString('en-US')} accounts`)
  await fillNotified(url, accounts, today)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  cleanUp.add(() => client.end())
  const bench = { cleanUp, env, client, sink, seconds: quick ? 4 : 12 }

  const portal = await startServer(cleanUp, portalProcess(env))
  const notices = await interleave<Name>(
    quick ? 3 : 5,
    [
      { name: 'coopline', run: () => runNotices(client) },
      { name: 'floor', run: () => runStatement(client, today) },
    ],
    tell,
  )
  await portal.stop()
  let round = 0
  const storms = await interleave<Name>(
    3,
    [
      { name: 'coopline', run: () => runStorm(bench, (round += 1)) },
      { name: 'floor', run: () => sendAlone(sink, quick ? 2_000 : 10_000) },
    ],
    tell,
  )
  return resultOf(accounts, notices, storms)
}

/** Finds a time zone in which it is about noon, because no bill notice is sent at night, and its local day. */
function noonNow(now: Date): { readonly timeZone: string; readonly today: string } {
  const ahead = 12 - now.getUTCHours()
  const today = new Date(now.getTime() + ahead * 3_600_000).toISOString().slice(0, 10)
  // Etc/GMT-5 is five hours ahead.
  return { timeZone: ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`, today }
}

/** Puts the job into the portal's queue and waits for its end. What it took is what the queue noted. */
async function runNotices(client: pg.Client) {
  const queued = await client.query<{ id: string }>(
    `insert into job.job (name, data, retry_limit, heartbeat_seconds)
     values ('notifications.notify-of-bills', '{}', 0, 60) returning id`,
  )
  for (;;) {
    const { rows } = await client.query<{ state: string; ms: number }>(
      `select state::text, 1000 * extract(epoch from completed_on - started_on)::float as ms from job.job where id = $1`,
      [queued.rows[0]?.id],
    )
    const [job] = rows
    if (job?.state === 'completed') break
    if (job === undefined || job.state === 'failed') throw new Error('The bill notices failed')
    await sleep(20)
  }
  const { rows } = await client.query<{ ms: number; messages: number }>(
    `select 1000 * extract(epoch from completed_on - started_on)::float as ms,
       (select count(*)::integer from outbox.message) as messages from job.job where id = $1`,
    [queued.rows[0]?.id],
  )
  const [{ ms, messages } = { ms: Number.NaN, messages: 0 }] = rows
  if (messages > 0) throw new Error(`${messages} notices were sent, although every member had been notified`)
  return { ms }
}

async function runStatement(client: pg.Client, today: string) {
  const begun = performance.now()
  const { rows } = await client.query(bareNotices(today))
  if (rows.length > 0) throw new Error(`The statement found ${rows.length} notices`)
  return { ms: performance.now() - begun }
}

/** Starts a portal on a full outbox, and asks for links while it sends. */
async function runStorm({ cleanUp, env, client, sink, seconds }: Bench, round: number) {
  await queueOutageMails(client, outageMails)
  const portal = await startServer(cleanUp, portalProcess(env))
  const http = createClient(portal.origin, 1)
  try {
    let index = round * 1_000
    // The first one also wakes the worker that sends.
    await timeOfLink(http, sink, index)
    const [begun, sent] = [performance.now(), sink.count()]
    const times: number[] = []
    while (performance.now() < begun + seconds * 1000) {
      index += 1
      times.push(await timeOfLink(http, sink, index))
      await sleep(betweenLinksMs)
    }
    const perSecond = ((sink.count() - sent) * 1000) / (performance.now() - begun)
    return { perSecond, links: times.length, p50: percentile(times, 0.5), slowest: Math.max(...times) }
  } finally {
    http.close()
    // The worker stops at once when nothing waits.
    await client.query('delete from outbox.message where sent_at is null')
    await portal.stop()
  }
}

/** Measures the milliseconds from the request for a reset link until its mail arrives. */
async function timeOfLink(http: HttpClient, sink: SmtpSink, index: number): Promise<number> {
  const username = `member.${index}`
  const begun = performance.now()
  await http.call({
    method: 'POST',
    path: `${apiPrefix}/v3/forgot-password`,
    headers: { 'content-type': 'application/json', applicationid: 'Web', 'x-forwarded-for': addressOf(index) },
    body: JSON.stringify({ username }),
  })
  for (;;) {
    const arrived = sink.arrivals.get(`${username}@example.org`)
    if (arrived !== undefined) return arrived - begun
    if (performance.now() > begun + 90_000) throw new Error('A link did not leave within 90 s')
    await sleep(5)
  }
}

async function sendAlone(sink: SmtpSink, count: number) {
  const before = sink.count()
  sink.arrivals.clear()
  await runToEnd('packages/bench/src/floors/send-mails.ts', [sink.url, String(count)], {})
  if (sink.count() - before < count) throw new Error('Mails of the floor are missing')
  const times = [...sink.arrivals.values()]
  return { perSecond: ((count - 1) * 1000) / (Math.max(...times) - Math.min(...times)) }
}

function resultOf(accounts: number, notices: Runs<Name>, storms: Runs<Name>): BenchmarkResult {
  const against = { ours: 'coopline', floor: 'floor' } as const
  const count = accounts.toLocaleString('en-US')
  return {
    rows: [
      compare(notices, {
        what: `bill notices with nothing to send, ${count} accounts`,
        unit: 'ms',
        figure: 'ms',
        ...against,
        goal: { text: '≤ 1 s', isMet: (_ratio, ours) => ours <= 1_000 },
      }),
      compare(storms, {
        what: 'messages while links are asked for',
        unit: '1/s',
        figure: 'perSecond',
        ...against,
        goal: { text: '≥ 0.5 ×', isMet: (ratio) => ratio >= 0.5 },
      }),
      alone('p50 of a link that is asked for meanwhile', 'ms', figuresOf(storms.coopline, 'p50')),
      alone('the slowest of these links', 'ms', figuresOf(storms.coopline, 'slowest'), {
        text: '≤ 5 s',
        isMet: (median) => median <= 5_000,
      }),
    ],
    notes: [
      'Every member has a login; a fifth of the accounts has a new bill, a tenth is due soon, one in thirty is past due; all of them were notified before.',
      'The time of the bill notices is that of the job, from its start to its end, as the queue noted it.',
      `${outageMails.toLocaleString('en-US')} outage messages wait when a portal starts; then reset links are asked for, ${betweenLinksMs} ms after the one before has arrived.`,
      'The local mail server accepts every mail at once; the portal and the floor send over five connections each.',
    ],
  }
}

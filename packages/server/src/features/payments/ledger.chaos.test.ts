import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Requisition } from '@coopline/contract/payments/payment-request'
import type { QuickPayVerification } from '@coopline/contract/quick-pay/quick-pay.contract'
import { cents } from '@coopline/rules/kernel/money'
import type { PaymentState } from '@coopline/rules/payment-state/payment-state'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import type { OpenDatabase } from '../../platform/db/open-database.ts'
import { openPostgresql } from '../../platform/db/open-postgresql.ts'
import { ask, payingOf } from '../../testing/ask.ts'
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts'
import { type PortalProcess, processEnvironment, startPortalProcess, wrongClock } from '../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import {
  fieldsOf,
  type ProviderDouble,
  signPostback,
  startProviderDouble,
  tell,
  type EventFields,
  unreadable,
} from '../../testing/provider-double.ts'
import { payingSettings } from '../../testing/quick-payer.ts'
import { seedAccount } from '../../testing/seed-account.ts'

/** How long money moves while things break. */
const seconds = Number(process.env.CHAOS_SECONDS ?? '120')
const payers = 6
const accountNumbers = Array.from({ length: 12 }, (_, index) => `2001001${String(index).padStart(2, '0')}`)
const balance = cents(5_000_000)

/**
 * An attempt to verify is counted before it is checked and taken back when it was right. A process that dies in between leaves
 * it counted, as it should; dying this often would lock every account for the day.
 */
const wideLimits = {
  quickPayRequisitionsPerHour: 1_000,
  quickPayFailuresPerAccountPerDay: 100,
  quickPayFailuresPerClientPerHour: 1_000,
  quickPayFailuresPerNetworkPerHour: 10_000,
  quickPayGlobalFailuresPer10Minutes: 100_000,
}

let postgresql: PostgresqlServer
let proxy: FaultProxy
let provider: ProviderDouble
let database: OpenDatabase
/** Two processes on one database; either may be gone at any moment. */
const portals: (PortalProcess | null)[] = [null, null]

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  proxy = await startFaultProxy(postgresql.port)
  provider = await startProviderDouble()
  database = openOwnConnection()
  await migrate(database)
  for (const [index, accountNumber] of accountNumbers.entries()) {
    await seedAccount(
      database.db,
      anAccount(accountNumber)
        .of({
          memberNumber: `2${index}`,
          name: `Payer ${index}`,
          phones: ['7155554821'],
          emails: [`payer${index}@example.org`],
        })
        .withBalance({ balance }),
    )
  }
  for (const [key, value] of Object.entries({ ...payingSettings, allowOverPay: true, ...wideLimits }))
    await database.db
      .insertInto('portal.setting')
      .values({ key, value: JSON.stringify(value), updated_at: new Date(), updated_by: 'test' })
      .execute()
  await database.db.updateTable('portal.setting_version').set({ version: 2 }).execute()
  for (const place of portals.keys()) portals[place] = await startPortal(place)
})
afterAll(async () => {
  for (const portal of portals) await portal?.kill()
  await database.close()
  await provider.close()
  await proxy.close()
  await postgresql.stop()
})

const openOwnConnection = (): OpenDatabase =>
  openPostgresql({
    url: postgresql.url('postgres'),
    poolSize: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    onError: () => undefined,
  })

const environment = () => ({
  DATABASE_URL: postgresql.url('postgres').replace(`:${postgresql.port}/`, `:${proxy.port}/`),
  PROVIDER_URL: provider.url,
  TRUSTED_PROXIES: '127.0.0.1',
  WORKERS: 'Y',
})

/** The second portal's wall clock jumps by an hour or two every few seconds. */
const startPortal = async (place = 0): Promise<PortalProcess> =>
  startPortalProcess({ ...environment(), ...(place === 1 ? wrongClock(3_600, 4) : {}) })

const pause = async (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))
const oneOf = <T>(things: readonly T[]): T => {
  const thing = things[Math.floor(Math.random() * things.length)]
  if (thing === undefined) throw new Error('Nothing to choose from')
  return thing
}

/** Asks either portal until one answers; what was sent may have been done by one that did not answer. */
async function insist(asking: (portal: PortalProcess) => Promise<Response>): Promise<Response | null> {
  for (let attempts = 0; attempts < 60; attempts += 1) {
    const portal = oneOf(portals)
    if (portal !== null) {
      const answer = await Promise.race([asking(portal).catch(() => null), pause(8_000).then(() => null)])
      if (answer !== null && answer.status < 500) return answer
    }
    await pause(250)
  }
  return null
}

/** The outcome of one payment, as the payer and the provider know it. */
interface Story {
  readonly transNo: string
  readonly accountNumber: string
  readonly amount: number
  readonly ends: PaymentState
  /** How often the provider holds the payment: below zero when more went back than was charged. */
  readonly held: number
  /** Money went back at some time, so that the payer may have no receipt. */
  readonly wasReversed: boolean
  readonly isDoubled: boolean
}

const endings = [
  'paid',
  'paid',
  'paid',
  'paid, unheard',
  'declined, paid',
  'declined',
  'canceled',
  'refunded',
  'returned',
  'disputed',
  'dispute won',
  'dispute won, called a success',
  'dispute lost in the end',
  'refunded twice',
  'returned twice',
  'refund told twice',
  'tried again after paying',
  'returned in a lost night',
  'charged twice',
  'unreadable',
  'left',
] as const

const octet = (): number => Math.floor(Math.random() * 256)

/** One payment, from the account number to the events of the provider. */
async function payOnce(): Promise<Story | null> {
  const accountNumber = oneOf(accountNumbers)
  // From another network each time, so that no limit of attempts ends the run.
  const headers = { 'x-forwarded-for': `11.${octet()}.${octet()}.1` }
  const claim = { body: { accountNumber, phoneLastFourDigits: '4821' }, headers }
  const verified = await insist(async ({ origin }) => ask(origin, '/api/v3/quick-pay/verify/account/phone', claim))
  if (verified?.status !== 200) return null
  const amount = 100 + Math.floor(Math.random() * 5_000)
  const { path, asking } = await payingOf(verified, amount)
  const whole = { ...asking, headers: { ...headers, ...asking.headers } }
  const paid = await insist(async ({ origin }) => ask(origin, path, whole))
  if (paid?.status !== 200) return null
  const form = (await paid.json()) as Requisition
  const transNo = fieldsOf(form)['clientReference'] ?? ''
  return { transNo, accountNumber, amount, ...(await atTheProvider(form, transNo)) }
}

/** What happens on the provider's page, and what it sends of it, in any order and more than once. */
async function atTheProvider(
  form: Requisition,
  transNo: string,
): Promise<Pick<Story, 'ends' | 'held' | 'wasReversed' | 'isDoubled'>> {
  const now = Date.now()
  const at = (ms = 0) => ({ occurredAt: new Date(now + ms).toISOString() })
  const paid = tell(form, 'payment.succeeded', at())
  // An earlier try, also by the provider's clock: a decline after the success would be a return.
  const declined = tell(form, 'payment.declined', at(-1_000))
  const canceled = tell(form, 'payment.canceled', at())
  const refunded = tell(form, 'payment.refunded', at(1))
  const under = (eventId: string, ms: number) => ({ ...at(ms), eventId: `evt_${eventId}_${transNo}` })
  const refundedAgain = tell(form, 'payment.refunded', under('refunded', 2))
  const refundCopy = tell(form, 'payment.refunded', under('copy', 1))
  const returnedAgain = tell(form, 'payment.returned', under('returned', 3))
  const won = tell(form, 'payment.reinstated', under('won', 2))
  const wonAsSuccess = tell(form, 'payment.succeeded', under('succeeded', 2))
  const triedAgain = tell(form, 'payment.declined', { ...under('tried', 1), netAmount: paid.totalAmount })
  // The nights since were lost: nobody has asked for the reports of these days.
  const paidDaysAgo = tell(form, 'payment.succeeded', at(-6 * 86_400_000))
  const returnedDaysAgo = tell(form, 'payment.returned', at(-5 * 86_400_000))
  const strange = tell(form, 'payment.succeeded', { ...at(), ...unreadable })
  const returned = tell(form, 'payment.returned', at(1))
  // A provider without a word for returns: by its clock the decline comes after the success.
  const disputed = tell(form, 'payment.declined', at(1))
  const second = tell(form, 'payment.succeeded', {
    ...at(),
    eventId: `evt_second_${transNo}`,
    confirmationNumber: 'SB00000002',
  })
  const ending = oneOf(endings)
  const events: Record<typeof ending, readonly EventFields[]> = {
    paid: [paid],
    'paid, unheard': [paid],
    'declined, paid': [declined, paid],
    declined: [declined],
    canceled: [canceled],
    refunded: [paid, refunded],
    returned: [paid, returned],
    disputed: [paid, disputed],
    'dispute won': [paid, returned, won],
    'dispute won, called a success': [paid, returned, wonAsSuccess],
    'dispute lost in the end': [paid, returned, won, returnedAgain],
    'refunded twice': [paid, refunded, refundedAgain],
    'returned twice': [paid, returned, returnedAgain],
    'refund told twice': [paid, refunded, refundCopy],
    'tried again after paying': [paid, triedAgain],
    'returned in a lost night': [paidDaysAgo, returnedDaysAgo],
    'charged twice': [paid, second],
    unreadable: [strange],
    left: [],
  }
  const reported = events[ending]
  if (reported.length > 0) provider.events.set(transNo, [...reported])
  else provider.open.add(transNo)
  if (ending !== 'paid, unheard') {
    const heard = ending === 'returned in a lost night' ? [paidDaysAgo] : reported
    const sent = Math.random() < 0.3 ? [...heard, ...heard].toReversed() : heard
    for (const event of sent) await post(event, ending === 'unreadable' ? 400 : 200)
  }
  const ends: Record<typeof ending, PaymentState> = {
    paid: 'confirmed',
    'paid, unheard': 'confirmed',
    'declined, paid': 'confirmed',
    declined: 'declined',
    canceled: 'canceled',
    refunded: 'refunded',
    returned: 'returned',
    disputed: 'returned',
    'dispute won': 'confirmed',
    'dispute won, called a success': 'confirmed',
    'dispute lost in the end': 'returned',
    'refunded twice': 'refunded',
    'returned twice': 'returned',
    'refund told twice': 'refunded',
    'tried again after paying': 'confirmed',
    'returned in a lost night': 'returned',
    'charged twice': 'confirmed',
    // Nothing that can be read was said of it: it waits, with an alarm.
    unreadable: 'handed-off',
    left: 'handed-off',
  }
  const held = ending === 'refunded twice' || ending === 'returned twice' ? -1 : ends[ending] === 'confirmed' ? 1 : 0
  return {
    ends: ends[ending],
    held,
    wasReversed: reported.some(({ type }) => type === 'payment.refunded' || type === 'payment.returned'),
    isDoubled: ending === 'charged twice',
  }
}

/** Sends a postback as often as it takes. Each attempt is signed again, as a provider does. */
async function post(event: EventFields, answer: number): Promise<void> {
  const taken = await insist(async ({ origin }) => {
    const { headers, payload } = signPostback(event, { now: () => new Date() })
    return fetch(`${origin}/api/v3/payments/postback`, { method: 'POST', headers, body: payload })
  })
  expect(taken?.status).toBe(answer)
}

interface Fault {
  readonly name: string
  readonly happen: () => Promise<void>
}

const faults: readonly Fault[] = [
  {
    name: 'portal killed',
    happen: async () => {
      const place = oneOf([...portals.keys()])
      const victim = portals[place]
      portals[place] = null
      await victim?.kill()
      await pause(500)
      portals[place] = await startPortal(place)
    },
  },
  {
    name: 'portal paused',
    happen: async () => {
      const victim = oneOf(portals)
      if (victim === null) return
      process.kill(victim.pid, 'SIGSTOP')
      await pause(3_000)
      process.kill(victim.pid, 'SIGCONT')
    },
  },
  {
    name: 'connections cut',
    happen: async () => {
      proxy.cutAll()
    },
  },
  {
    name: 'database slow',
    happen: async () => {
      proxy.delay(400)
      await pause(2_000)
      proxy.delay(0)
    },
  },
  {
    name: 'answers lost',
    happen: async () => {
      proxy.cutAfter(2_000)
      await pause(1_500)
      proxy.cutAfter(0)
      proxy.cutAll()
    },
  },
  {
    name: 'database killed',
    happen: async () => {
      await postgresql.kill()
      await pause(500)
      await postgresql.start()
    },
  },
]

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

test(
  `keeps the ledger right to the cent through ${seconds} seconds of payments, refunds, returns, disputes, second charges, repeats and lost nights while processes, connections and the database die and a clock jumps by hours [REL-04, REL-12]`,
  async () => {
    const stories: Story[] = []
    const happened: Record<string, number> = {}
    const end = performance.now() + seconds * 1000
    const isOver = () => performance.now() > end
    const pay = async () => {
      while (!isOver()) {
        const story = await payOnce()
        if (story !== null) stories.push(story)
      }
    }
    const breakThings = async () => {
      for (let round = 0; !isOver(); round += 1) {
        // Every ending occurs, in a random order.
        const fault = round < faults.length ? faults[round] : oneOf(faults)
        await pause(2_000)
        await fault?.happen()
        if (fault !== undefined) happened[fault.name] = (happened[fault.name] ?? 0) + 1
      }
    }
    await Promise.all([breakThings(), ...Array.from({ length: payers }, pay)])
    await Promise.all(portals.map(async (portal) => portal?.kill()))
    await database.close()
    database = openOwnConnection()
    await settleRest()
    process.stdout.write(`${stories.length} payments acknowledged; ${JSON.stringify(happened)}\n`)
    expect(stories.length).toBeGreaterThan(seconds * 3)
    await expectBooks(stories)
  },
  seconds * 1000 + 300_000,
)

/**
 * Asks the provider about payments without a postback, as the sweeper does every minute, and makes up for the nights in which no report
 * was compared.
 */
async function settleRest(): Promise<void> {
  const command = join(import.meta.dirname, '../../cli/coopline.ts')
  const env = processEnvironment(environment())
  const run = async (verb: string) =>
    (await promisify(execFile)(process.execPath, [command, 'payments', verb], { env })).stdout
  expect(await run('sweep')).toMatch(/^Asked the provider about \d+ open payments/u)
  const weekAgo = new Date(Date.now() - 7 * 86_400_000)
  await database.db.deleteFrom('pay.compared_day').execute()
  await sql`insert into pay.compared_day (day, compared_at) values ((${weekAgo}::timestamptz at time zone 'UTC')::date, now())`.execute(
    database.db,
  )
  await run('reconcile')
  // By now the books agree, and a second run says so.
  expect(JSON.parse(await run('reconcile'))).toMatchObject({
    takenIn: 0,
    missing: 0,
    extra: 0,
    different: 0,
    eventsDiffer: 0,
  })
}

/** Compares the database with what payers and the provider know. */
async function expectBooks(stories: readonly Story[]): Promise<void> {
  const { db } = database
  const payments = await db.selectFrom('pay.payment').select(['trans_no', 'state']).execute()
  const states = new Map(payments.map((row) => [row.trans_no, row.state]))
  expect(stories.filter(({ transNo, ends }) => states.get(transNo) !== ends)).toEqual([])

  const sums = await sql<{ trans_no: string; booked: number; sent: number }>`
    select booking.trans_no, -sum(entry.amount)::integer as booked, (
      select coalesce(sum(case when event.kind in ('payment-refunded', 'payment-returned') then -1 else 1 end
        * (event.body ->> 'amount')::integer), 0)::integer
      from outbox.event as event where event.body ->> 'transNo' = booking.trans_no) as sent
    from pay.booking as booking join pay.ledger_entry as entry on entry.booking_id = booking.id
    where entry.ledger_account like 'member-account/%' group by booking.trans_no`.execute(db)
  const booked = new Map(sums.rows.map((row) => [row.trans_no, row]))
  const bookedOtherwise = stories.filter(({ transNo, held, amount }) => {
    const { booked: ledger = 0, sent = 0 } = booked.get(transNo) ?? {}
    return ledger !== held * amount || sent !== held * amount
  })
  expect(bookedOtherwise).toEqual([])
  // A payment whose form nobody received has moved no money.
  const known = new Set(stories.map(({ transNo }) => transNo))
  expect([...booked.keys()].filter((transNo) => !known.has(transNo))).toEqual([])

  // Unreadable events are set aside with one alarm for each payment, however often it was sent and asked about.
  const alarms = await db.selectFrom('pay.alarm').select('trans_no').where('kind', '=', 'unreadable').execute()
  const putAside = alarms.map((row) => row.trans_no)
  const waiting = stories.filter(({ transNo, ends }) => ends === 'handed-off' && provider.events.has(transNo))
  expect(new Set(putAside)).toEqual(new Set(waiting.map(({ transNo }) => transNo)))
  expect(putAside).toHaveLength(waiting.length)

  const unbalanced = sql`select booking_id from pay.ledger_entry group by booking_id having sum(amount) <> 0`
  expect((await unbalanced.execute(db)).rows).toEqual([])
  await expectAccounts(stories)
  const alarmed = await db.selectFrom('pay.alarm').select('trans_no').where('kind', '=', 'double-charge').execute()
  const doubled = stories.filter(({ isDoubled }) => isDoubled).map(({ transNo }) => transNo)
  expect(alarmed).toHaveLength(doubled.length)
  expect(new Set(alarmed.map((row) => row.trans_no))).toEqual(new Set(doubled))
  const receipts = await sql<{ n: number }>`select count(*)::integer as n from outbox.message
    where dedupe_key like 'receipt:%' group by dedupe_key`.execute(db)
  expect(receipts.rows.filter(({ n }) => n !== 1)).toEqual([])
  expect(receipts.rows.length).toBeGreaterThanOrEqual(
    stories.filter(({ ends, wasReversed }) => ends === 'confirmed' && !wasReversed).length,
  )
}

/** What each account has paid: by its payments, by the ledger, and by what a payer is shown. */
async function expectAccounts(stories: readonly Story[]): Promise<void> {
  const entries = await sql<{ account: string; paid: number }>`
    select split_part(ledger_account, '/', 2) as account, (-sum(amount))::integer as paid
    from pay.ledger_entry where ledger_account like 'member-account/%' group by 1`.execute(database.db)
  const booked = new Map(entries.rows.map(({ account, paid }) => [account, paid]))
  const portal = await startPortal()
  for (const accountNumber of accountNumbers) {
    const own = stories.filter((story) => story.accountNumber === accountNumber)
    const paid = sumOf(own.map(({ amount, held }) => held * amount))
    const shown = await ask(portal.origin, '/api/v3/quick-pay/verify/account/phone', {
      body: { accountNumber, phoneLastFourDigits: '4821' },
      headers: { 'x-forwarded-for': '198.18.0.1' },
    })
    const { account } = (await shown.json()) as QuickPayVerification
    expect([accountNumber, booked.get(accountNumber) ?? 0, balance - account.accountBalance]).toEqual([
      accountNumber,
      paid,
      paid,
    ])
  }
  await portal.kill()
}

import { beforeEach, describe, expect, inject, it, test } from 'vitest'
import { readsOf } from '../../testing/reads-of.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createWaitingJobs } from '../../testing/waiting-jobs.ts'
import { createLog } from '../log.ts'
import { deliverMessages, deliverUntilStopped, type Senders } from './deliver-messages.job.ts'
import { claimMessages, insertMessage, type NewMessage, readUrgentAges, type WaitingMessage } from './message.store.ts'

// No real installation has the timing or the query plans of the embedded database.
const isOnPostgresql = inject('postgresqlUrl') !== ''

const database = useTestDatabase()
const clock = createTestClock()
const logLines: string[] = []
const log = createLog('info', { write: (line) => void logLines.push(line) })
beforeEach(() => {
  clock.set('2026-11-20T15:00:00Z')
  logLines.length = 0
})

const put = async (dedupeKey: string, over: Partial<NewMessage> = {}) =>
  database.db.transaction().execute(async (tx) =>
    insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient: 'ada@example.org',
      subject: 'Receipt',
      bodyText: 'Thank you',
      language: 'en',
      now: clock.now(),
      ...over,
    }),
  )

const run = async (senders: Partial<Senders>) =>
  deliverMessages({ db: database.db, clock, log }, { email: null, text: null, ...senders })

const rows = async () =>
  database.db
    .selectFrom('outbox.message')
    .select(['dedupe_key', 'attempts', 'sent_at', 'send_after', 'last_error'])
    .orderBy('id')
    .execute()

/** A sender that keeps what it sent, and fails for those whose key says so. */
function sink(fails: (message: WaitingMessage) => Error | null = () => null) {
  const sent: string[] = []
  return {
    sent,
    send: async (message: WaitingMessage) => {
      const error = fails(message)
      if (error !== null) throw error
      sent.push(message.dedupeKey)
    },
  }
}
const refused = () => Object.assign(new Error('550'), { code: 'EENVELOPE' })
const down = () => Object.assign(new Error('connect ECONNREFUSED ada@example.org'), { code: 'ECONNECTION' })

describe('the outbox', () => {
  test('sends one message for a dedupe key, however often it is reported, also concurrently [REL-27]', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, async () => put('receipt:T1')))
    expect(taken.filter(Boolean)).toHaveLength(1)
    const { sent, send } = sink()
    expect(await run({ email: send })).toEqual({ sent: 1, failed: 0 })
    expect(await put('receipt:T1')).toBe(false)
    expect(await run({ email: send })).toEqual({ sent: 0, failed: 0 })
    expect(sent).toEqual(['receipt:T1'])
  })

  test('a message of a transaction that is rolled back is not sent', async () => {
    const broken = database.db.transaction().execute(async (tx) => {
      await insertMessage(tx, {
        dedupeKey: 'x',
        channel: 'email',
        recipient: 'a@b.test',
        subject: '',
        bodyText: '',
        language: 'en',
        now: clock.now(),
      })
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    expect(await run({ email: sink().send })).toEqual({ sent: 0, failed: 0 })
  })

  test('with the service down a message waits ever longer, up to an hour, and goes out once when it is up [REL-27]', async () => {
    await put('receipt:T1')
    const waits: number[] = []
    for (let attempts = 0; attempts < 14; attempts += 1) {
      const before = clock.now().getTime()
      expect(await run({ email: sink(down).send })).toEqual({ sent: 0, failed: 1 })
      const [row] = await rows()
      waits.push((Number(row?.send_after.getTime()) - before) / 1000)
      expect(await run({ email: sink(down).send })).toEqual({ sent: 0, failed: 0 })
      clock.set(row?.send_after.toISOString() ?? '')
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600, 3600])
    const { sent, send } = sink()
    await run({ email: send })
    await run({ email: send })
    expect(sent).toEqual(['receipt:T1'])
    expect((await rows())[0]).toMatchObject({ last_error: null, attempts: 15 })
    expect(logLines.join('')).not.toContain('ada@example.org')
  })

  test('a service that is down is tried three times a run, not once per message [REL-27]', async () => {
    for (let n = 0; n < 20; n += 1) await put(`receipt:T${n}`)
    expect(await run({ email: sink(down).send })).toEqual({ sent: 0, failed: 3 })
    expect((await rows()).filter((row) => row.attempts > 0)).toHaveLength(3)
    const { sent, send } = sink()
    expect(await run({ email: send })).toEqual({ sent: 17, failed: 0 })
    clock.advance(60)
    expect(await run({ email: send })).toEqual({ sent: 3, failed: 0 })
    expect(new Set(sent).size).toBe(20)
  })

  test('addresses that are refused every time hold up nobody else [REL-27]', async () => {
    for (let n = 0; n < 10; n += 1) await put(`bad:${n}`)
    for (let n = 0; n < 5; n += 1) await put(`good:${n}`)
    const { sent, send } = sink((message) => (message.dedupeKey.startsWith('bad') ? refused() : null))
    expect(await run({ email: send })).toEqual({ sent: 5, failed: 10 })
    clock.advance(3600)
    await put('good:later')
    await run({ email: send })
    expect(sent).toHaveLength(6)
  })

  test('a refused address does not make the service look late, unless the service refuses every message', async () => {
    const age = async () =>
      (await readUrgentAges(database.db, clock.now())).find(({ channel }) => channel === 'email')?.seconds
    const runWith = async (fails: (message: WaitingMessage) => Error | null) => run({ email: sink(fails).send })
    await put('code:mistyped', { priority: 'urgent' })
    await runWith(refused)
    clock.advance(300)
    await put('receipt:T1')
    await runWith(refused)
    clock.advance(300)
    await runWith(refused)
    expect(await age()).toBe(600)
    clock.advance(300)
    const refuseOne = ({ dedupeKey }: WaitingMessage) => (dedupeKey === 'code:mistyped' ? refused() : null)
    await runWith(refuseOne)
    clock.advance(300)
    await runWith(refuseOne)
    expect(await age()).toBe(0)
    clock.advance(300)
    await runWith(down)
    expect(await age()).toBe(1_500)
  })

  test('a code that expired while the service was down is not sent', async () => {
    const expiresAt = new Date(clock.now().getTime() + 600_000)
    await put('code:first', { expiresAt, priority: 'urgent' })
    await put('receipt:T1')
    expect(await run({ email: sink(down).send })).toEqual({ sent: 0, failed: 2 })
    clock.advance(600)
    await put('code:second', { expiresAt: new Date(clock.now().getTime() + 600_000), priority: 'urgent' })
    const { sent, send } = sink()
    expect(await run({ email: send })).toEqual({ sent: 2, failed: 0 })
    expect(sent.toSorted()).toEqual(['code:second', 'receipt:T1'])
    expect((await rows()).map((row) => row.dedupe_key)).toEqual(['receipt:T1', 'code:second'])
  })

  it.runIf(isOnPostgresql)(
    'sends a sealed code with the batch after it was asked for, before 50,000 queued receipts and outage notices [REL-27]',
    async () => {
      await database.runScript(`
      insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after, priority)
      select 'queued:' || n, 'email', 'a@b.test', '', '', 'en', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z', 1 + n % 2
      from generate_series(1, 50000) as n`)
      const sealed = `sealed:${Buffer.from('\u0002k1 and what it encrypts').toString('base64')}`
      const order: string[] = []
      const send = async ({ dedupeKey }: WaitingMessage) => {
        order.push(dedupeKey)
        if (order.length === 20) await put('reset-link:1', { bodyText: sealed })
        if (order.length === 60) clock.advance(601)
      }
      await run({ email: send })
      expect(order.indexOf('reset-link:1')).toBeGreaterThanOrEqual(20)
      expect(order.indexOf('reset-link:1')).toBeLessThan(40)
      // The run ended in time and left the rest to the next one.
      expect(order.length).toBeLessThan(100)
    },
  )

  test.for([
    ['quick', 0, 50],
    ['steady', 3, 32],
    ['slow', 30, 10],
  ] as const)('a $0 service is given up to $2 messages at once', async ([, milliseconds, most]) => {
    for (let n = 0; n < 150; n += 1) await put(`receipt:T${n}`)
    const sizes: number[] = []
    let open = 0
    const send = async () => {
      open += 1
      sizes.push(open)
      clock.advance(milliseconds / 1000)
      await Promise.resolve()
      open -= 1
    }
    expect(await run({ email: send })).toEqual({ sent: 150, failed: 0 })
    expect(Math.max(...sizes)).toBe(most)
  })

  it('sends texts while a mail is still being sent', async () => {
    await put('mail')
    await put('text', { channel: 'text', recipient: '7155554821' })
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const counted = await run({ email: async () => promise, text: async () => resolve(undefined) })
    expect(counted).toEqual({ sent: 2, failed: 0 })
  })

  test('channels wait for their own sender: texts do not leave as emails', async () => {
    await put('mail')
    await put('text', { channel: 'text', recipient: '7155554821' })
    const { sent, send } = sink()
    await run({ text: send })
    expect(sent).toEqual(['text'])
  })
})

describe('workers beside each other', () => {
  const claim = async (seconds = 120) =>
    claimMessages(database.db, {
      channel: 'email',
      limit: 5,
      now: clock.now(),
      nextAttemptAt: new Date(clock.now().getTime() + seconds * 1000),
    })

  test('ten at once send each of 40 messages once [REL-09]', async () => {
    for (let n = 0; n < 40; n += 1) await put(`receipt:T${n}`)
    const { sent, send } = sink()
    await Promise.all(Array.from({ length: 10 }, async () => run({ email: send })))
    expect(sent).toHaveLength(40)
    expect(new Set(sent).size).toBe(40)
  })

  test('a process that stops ends its run with the batch, leaves nothing claimed and has another one continue [REL-25]', async () => {
    for (let n = 0; n < 40; n += 1) await put(`receipt:T${n}`)
    const stopping = new AbortController()
    const { sent, send } = sink()
    const jobs = { ...createWaitingJobs(), stopping: stopping.signal }
    const email = async (message: WaitingMessage) => {
      if (sent.length === 4) stopping.abort()
      await send(message)
    }
    await deliverUntilStopped({ db: database.db, clock, log, jobs }, { email, text: null })
    expect(sent).toHaveLength(7)
    expect((await rows()).filter((row) => row.attempts > 0 && row.sent_at === null)).toEqual([])
    expect(jobs.waiting).toEqual([{ name: 'deliver-messages', payload: {} }])
  })

  test('a run that finds nothing more to send queues no other one', async () => {
    await put('receipt:T1')
    const jobs = createWaitingJobs()
    await deliverUntilStopped({ db: database.db, clock, log, jobs }, { email: sink().send, text: null })
    expect(jobs.waiting).toEqual([])
  })

  it.runIf(isOnPostgresql)(
    'a claim keeps to its limit when statistics from the middle of an insert say that the outbox is empty [REL-27]',
    async () => {
      await database.runScript(`
      insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after)
      select 'queued:' || n, 'email', 'a@b.test', '', '', 'en', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z'
      from generate_series(1, 1000) as n;
      update pg_class set reltuples = 0, relpages = 10 where oid = 'outbox.message'::regclass`)
      expect(await claim()).toHaveLength(5)
      expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(5)
    },
  )

  it.runIf(isOnPostgresql)(
    'a claim reads about as many messages as it takes, though everything was sent when statistics were taken [REL-27]',
    async () => {
      const queue = (kind: string) => `
      insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after)
      select '${kind}:' || n, 'email', 'a@b.test', '', '', 'en', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z'
      from generate_series(1, 2000) as n;`
      await database.runScript(`${queue('sent')} update outbox.message set sent_at = now(); analyze outbox.message`)
      await database.runScript(queue('waiting'))
      const { rows: read } = await readsOf(database, 'outbox.message', async (tx) =>
        claimMessages(tx, { channel: 'email', limit: 5, now: clock.now(), nextAttemptAt: clock.now() }),
      )
      expect(read).toBeGreaterThanOrEqual(5)
      expect(read).toBeLessThan(50)
    },
  )

  test('another worker takes the messages of a dead one after the lease of two minutes [REL-10]', async () => {
    await put('receipt:T1')
    expect(await claim()).toHaveLength(1)
    const { sent, send } = sink()
    clock.advance(119)
    await run({ email: send })
    expect(sent).toEqual([])
    clock.advance(1)
    await run({ email: send })
    expect(sent).toEqual(['receipt:T1'])
  })
})

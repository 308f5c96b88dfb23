import { expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { createLog } from '../log.ts'
import { deliverMessages } from './deliver-messages.job.ts'
import { insertMessage, type WaitingMessage } from './message.store.ts'

const database = useTestDatabase()
const clock = createTestClock('2026-11-20T00:00:00Z')

const sealed = `sealed:${Buffer.from('\u0002k1 and what it encrypts').toString('base64')}`
const put = async (dedupeKey: string, bodyText = 'Thank you') =>
  database.db.transaction().execute(async (tx) =>
    insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient: 'ada@example.org',
      subject: 'Subject',
      bodyText,
      language: 'en',
      now: clock.now(),
    }),
  )
const run = async (email: (message: WaitingMessage) => Promise<void>) =>
  deliverMessages({ db: database.db, clock, log: createLog('silent') }, { email, text: null })

const stepSeconds = 600
const steps = 86_400 / stepSeconds

it('after a day without a mail server sends a new code first, loses nothing, sends nothing twice, and meanwhile tried three messages a run at most [REL-27]', async () => {
  const expected = new Set<string>()
  const queue = async (key: string, bodyText?: string) => {
    expected.add(key)
    await put(key, bodyText)
  }
  let attempts = 0
  const down = async () => {
    attempts += 1
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
  }
  for (let step = 0; step < steps; step += 1) {
    for (let n = 0; n < 5; n += 1) await queue(`receipt:${step}-${n}`)
    if (step % 6 === 0) await queue(`code:${step}`, sealed)
    const before = attempts
    await run(down)
    expect(attempts - before).toBeLessThanOrEqual(3)
    clock.advance(stepSeconds)
  }
  const { rows } = await database.db
    .selectFrom('outbox.message')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(rows).toBe(expected.size)

  await queue('code:now', sealed)
  const sent: string[] = []
  const up = async ({ dedupeKey }: WaitingMessage) => void sent.push(dedupeKey)
  await run(up)
  expect(sent.indexOf('code:now')).toBeLessThan(10)
  // A message that failed last an hour ago waits for an hour at most.
  for (let minute = 0; minute <= 61; minute += 1) {
    clock.advance(60)
    await run(up)
  }
  expect(sent).toHaveLength(expected.size)
  expect(new Set(sent)).toEqual(expected)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertMessage } from '../../platform/messages/message.store.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ env: { DEMO: 'Y' } })
})
afterAll(async () => portal.close())
beforeEach(async () => portal.reset())

const mailbox = async () => portal.inject({ method: 'GET', url: '/demo/mailbox', headers: { host: '127.0.0.1:8080' } })

const send = async (dedupeKey: string, subject: string, bodyText: string) =>
  portal.db.transaction().execute(async (tx) =>
    insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient: 'ada@example.org',
      subject,
      bodyText,
      bodyHtml: null,
      language: 'en',
      now: portal.clock.now(),
    }),
  )

test('an empty mailbox says what to do', async () => {
  const answer = await mailbox()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('No messages yet.')
})

test('the mailbox shows what members would have been sent, newest first, as text', async () => {
  await send('a', 'First', 'Hello')
  await send('b', 'Second', '<script>alert(1)</script>')
  const { body } = await mailbox()
  expect(body.indexOf('Second')).toBeLessThan(body.indexOf('First'))
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toContain('<script')
})

test('shows one message for a dedupe key', async () => {
  expect(await send('a', 'First', 'Hello')).toBe(true)
  expect(await send('a', 'Again', 'Hello')).toBe(false)
  expect((await mailbox()).body).not.toContain('Again')
})

test('an installation that is no demo has no mailbox', async () => {
  const other = await startTestPortal()
  const answer = await other.inject({ method: 'GET', url: '/demo/mailbox', headers: { host: '127.0.0.1:8080' } })
  await other.close()
  expect(answer.statusCode).toBe(404)
})

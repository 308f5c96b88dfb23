import { expect, test } from 'vitest'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { startTestPortal, useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ env: { DEMO: 'Y' } })

const mailbox = async () => portal.inject({ method: 'GET', url: '/demo/mailbox', headers: { host: '127.0.0.1:8080' } })

const send = async (dedupeKey: string, subject: string, bodyText: string) =>
  portal.db.transaction().execute(async (tx) =>
    insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient: 'ada@example.org',
      subject,
      bodyText,
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

test('shows a mail as HTML in a frame that runs no script, and as text', async () => {
  portal.set({ coopName: 'Prairie Ridge' })
  await send('a', 'First', 'Hello\n\nSee you.')
  const { body } = await mailbox()
  const [, address = ''] = /<iframe src="(\/demo\/mailbox\/\d+)" title="First"/u.exec(body) ?? []
  expect(body).toContain('<summary lang="en">Text version</summary><pre>Hello')
  expect(/sandbox="([^"]+)"/u.exec(body)?.[1]).toBe('allow-popups allow-popups-to-escape-sandbox')
  const mail = await portal.inject({ method: 'GET', url: address, headers: { host: '127.0.0.1:8080' } })
  expect(mail.body).toContain('Prairie Ridge')
  expect(mail.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(mail.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; .*sandbox/u)
  for (const other of ['/demo/mailbox/0', '/demo/mailbox/x', `${address}0`]) {
    const answer = await portal.inject({ method: 'GET', url: other, headers: { host: '127.0.0.1:8080' } })
    expect(answer.statusCode).toBe(404)
  }
})

test('shows one message for a dedupe key', async () => {
  expect(await send('a', 'First', 'Hello')).toBe(true)
  expect(await send('a', 'Again', 'Hello')).toBe(false)
  expect((await mailbox()).body).not.toContain('Again')
})

test('an installation that is not a demo has no mailbox', async () => {
  const other = await startTestPortal()
  const answer = await other.inject({ method: 'GET', url: '/demo/mailbox', headers: { host: '127.0.0.1:8080' } })
  await other.close()
  expect(answer.statusCode).toBe(404)
})

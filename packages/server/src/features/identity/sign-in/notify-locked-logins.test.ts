import { expect, it } from 'vitest'
import { adasPassword, login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { notifyLockedLoginsJob } from './notify-locked-logins.job.ts'

const portal = useTestPortal()

async function guess(times: number, password = 'Wrong!2026'): Promise<void> {
  for (let attempts = 0; attempts < times; attempts++) await login(portal, { password, from: `203.0.113.${attempts}` })
}

/** Waits until the notices are due and sends them. @returns all emails sent up to now. */
async function mails() {
  portal.clock.advance(15)
  await portal.jobs.run(notifyLockedLoginsJob, {})
  return portal.db.selectFrom('outbox.message').select(['recipient', 'subject', 'body_text']).orderBy('id').execute()
}

it('the first lock is mailed once, with its end and the way out [SEC-10]', async () => {
  await seedLogin(portal)
  await guess(10)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'ada.lindqvist@example.org',
    subject: 'Your online account is locked for now',
  })
  expect(mail?.body_text).toMatch(/The lock ends on 11\/20\/2026, 9:10\sAM\./u)
  expect(mail?.body_text).toContain('Select “Forgot username or password?” on the sign-in page and set a new password')
  expect(mail?.body_text).not.toContain('you do not need to do anything')

  // A longer lock of the same series causes no other notice.
  portal.clock.advance(11 * 60)
  await guess(1)
  expect(await mails()).toHaveLength(1)
})

it('the mail reads in the language of the member', async () => {
  await seedLogin(portal, { language: 'es' })
  await guess(10)
  const [mail] = await mails()
  expect(mail?.subject).toBe('Su cuenta en línea está bloqueada por ahora')
  expect(mail?.body_text).toContain('El bloqueo termina el 11/20/2026, ')
  expect(mail?.body_text).not.toContain('..')
})

it('a right password in the attempt that would have locked the login leaves nothing to say', async () => {
  await seedLogin(portal)
  await guess(9)
  await guess(1, adasPassword)
  expect(await mails()).toEqual([])
})

it('right and wrong guesses during the lock get the same answer and send no mail [SEC-01]', async () => {
  await seedLogin(portal)
  await guess(10)
  const before = await mails()
  const answerTo = async (password: string) => {
    const { statusCode, headers, body } = await login(portal, { password, from: '198.51.100.4' })
    const { date: _date, 'x-request-id': _id, ...same } = headers
    return { statusCode, same, body: body.replace(/"requestId":"[^"]*"/u, '') }
  }
  expect(await answerTo(adasPassword)).toEqual(await answerTo('Wrong!2027'))
  expect(await mails()).toEqual(before)
})

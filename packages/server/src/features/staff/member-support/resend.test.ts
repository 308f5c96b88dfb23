import { memberSupport, type HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { signIn, type Activity } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { notifiedAda, outbox } from '../../../testing/notified.ts'
import { openSealedCode } from '../../../testing/read-code.ts'
import type { SignedIn } from '../../../testing/seed-login.ts'
import { seedStaff, seedStaffSession } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { whileCounting } from '../../../testing/while-counting.ts'
import { seedContact } from '../../messages/notifications/notifications.fixtures.ts'
import { guestEmail, seedGuest, seedInvitation, seedNora } from '../../identity/shared-access/shared-access.fixtures.ts'

const portal = useTestPortal()
let ada: SignedIn
beforeEach(async () => {
  ada = await notifiedAda(portal)
  portal.set({ sharedAccess: true })
  await portal.database.runScript(`update portal.login set language = 'es'`)
  await seedStaff(portal, 'support')
})

const adas = { memberNumber: '10001', accountNumber: '100100101' }
const send = async (
  what: 'resendCode' | 'resendInvitation',
  id: string,
  { memberNumber = '10001', language = 'en' }: { readonly memberNumber?: string; readonly language?: string } = {},
) =>
  portal.call(memberSupport[what], {
    ...(await seedStaffSession(portal, 'dana.support')),
    headers: { 'accept-language': language },
    params: { memberNumber },
    body: { id },
  })
const staffSends = async (contactId: string, more = {}) => send('resendCode', contactId, more)
const staffInvites = async (accessId: string, more = {}) => send('resendInvitation', accessId, more)

const ofContact = (contactId: string) => ({ ...ada, params: { memberNumber: '10001', contactId } })
const memberSends = async (contactId: string) =>
  portal.call(notifications.sendCode, { ...ofContact(contactId), body: {} })
const verify = async (contactId: string, code: string) =>
  (await portal.call(notifications.verifyContact, { ...ofContact(contactId), body: { code } })).statusCode
const waiting = async (value = 'ada.works@example.org') => seedContact(portal, { value, isVerified: false })

const sentenceOf = (answer: { readonly json: () => unknown }): string =>
  (answer.json() as { errors: { message: string }[] }).errors[0]?.message ?? ''
const audit = async (kind: string) =>
  portal.db.selectFrom('portal.audit').select(['member_number', 'detail']).where('kind', '=', kind).execute()
const activities = async () =>
  (await portal.call(signIn.activity, { ...ada, params: { memberNumber: '10001' } })).json<{ activities: Activity[] }>()
    .activities

describe('a code that staff have sent again', () => {
  it('goes to the contact that waits, in the member’s language, replaces the one before, and the member sees it', async () => {
    const id = await waiting()
    await memberSends(id)
    const former = await openSealedCode(portal)
    const answer = await staffSends(id)
    expect(answer.statusCode, answer.body).toBe(200)
    const code = await openSealedCode(portal)
    expect((await outbox(portal)).at(-1)).toMatchObject({ recipient: 'ada.works@example.org', language: 'es' })
    expect(answer.body).not.toContain(code)
    expect(answer.json<HelpedMember>().access?.contacts).toMatchObject([{ id, isVerified: false }])
    expect(await audit('staff.code-resent')).toEqual([
      { member_number: '10001', detail: { by: 'dana.support', channel: 'email' } },
    ])
    expect((await activities())[0]).toMatchObject({ kind: 'staff.code-resent', clientAddress: null })

    expect(await verify(id, former)).toBe(400)
    expect(await verify(id, code)).toBe(200)
  })

  it('leaves at once, as an invitation does', async () => {
    const { accessId } = await seedInvitation(portal, adas)
    const before = portal.jobs.waiting.length
    await staffSends(await waiting())
    await staffInvites(accessId)
    const begun = portal.jobs.waiting.slice(before).map(({ name }) => name)
    expect(begun).toEqual(['deliver-messages', 'deliver-messages'])
  })

  it.each([
    ['another address', `set value = 'ada.new@example.org'`],
    ['a code that was entered', `set verified_at = '2026-11-20'`],
  ])('is not sent when the contact gets %s in the meantime', async (_what, change) => {
    const id = await waiting()
    await whileCounting(portal.database, `update portal.contact ${change}`, async () =>
      expect((await staffSends(id)).statusCode).toBe(404),
    )
    expect(await outbox(portal)).toEqual([])
  })

  it('goes nowhere else: staff cannot name an address, nor another member’s contact', async () => {
    const bens = await seedContact(portal, { memberNumber: '10002', value: 'ben@example.org', isVerified: false })
    expect((await staffSends(bens)).statusCode).toBe(404)
    const elsewhere = await portal.call(memberSupport.resendCode, {
      ...(await seedStaffSession(portal, 'dana.support')),
      params: { memberNumber: '10001' },
      body: { id: await waiting(), value: 'thief@example.org' },
    })
    expect(elsewhere.statusCode).toBe(400)
    expect(await outbox(portal)).toEqual([])
  })

  it('is refused with a sentence when the contact is verified, or contacts are turned off, and counts for nothing', async () => {
    const id = await seedContact(portal)
    const refused = await staffSends(id, { language: 'es' })
    expect([refused.statusCode, sentenceOf(refused)]).toEqual([404, expect.stringContaining('ya está verificado')])
    const other = await waiting('ada.home@example.org')
    portal.set({ Notifications: false, allowSubscribeForNotification: false })
    expect(sentenceOf(await staffSends(other))).toContain('contacts are turned off')
    expect(await outbox(portal)).toEqual([])
    expect(await portal.db.selectFrom('portal.attempt_counter').select('kind').execute()).toEqual([])
    expect(await audit('staff.code-resent')).toEqual([])
  })

  it('is refused in the language of the staff for a phone that replied STOP', async () => {
    const id = await seedContact(portal, { channel: 'text', value: '7155550123', isVerified: false })
    await portal.database.runScript(`insert into portal.opted_out_phone values ('7155550123', now())`)
    const refused = await staffSends(id)
    expect([refused.statusCode, sentenceOf(refused)]).toEqual([400, expect.stringContaining('replied STOP')])
  })

  it('counts for the member, with those that the member asks for, and the refusal says when there may be another', async () => {
    const id = await waiting()
    expect((await memberSends(id)).statusCode).toBe(200)
    for (let n = 0; n < 2; n += 1) expect((await staffSends(id)).statusCode).toBe(200)
    const refused = await staffSends(id)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(sentenceOf(refused)).toMatch(/You can try again on 11\/20\/2026, 9:15.AM\./u)
    expect(sentenceOf(await staffSends(id, { language: 'es' }))).toContain('A partir del 11/20/2026')
    expect((await memberSends(id)).statusCode).toBe(429)
    expect(await audit('staff.code-resent')).toHaveLength(2)
  })

  it('names the later time when the limits of the quarter and of the day are both reached', async () => {
    portal.set({ registrationCodesPer15Minutes: 1, registrationCodesPerDay: 1 })
    const id = await waiting()
    await staffSends(id)
    expect(sentenceOf(await staffSends(id))).toContain('11/21/2026')
  })

  it('does not count for the office, which helps many members from one address', async () => {
    portal.set({ registrationCodesPerClientPerHour: 1 })
    const id = await waiting()
    for (let n = 0; n < 2; n += 1) expect((await staffSends(id)).statusCode).toBe(200)
    // The member's own limit has room for this client.
    expect((await memberSends(id)).statusCode).toBe(200)
  })
})

describe('an invitation that staff have sent again', () => {
  const open = async (token: string) => portal.call(sharedAccess.invitation, { body: { token } })
  const mailedToken = async (): Promise<string> =>
    /accept-access\?token=(\S+)/u.exec((await outbox(portal)).at(-1)?.text ?? '')?.[1] ?? ''

  it('goes to the same address, in the member’s language, with a link that replaces the former one, for no longer', async () => {
    const { accessId, token } = await seedInvitation(portal, adas)
    const ends = (await open(token)).json<{ expiresAt: string }>().expiresAt
    portal.clock.advance(60)
    const answer = await staffInvites(accessId)
    expect(answer.statusCode, answer.body).toBe(200)
    const renewed = await mailedToken()
    expect(await outbox(portal)).toMatchObject([{ recipient: guestEmail, language: 'es' }])
    expect((await outbox(portal))[0]?.kept).not.toContain(renewed)
    expect(answer.body).not.toContain(renewed)
    expect((await open(token)).statusCode).toBe(400)
    expect((await open(renewed)).json()).toMatchObject({ expiresAt: ends, rights: 'view', accounts: 1 })
    expect(await audit('staff.invitation-resent')).toEqual([
      { member_number: '10001', detail: { by: 'dana.support', access: accessId } },
    ])
    expect((await activities())[0]?.kind).toBe('staff.invitation-resent')
  })

  it('counts for the address, of which all invitations are three a day, and the refusal says when there may be another', async () => {
    const { accessId } = await seedInvitation(portal, adas)
    for (let n = 0; n < 3; n += 1) expect((await staffInvites(accessId)).statusCode).toBe(200)
    const token = await mailedToken()
    const refused = await staffInvites(accessId)
    expect(refused.statusCode).toBe(429)
    expect(sentenceOf(refused)).toContain('11/21/2026')
    // The link of the last mail still works.
    expect((await open(token)).statusCode).toBe(200)
  })

  it('is not sent when it is canceled in the meantime', async () => {
    const { accessId } = await seedInvitation(portal, adas)
    await whileCounting(portal.database, `update portal.shared_access set token_hash = null`, async () =>
      expect((await staffInvites(accessId)).statusCode).toBe(404),
    )
    expect(await outbox(portal)).toEqual([])
  })

  it('counts for the member', async () => {
    portal.set({ sharedInvitationsPerDay: 1 })
    const { accessId } = await seedInvitation(portal, adas)
    expect((await staffInvites(accessId)).statusCode).toBe(200)
    expect((await staffInvites(accessId)).statusCode).toBe(429)
  })

  it.each([
    ['was accepted', async () => seedGuest(portal, await seedNora(portal), adas)],
    ['is another member’s', async () => seedNora(portal).then(async () => (await seedInvitation(portal)).accessId)],
    [
      'has expired',
      async () => {
        const { accessId } = await seedInvitation(portal, adas)
        portal.clock.advance(8 * 86_400)
        return accessId
      },
    ],
    [
      'was canceled',
      async () => {
        const { accessId } = await seedInvitation(portal, adas)
        await portal.call(sharedAccess.end, { ...ada, params: { memberNumber: '10001', id: accessId } })
        return accessId
      },
    ],
    [
      'is of an account that the member no longer has',
      async () => {
        const { accessId } = await seedInvitation(portal, adas)
        await seedNora(portal)
        await portal.database.runScript(`update cis.account set member_number = '10088' where member_number = '10001'`)
        return accessId
      },
    ],
    [
      'belongs to a feature that is off',
      async () => {
        portal.set({ sharedAccess: false })
        return (await seedInvitation(portal, adas)).accessId
      },
    ],
  ] as const)('is refused with a sentence, and mails nothing, when it %s', async (_why, prepare) => {
    const refused = await staffInvites(await prepare())
    expect([refused.statusCode, sentenceOf(refused)]).toEqual([404, expect.stringContaining('No invitation was sent.')])
    expect(await outbox(portal)).toEqual([])
    expect(await audit('staff.invitation-resent')).toEqual([])
    expect(await portal.db.selectFrom('portal.attempt_counter').select('kind').execute()).toEqual([])
  })
})

it('an email that is sent while the mail server is down waits in the outbox, and the answer says that email is delayed', async () => {
  const [id, { accessId }] = [await waiting(), await seedInvitation(portal, adas)]
  expect((await staffSends(id)).json<HelpedMember>().access?.delayed).toEqual([])
  portal.clock.advance(181)
  expect((await staffInvites(accessId)).json<HelpedMember>().access?.delayed).toEqual(['email'])
  await portal.database.runScript('update outbox.message set sent_at = now()')
  expect((await staffInvites(accessId)).json<HelpedMember>().access?.delayed).toEqual([])
})

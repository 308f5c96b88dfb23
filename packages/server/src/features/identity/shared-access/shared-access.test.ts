import { sharedAccess } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it } from 'vitest'
import { openBody } from '../../../platform/messages/sealed-body.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { benSignedIn, halvesOf, login, seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { seedDays, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runMemberCommand } from '../../staff/member-support/run-member-command.ts'
import { eraseIdleGuests } from '../../staff/member-support/erase-guests.job.ts'
import { guestEmail, nora, seedGuest, seedInvitation, seedNora } from './shared-access.fixtures.ts'

const portal = useTestPortal()
let adasLogin: string
let ada: SignedIn
let norasLogin: string
beforeEach(async () => {
  portal.set({ sharedAccess: true, sharedAccessCallsPerHour: 1_000, Usages: true })
  await seedAccount(portal.db)
  adasLogin = await seedLogin(portal)
  ada = await seedSession(portal, adasLogin)
  norasLogin = await seedNora(portal)
})

const params = { memberNumber: '10001' }
const form = {
  name: 'Bookkeeper',
  email: 'Guest@Example.org',
  rights: 'view',
  accounts: ['100100101'],
  lastDay: '2026-12-31',
}
const invite = async (changes: object = {}) =>
  portal.call(sharedAccess.invite, { ...ada, params, body: { ...form, ...changes } })

const mailsTo = async (recipient: string) => {
  const rows = await portal.db
    .selectFrom('outbox.message')
    .select(['dedupe_key as dedupeKey', 'subject', 'body_text as bodyText'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ subject: row.subject, text: openBody(portal.deps.keys, row) }))
}

/** Invites a guest of Ada by email. @returns the access and the id in the mailed link. */
async function invited(changes: object = {}): Promise<{ readonly id: string; readonly token: string }> {
  const response = await invite(changes)
  expect(response.statusCode, response.body).toBe(200)
  const mail = (await mailsTo(guestEmail)).at(-1)
  const token = /accept-access\?token=(\S+)/u.exec(mail?.text ?? '')?.[1] ?? ''
  return { id: response.json<{ person: { id: string } }>().person.id, token }
}

/** Requests and returns the code that the portal mails for an invitation. */
async function codeFor(token: string): Promise<string> {
  const sent = await portal.call(sharedAccess.sendCode, { body: { token } })
  expect(sent.statusCode, sent.body).toBe(200)
  return /\d{6}/u.exec((await mailsTo(guestEmail)).at(-1)?.text ?? '')?.[0] ?? ''
}

const accept = async (who: SignedIn, body: { readonly token: string; readonly code: string }) =>
  portal.call(sharedAccess.accept, { ...who, params: { memberNumber: who.memberNumber }, body })
const asNora = async () => seedSession(portal, norasLogin)
const list = async () =>
  (await portal.call(sharedAccess.list, { ...ada, params })).json<{ people: Record<string, unknown>[] }>().people
const account = async (who: SignedIn, id: string, accountNumber = '100100101') =>
  portal.call(sharedAccess.account, { ...who, params: { memberNumber: who.memberNumber, id, accountNumber } })
const codesOf = (response: { json: () => unknown }) =>
  (response.json() as { errors: { code: string }[] }).errors.map((one) => one.code)

describe('inviting', () => {
  it('mails a link to the guest and a notice to the member, and stores only a hash', async () => {
    const { token } = await invited()
    expect(token).toHaveLength(32)
    expect(await list()).toMatchObject([
      { name: 'Bookkeeper', email: guestEmail, state: 'invited', accounts: ['100100101'], lastDay: '2026-12-31' },
    ])
    expect((await mailsTo('ada.lindqvist@example.org')).map(({ subject }) => subject)).toEqual([
      'You invited someone to see your accounts',
    ])
    const rows = await portal.db.selectFrom('portal.shared_access').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const mails = await portal.db.selectFrom('outbox.message').select('body_text').execute()
    expect(JSON.stringify(mails)).not.toContain(token)
  })

  it('refuses bad input with every problem, and an account of another member as one that does not exist', async () => {
    const bad = await invite({ name: '', email: 'x', accounts: [], lastDay: '2026-11-19' })
    expect(bad.statusCode).toBe(400)
    expect(codesOf(bad)).toEqual(['name-missing', 'email-not-valid', 'no-account', 'end-passed'])
    expect((await invite({ accounts: [nora.accountNumber] })).statusCode).toBe(404)
    expect(await list()).toEqual([])
  })

  it('refuses an invitation without a fresh proof, above the daily limit, and for the 21st person', async () => {
    portal.set({ sharedInvitationsPerDay: 21 })
    for (let count = 0; count < 20; count += 1)
      await seedGuest(portal, norasLogin, { ...params, accountNumber: '100100101' })
    expect((await invite()).statusCode).toBe(409)
    await portal.db.deleteFrom('portal.shared_access').execute()
    portal.set({ sharedInvitationsPerDay: 2 })
    expect((await invite()).statusCode).toBe(200)
    expect((await invite()).statusCode).toBe(429)
    portal.clock.advance(601)
    expect(codesOf(await invite())).toEqual(['step-up-required'])
  })

  it('refuses an invitation that was proven before the password was set anew', async () => {
    const later = new Date(portal.clock.now().getTime() + 1_000)
    await portal.db
      .updateTable('portal.login')
      .set({ password_set_at: later })
      .where('login_id', '=', adasLogin)
      .execute()
    expect(codesOf(await invite())).toEqual(['step-up-required'])
    expect(await portal.db.selectFrom('portal.shared_access').select('access_id').execute()).toEqual([])
  })

  it('refuses every call but ending when the cooperative does not offer shared access', async () => {
    const { id, token } = await invited()
    portal.set({ sharedAccess: false })
    expect((await invite()).statusCode).toBe(403)
    expect(codesOf(await portal.call(sharedAccess.invitation, { body: { token } }))).toEqual(['invitation-not-good'])
    expect((await portal.call(sharedAccess.end, { ...ada, params: { ...params, id } })).statusCode).toBe(200)
  })
})

describe('accepting', () => {
  it('shows masked facts before a sign-in, without names and account numbers', async () => {
    const { token } = await invited()
    const shown = await portal.call(sharedAccess.invitation, { body: { token } })
    expect(shown.json()).toEqual({
      maskedEmail: 'g***@example.org',
      rights: 'view',
      accounts: 1,
      lastDay: '2026-12-31',
      expiresAt: '2026-11-28T06:00:00.000Z',
    })
  })

  it('opens the account to a member with a login of their own, and notifies both people', async () => {
    const { id, token } = await invited()
    const guest = await asNora()
    expect((await accept(guest, { token, code: await codeFor(token) })).json()).toEqual({ accepted: true })
    expect((await account(guest, id)).json()).toMatchObject({
      memberName: 'Ada Lindqvist',
      account: { accountNumber: '100100101', accountBalance: 14_237, dueDate: '2026-12-04' },
    })
    expect((await list())[0]).toMatchObject({ state: 'active' })
    expect((await mailsTo('ada.lindqvist@example.org')).at(-1)?.subject).toBe('Someone accepted your invitation')
    expect((await mailsTo(guestEmail)).at(-1)?.subject).toContain('You have access to an account')
  })

  it('creates a login for a person who is not a member, who signs in and sees the account', async () => {
    const { token, id } = await invited()
    const body = { token, code: await codeFor(token), username: 'book.keeper', password: 'Tamarack*Creek71' }
    expect((await portal.call(sharedAccess.register, { body })).json()).toEqual({ accepted: true })
    const guest = halvesOf(await login(portal, { username: 'book.keeper', password: 'Tamarack*Creek71' }))
    expect(guest.memberNumber).toMatch(/^guest-[a-z0-5]{14}$/u)
    const { shared } = (
      await portal.call(sharedAccess.withMe, { ...guest, params: { memberNumber: guest.memberNumber } })
    ).json<{ shared: unknown[] }>()
    expect(shared).toEqual([
      {
        id,
        memberName: 'Ada Lindqvist',
        rights: 'view',
        lastDay: '2026-12-31',
        accounts: [{ accountNumber: '100100101', accountType: 'Electric', serviceAddress: '1234 Oak St, Eau Claire' }],
      },
    ])
    expect((await account(guest, id)).statusCode).toBe(200)
  })

  it('keeps the invitation and the code when the username is taken or the password is weak', async () => {
    const { token } = await invited()
    const code = await codeFor(token)
    const register = async (username: string, password: string) =>
      portal.call(sharedAccess.register, { body: { token, code, username, password } })
    expect(codesOf(await register('x', 'password'))).toEqual(['username-not-valid', 'password-below-criteria'])
    expect((await register('Ada.Lindqvist', 'Tamarack*Creek71')).statusCode).toBe(409)
    expect((await register('book.keeper', 'Tamarack*Creek71')).statusCode).toBe(200)
  })

  it('refuses a forwarded link: without the code that goes to the invited address it is worth nothing', async () => {
    const { token } = await invited()
    const stranger = await asNora()
    expect(codesOf(await accept(stranger, { token, code: '000000' }))).toEqual(['code-wrong'])
    const code = await codeFor(token)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(codesOf(await accept(stranger, { token, code: code === '111111' ? '222222' : '111111' }))).toEqual([
        'code-wrong',
      ])
    // The attempts are used up, so the right code is refused as well.
    expect(codesOf(await accept(stranger, { token, code }))).toEqual(['code-wrong'])
    expect((await list())[0]).toMatchObject({ state: 'invited' })
  })

  it('accepts an invitation once, also when two calls arrive together', async () => {
    const { token } = await invited()
    const [code, guest] = [await codeFor(token), await asNora()]
    const answers = await Promise.all([accept(guest, { token, code }), accept(guest, { token, code })])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]))
    expect(codesOf(await accept(guest, { token, code }))).toEqual(['invitation-not-good'])
    const guests = await portal.db.selectFrom('portal.shared_guest').select('access_id').execute()
    expect(guests).toHaveLength(1)
  })

  it('refuses an invitation after seven days, after the member canceled it, and to the member who sent it', async () => {
    const { token } = await invited()
    const code = await codeFor(token)
    expect(codesOf(await accept(ada, { token, code }))).toEqual(['own-invitation'])
    portal.clock.set('2026-11-28T06:00:00Z')
    const guest = await asNora()
    expect(codesOf(await accept(guest, { token, code }))).toEqual(['invitation-not-good'])
    ada = await seedSession(portal, adasLogin)
    expect((await list())[0]).toMatchObject({ state: 'over' })
    const second = await invited()
    await portal.call(sharedAccess.end, { ...ada, params: { ...params, id: second.id } })
    expect(codesOf(await portal.call(sharedAccess.sendCode, { body: { token: second.token } }))).toEqual([
      'invitation-not-good',
    ])
  })

  it('limits the codes of an invitation and the links that a client opens', async () => {
    const { token } = await invited()
    for (let count = 0; count < 5; count += 1) await codeFor(token)
    expect((await portal.call(sharedAccess.sendCode, { body: { token } })).statusCode).toBe(429)
    portal.set({ sharedAccessCallsPerHour: 1 })
    const open = async () => (await portal.call(sharedAccess.invitation, { body: { token: 'x' } })).statusCode
    expect([await open(), await open()]).toEqual([400, 429])
  })
})

describe('a guest', () => {
  const adas = { memberNumber: '10001', accountNumber: '100100101' }

  it('sees bills and usage, and the member sees what the guest opened', async () => {
    await seedBill(portal.db)
    await seedMeter(portal.db)
    await seedDays(portal.db, { day: '2026-11-18', used: 21_500 }, { day: '2026-11-19', used: 18_500 })
    const [id, guest] = [await seedGuest(portal, norasLogin, adas), await asNora()]
    const place = { memberNumber: nora.memberNumber, id, accountNumber: '100100101' }
    const bills = (await portal.call(sharedAccess.bills, { ...guest, params: place })).json<{
      results: { billViewUrl: string; amount: number }[]
    }>()
    expect(bills.results).toMatchObject([{ amount: 14_237 }])
    const body = { billViewUrl: bills.results[0]?.billViewUrl ?? '' }
    expect((await portal.call(sharedAccess.bill, { ...guest, params: place, body })).json()).toMatchObject({
      amount: 14_237,
      lines: [{ description: 'Service charge' }, { description: 'Energy' }],
    })
    expect((await portal.call(sharedAccess.usage, { ...guest, params: place })).json()).toMatchObject({
      usagesByMeter: [{ meterId: 'E-1', monthlyUsages: [{ month: '2026-11', usageValue: 40, days: 2 }] }],
    })
    await account(guest, id)
    await account(guest, id)
    const activity = await portal.call(sharedAccess.activity, { ...ada, params: { ...params, id } })
    const hour = '2026-11-20T15:00:00.000Z'
    expect(activity.json()).toEqual({
      payments: [],
      activities: [
        { hour, accountNumber: '100100101', what: 'account', calls: 2 },
        { hour, accountNumber: '100100101', what: 'bill', calls: 1 },
        { hour, accountNumber: '100100101', what: 'bills', calls: 1 },
        { hour, accountNumber: '100100101', what: 'usage', calls: 1 },
      ],
    })
  })

  it('sees no other account of the member, by no path and by no bill handle', async () => {
    await seedAccount(portal.db, anAccount('100100102'))
    await seedBill(portal.db, { account_number: '100100102' })
    const [id, other] = [
      await seedGuest(portal, norasLogin, adas),
      await seedGuest(portal, norasLogin, { ...adas, accountNumber: '100100102' }),
    ]
    const guest = await asNora()
    expect((await account(guest, id, '100100102')).statusCode).toBe(404)
    const place = (access: string, accountNumber: string) => ({
      ...guest,
      params: { memberNumber: nora.memberNumber, id: access, accountNumber },
    })
    const bills = (await portal.call(sharedAccess.bills, place(other, '100100102'))).json<{
      results: { billViewUrl: string }[]
    }>()
    const body = { billViewUrl: bills.results[0]?.billViewUrl ?? '' }
    expect((await portal.call(sharedAccess.bill, { ...place(other, '100100102'), body })).statusCode).toBe(200)
    expect((await portal.call(sharedAccess.bill, { ...place(id, '100100101'), body })).statusCode).toBe(404)
  })

  it('loses the account with the next call when the member ends the access', async () => {
    const [id, guest] = [await seedGuest(portal, norasLogin, adas), await asNora()]
    expect((await account(guest, id)).statusCode).toBe(200)
    // Ending needs no fresh proof.
    portal.clock.advance(601)
    expect((await portal.call(sharedAccess.end, { ...ada, params: { ...params, id } })).statusCode).toBe(200)
    expect((await account(guest, id)).statusCode).toBe(404)
    expect((await list())[0]).toMatchObject({ state: 'over', endReason: 'member' })
    expect((await mailsTo('ada.lindqvist@example.org')).at(-1)?.subject).toBe('Access to your accounts has ended')
    expect((await mailsTo(guestEmail)).at(-1)?.subject).toContain('has ended')
    const kinds = await portal.db.selectFrom('portal.audit').select('kind').where('kind', 'like', 'shared%').execute()
    expect(kinds).toEqual([{ kind: 'shared-access.ended' }])
  })

  it('can give the access up, and no one else can end it', async () => {
    const [id, guest] = [await seedGuest(portal, norasLogin, adas), await asNora()]
    const mine = { ...guest, params: { memberNumber: nora.memberNumber, id } }
    expect((await portal.call(sharedAccess.end, mine)).statusCode).toBe(404)
    expect((await portal.call(sharedAccess.leave, { ...ada, params: { ...params, id } })).statusCode).toBe(404)
    expect((await portal.call(sharedAccess.leave, mine)).statusCode).toBe(200)
    expect((await account(guest, id)).statusCode).toBe(404)
    expect((await list())[0]).toMatchObject({ state: 'over', endReason: 'guest' })
  })

  it('loses the account at the end of the last day on the cooperative’s clock', async () => {
    const { id, token } = await invited({ lastDay: '2026-11-20' })
    const guest = await asNora()
    await accept(guest, { token, code: await codeFor(token) })
    // 11:59 PM in Chicago.
    portal.clock.set('2026-11-21T05:59:00Z')
    const late = await asNora()
    expect((await account(late, id)).statusCode).toBe(200)
    portal.clock.set('2026-11-21T06:00:00Z')
    expect((await account(late, id)).statusCode).toBe(404)
  })

  it('loses the account when it gets another member, and when the member’s login is disabled', async () => {
    const [id, guest] = [await seedGuest(portal, norasLogin, adas), await asNora()]
    const own = portal.db.updateTable('cis.account').where('account_number', '=', '100100101')
    await own.set({ member_number: '10088' }).execute()
    expect((await account(guest, id)).statusCode).toBe(404)
    // The check of the access refuses the call, not only the read after it.
    expect(await portal.db.selectFrom('portal.shared_activity').select('what').execute()).toEqual([])
    await own.set({ member_number: '10001' }).execute()
    expect((await account(guest, id)).statusCode).toBe(200)
    await portal.db
      .updateTable('portal.login')
      .set({ disabled_at: portal.clock.now() })
      .where('login_id', '=', adasLogin)
      .execute()
    expect((await account(guest, id)).statusCode).toBe(404)
    const mine = { ...guest, params: { memberNumber: nora.memberNumber } }
    expect((await portal.call(sharedAccess.withMe, mine)).json()).toEqual({ shared: [] })
  })

  it('keeps an account that was final billed until the last day', async () => {
    const [id, guest] = [await seedGuest(portal, norasLogin, adas), await asNora()]
    await portal.db
      .updateTable('cis.account')
      .set({ account_status: 'Inactive', derived_status: 'Final Billed' })
      .where('account_number', '=', '100100101')
      .execute()
    expect((await account(guest, id)).json()).toMatchObject({ account: { derivedStatus: 'Final Billed' } })
  })

  it('cannot use an access of another login', async () => {
    const id = await seedGuest(portal, norasLogin, adas)
    const ben = await benSignedIn(portal)
    expect((await account(ben, id)).statusCode).toBe(404)
  })
})

it('lists people with access before ended ones, so that none is cut off, and the list has an end', async () => {
  const id = await seedGuest(portal, norasLogin, { memberNumber: '10001', accountNumber: '100100101' })
  for (let count = 0; count < 101; count += 1) {
    const { accessId } = await seedInvitation(portal, { memberNumber: '10001', accountNumber: '100100101' })
    const over = { ends_at: portal.clock.now(), invited_at: new Date(portal.clock.now().getTime() + 60_000) }
    await portal.db.updateTable('portal.shared_access').set(over).where('access_id', '=', accessId).execute()
  }
  const people = await list()
  expect([people.length, people[0]]).toEqual([100, expect.objectContaining({ id, state: 'active' })])
})

it('records what a guest does for both people, and tells only the guest’s own entry where the guest was', async () => {
  const { id, token } = await invited()
  const guest = await asNora()
  await accept(guest, { token, code: await codeFor(token) })
  await portal.call(sharedAccess.leave, { ...guest, params: { memberNumber: nora.memberNumber, id } })
  const rows = await portal.db
    .selectFrom('portal.audit')
    .select(['kind', 'member_number as member', 'client_address as address'])
    .where('kind', 'in', ['shared-access.accepted', 'shared-access.ended', 'shared-access.code-sent'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ kind, member, address }) => [kind, member, address !== null])).toEqual([
    ['shared-access.code-sent', '10001', false],
    ['shared-access.accepted', '10001', false],
    ['shared-access.accepted', nora.memberNumber, true],
    ['shared-access.ended', '10001', false],
    ['shared-access.ended', nora.memberNumber, true],
  ])
})

it('sends one address three invitations a day, and no mail about an invitation that is canceled', async () => {
  const { id } = await invited()
  await portal.call(sharedAccess.end, { ...ada, params: { ...params, id } })
  expect((await mailsTo(guestEmail)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('You are invited to see an account'),
  ])
  expect([(await invite()).statusCode, (await invite()).statusCode]).toEqual([200, 200])
  expect((await invite()).statusCode).toBe(429)
  expect((await invite({ email: 'other@example.org' })).statusCode).toBe(200)
})

it('erases a login without a membership 30 days after retention deleted its last access', async () => {
  const { token } = await invited()
  const body = { token, code: await codeFor(token), username: 'book.keeper', password: 'Tamarack*Creek71' }
  await portal.call(sharedAccess.register, { body })
  await login(portal, { username: 'book.keeper', password: 'Tamarack*Creek71' })
  portal.clock.advance(31 * 86_400)
  expect(await eraseIdleGuests(portal.deps)).toBe(0)
  await portal.db.deleteFrom('portal.shared_access').execute()
  expect(await eraseIdleGuests(portal.deps)).toBe(1)
  const logins = await portal.db.selectFrom('portal.login').select('username').orderBy('username').execute()
  expect(logins.map(({ username }) => username)).toEqual(['ada.lindqvist', 'nora.haugen'])
})

it('erases the access of a guest, and then everything of the member who shared', async () => {
  const adas = { memberNumber: '10001', accountNumber: '100100101' }
  const [id, guest] = [await seedGuest(portal, norasLogin, adas), await asNora()]
  await account(guest, id)
  const erase = async (memberNumber: string) =>
    runMemberCommand(portal.deps, ['erase', memberNumber, '--by', 'Dana', '--yes'])
  expect(await erase(nora.memberNumber)).toMatchObject({ exitCode: 0 })
  expect((await list())[0]).toMatchObject({ state: 'over', endReason: 'guest-erased' })
  expect(await erase('10001')).toMatchObject({ exitCode: 0 })
  for (const table of ['portal.shared_access', 'portal.shared_account', 'portal.shared_activity'] as const)
    expect(await portal.db.selectFrom(table).select('access_id').execute()).toEqual([])
})

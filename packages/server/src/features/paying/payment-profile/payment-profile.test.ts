import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { myProfile } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { Unavailable } from '../../../platform/errors.ts'
import type { MethodAtProvider } from '../../../platform/payment-gateway/payment-gateway.ts'
import { amountsOf, memberRequest, shownCardFee } from '../../../testing/member-payer.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { enterCard, testCards, usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { deviceOf, halvesOf, login, seedLogin } from '../../../testing/seed-login.ts'
import { withGateway } from '../../../testing/with-gateway.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { eraseMember } from '../../staff/member-support/erase-member.ts'
import { forgetMethodsJob } from '../payments/stored-methods/forget-methods.job.ts'
import { forgetMethods } from '../payments/stored-methods/remove-stored-methods.ts'
import { sweepMethodRequests } from '../payments/stored-methods/request-method.ts'
import { markRemoved } from '../payments/stored-methods/stored-methods.store.ts'
import { notifyOfExpiringCards } from './notify-of-expiring-cards.job.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, Notifications: true, allowSubscribeForNotification: true },
})
const { portal } = running
const ada = useFresh(async () => {
  await seedAccount(portal.db)
  await seedLogin(portal)
  const answer = await login(portal)
  return { ...halvesOf(answer), cookie: `${halvesOf(answer).cookie}; ${deviceOf(answer)}` }
})

const own = (more: Readonly<Record<string, string>> = {}) => ({
  params: { memberNumber: '10001', ...more },
  bearer: ada.bearer,
  cookie: ada.cookie,
})
const list = async () =>
  (await portal.call(paymentProfile.list, own())).json<{
    results: { methodId: string; isDefault: boolean; nickname: string; uses: unknown[] }[]
  }>().results
const enroll = async (methodId: string) =>
  portal.db
    .insertInto('portal.autopay')
    .values({
      account_number: '100100101',
      member_number: '10001',
      method_id: methodId,
      state: 'active',
      days_before: 0,
      event_id: 0,
      changed_at: portal.clock.now(),
    })
    .execute()
const bodyOf = async (methodId: string, amount: number) => ({
  methodId,
  payment: memberRequest(await amountsOf(portal, ada), [['100100101', amount]]),
  convenienceFee: shownCardFee(portal, amount),
})
const payStored = async (methodId: string, amount: number, key: string, over: object = {}) =>
  portal.call(payMultiple.payStored, {
    ...own(),
    body: await bodyOf(methodId, amount),
    headers: { 'idempotency-key': key },
    ...over,
  })
const count = async (table: 'pay.payment' | 'pay.booking') =>
  (await portal.db.selectFrom(table).selectAll().execute()).length
const mails = async () => portal.db.selectFrom('outbox.message').select(['subject', 'body_text']).execute()
/** Makes the browser of the session known to the login for two days, with a last proof one hour ago. */
const knownBrowser = async () => {
  await portal.db
    .updateTable('portal.known_device')
    .set({ first_used_at: new Date('2026-11-18T15:00:00Z') })
    .execute()
  await portal.db
    .updateTable('portal.session')
    .set({ proven_at: new Date('2026-11-20T14:00:00Z') })
    .execute()
}

it('stores a card on the page of the provider and shows it without its token', async () => {
  const added = await portal.call(paymentProfile.add, { ...own(), body: {} })
  expect(added.statusCode).toBe(200)
  expect(added.body).toContain('/methods')
  const encryptedPayload = await enterCard(portal, '10001')
  const found = await portal.call(paymentProfile.added, { ...own(), query: { encryptedPayload } })
  const { methodId } = found.json<{ methodId: string }>()
  const answer = await portal.call(paymentProfile.list, own())
  expect(answer.json()).toEqual({
    results: [
      {
        methodId,
        paymentType: 'cc',
        cardType: 'VI',
        lastFour: '1111',
        expiry: '2030-12',
        nickname: '',
        isDefault: true,
        uses: [],
      },
    ],
    kinds: ['cc', 'echeck'],
    month: '2026-11',
  })
  expect(answer.body).not.toContain('tok_')
  expect((await mails()).map(({ subject }) => subject)).toContain('A payment method was saved')
})

it('names a method, makes it the default, and gives the default to the oldest when it is removed', async () => {
  const [first, second] = [await seedMethod(portal, { isDefault: true }), await seedMethod(portal)]
  const body = { nickname: ' Blue card ', isDefault: true }
  expect((await portal.call(paymentProfile.update, { ...own({ methodId: second }), body })).statusCode).toBe(200)
  expect(await list()).toMatchObject([
    { methodId: second, nickname: 'Blue card', isDefault: true },
    { methodId: first, isDefault: false },
  ])
  expect((await portal.call(paymentProfile.remove, own({ methodId: second }))).statusCode).toBe(200)
  expect(await list()).toMatchObject([{ methodId: first, isDefault: true }])
  const kept = async () => (await portal.db.selectFrom('pay.stored_method').select('method_id').execute()).length
  await running.setMode('down')
  await portal.jobs.run(forgetMethodsJob, {})
  expect(await kept()).toBe(2)
  await running.setMode('ok')
  await portal.jobs.run(forgetMethodsJob, {})
  expect(await kept()).toBe(1)
})

it('does not remove a method while AutoPay uses it, on this page and under My Profile [MP-20]', async () => {
  const methodId = await seedMethod(portal, { isDefault: true })
  await enroll(methodId)
  expect((await list())[0]?.uses).toEqual([{ kind: 'autopay', accountNumber: '100100101' }])
  const refused = await portal.call(paymentProfile.remove, own({ methodId }))
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    'Update not allowed. Active Payment setup exists.',
  ])
  const setups = await portal.call(myProfile.autopayments, own())
  expect(setups.json()).toEqual({ autopayments: [{ accountNumber: '100100101', paymentMethod: 'CHARGE' }] })
  expect((await portal.call(myProfile.details, own())).json<{ paymentTypes: string[] }>().paymentTypes).toEqual([
    'Credit',
  ])
  await portal.db.deleteFrom('portal.autopay').execute()
  expect((await portal.call(paymentProfile.remove, own({ methodId }))).statusCode).toBe(200)
  expect((await portal.call(myProfile.details, own())).json<{ paymentTypes: string[] }>().paymentTypes).toEqual([])
})

it('does not remove a method that a scheduled payment waits for', async () => {
  const methodId = await seedMethod(portal)
  const items = [{ accountNumber: '100100101', accountType: 'Electric', amount: 1_000 }]
  await sql`insert into portal.scheduled_payment (trans_no, member_number, method_id, payment_date, items, amount, language, created_at)
    values ('T1', '10001', ${methodId}, '2026-12-01', ${JSON.stringify(items)}, 1000, 'en', now())`.execute(portal.db)
  expect((await list())[0]?.uses).toEqual([{ kind: 'scheduled', accountNumber: '100100101' }])
  expect((await portal.call(paymentProfile.remove, own({ methodId }))).statusCode).toBe(409)
  await sql`update portal.scheduled_payment set ended_at = now()`.execute(portal.db)
  expect((await portal.call(paymentProfile.remove, own({ methodId }))).statusCode).toBe(200)
})

it('answers 404 for another member’s method in every call', async () => {
  const methodId = await seedMethod(portal, { memberNumber: '10002' })
  const body = { nickname: '', isDefault: true }
  const answers = [
    await portal.call(paymentProfile.update, { ...own({ methodId }), body }),
    await portal.call(paymentProfile.remove, own({ methodId })),
    await payStored(methodId, 1_000, 'key-of-foreign'),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404])
  expect(await count('pay.payment')).toBe(0)
})

it('pays with a stored method once, however often and from whichever tab the same payment is sent', async () => {
  const methodId = await running.storeCard('10001')
  const body = await bodyOf(methodId, 1_000)
  const clicks = await Promise.all(
    Array.from({ length: 4 }, async () => payStored(methodId, 1_000, 'double-click', { body })),
  )
  expect(clicks.map((click) => click.statusCode)).toEqual([200, 200, 200, 200])
  const first = await payStored(methodId, 1_000, 'double-click', { body })
  expect(first.json()).toMatchObject({ outcome: 'confirmed' })
  const otherTab = await payStored(methodId, 1_000, 'another-tab')
  expect([otherTab.statusCode, otherTab.json<{ detail: string }>().detail]).toEqual([
    409,
    'You made this same payment a few minutes ago, so we did not charge you again. To pay it once more, wait ten minutes.',
  ])
  expect([await count('pay.payment'), await count('pay.booking')]).toEqual([1, 1])
  const { encodedParam } = first.json<{ encodedParam: string }>()
  const result = await portal.call(payMultiple.status, { ...own(), query: { encryptedPayload: encodedParam } })
  expect(result.json()).toMatchObject({ outcome: 'confirmed', paymentAmount: 1_030, convenienceFee: 30 })
  portal.clock.advance(11 * 60)
  await knownBrowser()
  await sql`update portal.session set proven_at = ${portal.clock.now()}`.execute(portal.db)
  const later = await payStored(methodId, 1_000, 'later-key')
  expect([later.statusCode, later.body]).toEqual([200, expect.stringContaining('confirmed')])
})

it('charges no fee that the member did not see, because the cooperative has raised it since', async () => {
  const methodId = await running.storeCard('10001')
  const body = await bodyOf(methodId, 1_000)
  const unseen = await payStored(methodId, 1_000, 'key-without-fee', { body: { ...body, convenienceFee: undefined } })
  expect(unseen.statusCode).toBe(400)
  portal.set({ cardConvenienceFee: feeOption('percent', '5.00') })
  const refused = await payStored(methodId, 1_000, 'key-of-old-fee', { body })
  expect([refused.statusCode, refused.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
    409,
    'stale-figures',
  ])
  expect(await count('pay.payment')).toBe(0)
  const paid = await payStored(methodId, 1_000, 'key-of-new-fee', { body: { ...body, convenienceFee: 50 } })
  expect(paid.json()).toMatchObject({ outcome: 'confirmed' })
})

it('shows a payment without an answer as in progress and charges it once when it is sent again', async () => {
  const methodId = await running.storeCard('10001')
  for (const mode of ['down', 'lost-answer', 'nonsense']) {
    await running.setMode(mode)
    const key = `attempt-${mode}`
    const amount = 1_000 + mode.length
    const sent = await payStored(methodId, amount, key)
    expect([mode, sent.json<{ outcome: string }>().outcome]).toEqual([mode, 'processing'])
    await running.setMode('ok')
    const again = await payStored(methodId, amount, key)
    expect([mode, again.json<{ outcome: string }>().outcome]).toEqual([mode, 'confirmed'])
  }
  expect(await count('pay.booking')).toBe(3)
})

it('asks for a new proof of identity when the method or the browser is new', async () => {
  const old = await seedMethod(portal)
  const fresh = await seedMethod(portal, { addedAt: new Date('2026-11-20T14:00:00Z') })
  const codeOf = async (methodId: string, key: string) => {
    const answer = await payStored(methodId, 100, key)
    return answer.statusCode === 403 ? answer.json<{ errors: { code: string }[] }>().errors[0]?.code : 'let through'
  }
  await knownBrowser()
  expect(await codeOf(fresh, 'new-method')).toBe('step-up-required')
  expect(await codeOf(old, 'old-method')).toBe('let through')
  await portal.db.updateTable('portal.known_device').set({ first_used_at: portal.clock.now() }).execute()
  expect(await codeOf(old, 'new-browser')).toBe('step-up-required')
  await portal.db.deleteFrom('portal.known_device').execute()
  expect(await codeOf(old, 'unknown-browser')).toBe('step-up-required')
})

it('stores a card once when the postback is lost and the member never returns', async () => {
  await enterCard(portal, '10001')
  await sweepMethodRequests(portal.deps)
  expect(await list()).toEqual([])
  await running.setMode('down')
  portal.clock.advance(11 * 60)
  await sweepMethodRequests(portal.deps)
  await running.setMode('ok')
  portal.clock.advance(11 * 60)
  await Promise.all([sweepMethodRequests(portal.deps), sweepMethodRequests(portal.deps)])
  await sweepMethodRequests(portal.deps)
  const methods = await portal.db.selectFrom('pay.stored_method').select(['last_four', 'is_default']).execute()
  expect(methods).toEqual([{ last_four: '1111', is_default: true }])
})

it('stops asking the provider about abandoned requests', async () => {
  const asked: string[] = []
  const fetchMethod = async ({ reference }: MethodAtProvider) => {
    asked.push(reference)
    return { kind: 'unknown' } as const
  }
  const deps = withGateway(portal.deps, { fetchMethod })
  await portal.call(paymentProfile.add, { ...own(), body: {} })
  for (const minutes of [11, 11, 24 * 60, 60]) {
    portal.clock.advance(minutes * 60)
    await sweepMethodRequests(deps)
  }
  expect(asked).toHaveLength(2)
})

it('asks about every request, even after many abandoned ones', async () => {
  const requested = Array.from({ length: 60 }, (_none, index) => ({
    reference: `abandoned-${index}`,
    member_number: '10001',
    requested_at: portal.clock.now(),
    expires_at: new Date(portal.clock.now().getTime() + 20 * 60_000 + index),
  }))
  await portal.db.insertInto('pay.method_request').values(requested).execute()
  const asked = new Set<string>()
  const fetchMethod = async ({ reference }: MethodAtProvider) => {
    asked.add(reference)
    return { kind: 'unknown' } as const
  }
  const deps = withGateway(portal.deps, { fetchMethod })
  portal.clock.advance(6 * 60)
  for (const _run of [1, 2, 3]) {
    portal.clock.advance(5 * 60)
    await sweepMethodRequests(deps)
  }
  expect(asked.size).toBe(60)
})

it('deletes a provider token only when no other method uses it, of any member', async () => {
  const [first, second] = [
    await seedMethod(portal, { token: 'tok_same' }),
    await seedMethod(portal, { token: 'tok_same' }),
  ]
  const ofHousehold = await seedMethod(portal, { token: 'tok_same', memberNumber: '10002' })
  const forgotten: string[] = []
  const forget = async (token: string) => void forgotten.push(token)
  const deps = withGateway(portal.deps, { forget })
  expect((await portal.call(paymentProfile.remove, own({ methodId: first }))).statusCode).toBe(200)
  await forgetMethods(deps)
  expect([forgotten, (await list()).map(({ methodId }) => methodId)]).toEqual([[], [second]])
  expect(await portal.db.selectFrom('pay.stored_method').select('method_id').execute()).toHaveLength(2)
  expect((await portal.call(paymentProfile.remove, own({ methodId: second }))).statusCode).toBe(200)
  await forgetMethods(deps)
  expect(forgotten).toEqual([])
  await inTransaction(portal.db, (tx) => markRemoved(tx, [ofHousehold], portal.clock.now()))
  await forgetMethods(deps)
  expect(forgotten).toEqual(['tok_same'])
})

it('has the provider forget the other methods when it refuses one', async () => {
  // The sandbox refuses a call without a token.
  const [refused] = [await seedMethod(portal, { token: '' }), await seedMethod(portal)]
  await portal.db.updateTable('pay.stored_method').set({ removed_at: portal.clock.now() }).execute()
  await forgetMethods(portal.deps)
  const kept = portal.db.selectFrom('pay.stored_method').select('method_id')
  expect(await kept.execute()).toEqual([{ method_id: refused }])
})

it('has the provider forget the other methods when it never answers for one, or refuses 50', async () => {
  for (let n = 0; n < 50; n += 1) await seedMethod(portal, { token: '' })
  const [silent] = [await seedMethod(portal, { token: 'tok_silent' }), await seedMethod(portal, { token: 'tok_other' })]
  await portal.db.updateTable('pay.stored_method').set({ removed_at: portal.clock.now() }).execute()
  const forget = async (token: string) => {
    if (token === 'tok_silent') throw new Unavailable('The provider')
    await portal.deps.gateways.current.forget(token)
  }
  for (let run = 0; run < 4; run += 1) {
    portal.clock.advance(60)
    await forgetMethods(withGateway(portal.deps, { forget }))
  }
  const left = await portal.db.selectFrom('pay.stored_method').select('method_id').execute()
  expect(left).toHaveLength(51)
  expect(left).toContainEqual({ method_id: silent })
})

it('does not store a method without a new proof of identity', async () => {
  await knownBrowser()
  expect((await portal.call(paymentProfile.add, { ...own(), body: {} })).statusCode).toBe(403)
})

it('notifies of a card that expires 30 and 7 days ahead, once each', async () => {
  await seedMethod(portal, { expiry: '2026-12' })
  const received = async () => (await mails()).map(({ subject }) => subject)
  await notifyOfExpiringCards(portal.deps)
  portal.clock.set('2026-11-30T18:00:00Z')
  await notifyOfExpiringCards(portal.deps)
  expect(await received()).toEqual([])
  portal.clock.set('2026-12-01T18:00:00Z')
  await notifyOfExpiringCards(portal.deps)
  await notifyOfExpiringCards(portal.deps)
  expect(await received()).toEqual(['Your saved card expires soon'])
  expect((await mails())[0]?.body_text).toContain('Visa ending in 1111, expires on 12/31/2026.')
  portal.clock.set('2026-12-23T18:00:00Z')
  await notifyOfExpiringCards(portal.deps)
  expect(await received()).toHaveLength(1)
  portal.clock.set('2026-12-24T18:00:00Z')
  await notifyOfExpiringCards(portal.deps)
  await notifyOfExpiringCards(portal.deps)
  expect(await received()).toEqual(['Your saved card expires soon', 'Your saved card expires soon'])
  expect(testCards.approved).toContain('1111')
})

it.each([
  ['en', 'Add your new card', ['cc', 'echeck'], true],
  ['en', 'Add your new card', ['echeck'], false],
  ['es', 'Agregue su tarjeta nueva', ['cc'], true],
  ['es', 'Agregue su tarjeta nueva', [], false],
] as const)(
  'asks for the new card, in %s, only where cards can be stored [REQ-D-405]',
  async (language, asks, storedMethods, isAsked) => {
    await portal.db.updateTable('portal.login').set({ language }).execute()
    await seedMethod(portal, { expiry: '2026-12' })
    portal.clock.set('2026-12-01T18:00:00Z')
    const capabilities = { ...portal.deps.gateways.current.capabilities, storedMethods }
    await notifyOfExpiringCards(withGateway(portal.deps, { capabilities }))
    const [mail] = await mails()
    expect([mail?.body_text.includes('12/31/2026'), mail?.body_text.includes(asks)]).toEqual([true, isAsked])
  },
)

it('stores no card for a member who was erased after they opened the page, and has the provider forget it', async () => {
  await enterCard(portal, '10001')
  expect(await eraseMember(portal.deps, '10001', { by: 'Dana' }, false)).toMatchObject({ kind: 'erased' })
  portal.clock.advance(15 * 60)
  await sweepMethodRequests(portal.deps)
  const methods = portal.db.selectFrom('pay.stored_method').select(['member_number', 'removed_at', 'is_default'])
  const removed = { member_number: '', removed_at: portal.clock.now(), is_default: false }
  expect(await methods.execute()).toEqual([removed])
  expect(await mails()).toEqual([])
  await forgetMethods(portal.deps)
  expect(await methods.execute()).toEqual([])
})

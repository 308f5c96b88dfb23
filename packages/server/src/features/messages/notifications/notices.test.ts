import { paths } from '@coopline/contract/paths'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { notifyAccount } from '../../../platform/notices/notify-account.ts'
import { notifyingSettings, seedContact } from './notifications.fixtures.ts'
import { adasPhone, notifiedAda, outbox, textsToAda } from '../../../testing/notified.ts'
import { type EventFields, sendPostback, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { notifyMember } from '../../identity/sign-in/public.ts'
import { saveChoices, saveRoute } from './choices.store.ts'
import { notifyOfBillsJob } from './notify-of-bills.job.ts'
import { claimMessages, insertMessages } from '../../../platform/messages/message.store.ts'
import { notifyOfPowerJob } from './notify-of-power.job.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => notifiedAda(portal))

const subjects = async () => (await outbox(portal)).map(({ subject, channel }) => `${channel}: ${subject}`)
const choose = async (choices: Parameters<typeof saveChoices>[2]) =>
  inTransaction(portal.db, async (tx) =>
    saveChoices(tx, { memberNumber: '10001', about: '100100101', now: portal.clock.now() }, choices),
  )
const payAndReport = async (type: 'payment.succeeded' | 'payment.declined') => {
  const form = await pay(portal, await verified(portal), 5_000)
  const send = async () => sendPostback(portal, tell(form, type))
  expect((await send()).statusCode).toBe(200)
  return send
}

/** Enrolls Ada's account in AutoPay. The cooperative's copy repeats it. */
const enrolled = async () => {
  const method_id = await seedMethod(portal)
  const own = { account_number: '100100101', member_number: '10001', method_id, state: 'active' } as const
  await portal.db
    .insertInto('portal.autopay')
    .values({ ...own, days_before: 0, event_id: 0, changed_at: portal.clock.now() })
    .execute()
  await portal.db.insertInto('cis.account_detail').values({ account_number: '100100101', has_autopay: true }).execute()
}

const seedCharge = async (own: { member_number: string; state: 'waiting' | 'stopped'; outcome?: string }) => {
  const [due_date, method_id, link_hash] = [calendarDate('2026-11-22'), 'm', new Uint8Array(32)]
  const charge = { account_number: '100100101', due_date, method_id, charge_on: due_date, amount: cents(14_237) }
  await portal.db
    .insertInto('portal.autopay_charge')
    .values({ ...charge, link_hash, announced_at: portal.clock.now(), ...own })
    .execute()
}

describe('payments', () => {
  test('a received payment is notified once, at the address of the login, with an unsubscribe link', async () => {
    const again = await payAndReport('payment.succeeded')
    await again()
    const [mail, ...more] = await outbox(portal)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      channel: 'email',
      recipient: 'ada.lindqvist@example.org',
      subject: 'We received your payment of $51.48',
    })
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/127\.0\.0\.1:8080\/unsubscribe\?token=/u)
    expect(mail?.text).toContain(`Stop these emails: ${mail?.unsubscribeUrl}`)
    expect(mail?.text).not.toContain('100100101')
  })

  test('a topic that is off sends nothing; one with a text number and another address uses these', async () => {
    await choose([{ topic: 'payment-received', byEmail: false, byText: false }])
    await payAndReport('payment.succeeded')
    expect(await outbox(portal)).toEqual([])
    await textsToAda(portal, ['payment-received'])
    const work = await seedContact(portal)
    await inTransaction(portal.db, async (tx) => {
      const { contact_id } = await tx
        .selectFrom('portal.contact')
        .select('contact_id')
        .where('channel', '=', 'text')
        .executeTakeFirstOrThrow()
      await saveRoute(
        tx,
        { memberNumber: '10001', about: '100100101', now: portal.clock.now() },
        { emailContactId: work, textContactId: contact_id },
      )
    })
    await payAndReport('payment.succeeded')
    expect((await outbox(portal)).map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['email', 'ada.works@example.org'],
      ['text', adasPhone],
    ])
    expect((await outbox(portal))[1]?.text).toBe(
      'Prairie Ridge: We received your payment of $51.48. Reply STOP PAYMENT to end these texts.',
    )
  })

  test('a declined payment is notified with the last four digits of the account', async () => {
    await payAndReport('payment.declined')
    const [mail] = await outbox(portal)
    expect(mail?.subject).toBe('Your payment did not go through')
    expect(mail?.text).toContain('Your payment of $50.00 for account ending in 0101 did not go through.')
  })

  const bob = { memberNumber: '20002', email: 'bob@example.org' }
  const giveAccountToBob = async () => {
    await portal.db.insertInto('cis.member').values({ member_number: bob.memberNumber, name: 'Bob' }).execute()
    await seedLogin(portal, { ...bob, username: 'bob' })
    await portal.db.updateTable('cis.account').set({ member_number: bob.memberNumber }).execute()
  }

  test('the payer is notified of a return and of a decline after the account was given to another member', async () => {
    const [paid, open] = [
      await pay(portal, await verified(portal), 5_000),
      await pay(portal, await verified(portal), 6_000),
    ]
    const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)
    await send(tell(paid, 'payment.succeeded'))
    await giveAccountToBob()
    await send(tell(paid, 'payment.returned', { occurredAt: '2026-11-20T15:05:00Z' }))
    await send(tell(open, 'payment.declined'))
    expect((await outbox(portal)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['ada.lindqvist@example.org', 'We received your payment of $51.48'],
      ['ada.lindqvist@example.org', 'Your payment of $51.48 was returned'],
      ['ada.lindqvist@example.org', 'Your payment did not go through'],
    ])
  })

  test('a payer without a login gets the receipt at the address on file, not the login of the next holder', async () => {
    await portal.reset()
    portal.set({ ...payingSettings, ...notifyingSettings })
    await seedAccount(portal.db)
    const form = await pay(portal, await verified(portal), 5_000)
    await giveAccountToBob()
    await sendPostback(portal, tell(form, 'payment.succeeded'))
    expect(await outbox(portal)).toMatchObject([{ recipient: 'ada.lindqvist@example.org', unsubscribeUrl: null }])
  })

  test('a payer without a login, or where none is offered, gets the receipt and cannot stop it', async () => {
    portal.set({ Notifications: false })
    await payAndReport('payment.succeeded')
    expect(await outbox(portal)).toMatchObject([{ recipient: 'ada.lindqvist@example.org', unsubscribeUrl: null }])
  })
})

describe('bills', () => {
  const run = async () => portal.jobs.run(notifyOfBillsJob, {})
  const setBalance = async (over: { due_date?: string; past_due?: number; balance?: number }) =>
    portal.db
      .updateTable('cis.balance')
      .set({
        ...(over.due_date === undefined ? {} : { due_date: calendarDate(over.due_date) }),
        ...(over.past_due === undefined ? {} : { past_due: cents(over.past_due) }),
        ...(over.balance === undefined ? {} : { balance: cents(over.balance) }),
      })
      .execute()

  test('a new bill is notified once over several runs of the job, in the language of the login', async () => {
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await seedBill(portal.db, { bill_date: calendarDate('2026-11-18') })
    await run()
    await run()
    const [mail, ...more] = await outbox(portal)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: 'Su factura está lista', language: 'es' })
    expect(mail?.text).toContain(
      'La factura de la cuenta que termina en 0101 está lista: $142.37, vence el 12/04/2026.',
    )
    expect(mail?.text).toContain('http://127.0.0.1:8080/accountoverview')
  })

  test.each([
    [0, 'Your bill for account ending in 0101 is ready. You have nothing to pay.'],
    [-1_200, 'Your bill for account ending in 0101 is ready: a credit of $12.00. You have nothing to pay.'],
  ])(
    'a bill of %j cents is announced with nothing to pay, without a link to pay it or a reminder',
    async (amount, line) => {
      await seedBill(portal.db, { bill_date: calendarDate('2026-11-18'), amount: cents(amount) })
      await setBalance({ balance: amount, past_due: 0, due_date: '2026-11-22' })
      await run()
      const [mail, ...more] = await outbox(portal)
      expect(more).toEqual([])
      expect(mail?.subject).toBe('Your bill is ready')
      expect(mail?.text).toContain(line)
      expect(mail?.text).not.toContain('pay-bill')
    },
  )

  test('a bill of last week is not notified, and no bill is notified at night', async () => {
    await seedBill(portal.db, { bill_date: calendarDate('2026-11-13') })
    await run()
    await seedBill(portal.db, { bill_date: calendarDate('2026-11-19') })
    portal.clock.set('2026-11-21T04:00:00Z')
    await run()
    expect(await outbox(portal)).toEqual([])
    portal.clock.set('2026-11-21T15:00:00Z')
    await run()
    expect(await subjects()).toEqual(['email: Your bill is ready'])
  })

  test('events during a turned-off topic are not notified after it is turned on', async () => {
    await seedBill(portal.db, { bill_date: calendarDate('2026-11-19') })
    await choose([{ topic: 'bill-ready', byEmail: false, byText: false }])
    await run()
    await choose([{ topic: 'bill-ready', byEmail: true, byText: false }])
    await run()
    expect(await outbox(portal)).toEqual([])
  })

  test('an amount due within three days is notified once for each due date, less payments made in the portal', async () => {
    await setBalance({ due_date: '2026-11-23' })
    await run()
    await run()
    expect((await outbox(portal)).map(({ text }) => text.split('\n', 1)[0])).toEqual([
      'Reminder: $142.37 for account ending in 0101 is due 11/23/2026.',
    ])
    await setBalance({ due_date: '2026-11-22', balance: 0 })
    await run()
    expect(await outbox(portal)).toHaveLength(1)
  })

  test('a member with AutoPay is reminded while the cooperative does not offer it, because it pays nothing then', async () => {
    await setBalance({ due_date: '2026-11-22' })
    await enrolled()
    portal.set({ Autopay: true })
    await run()
    expect(await outbox(portal)).toEqual([])
    portal.set({ Autopay: false })
    await run()
    expect(await subjects()).toEqual(['email: Your bill is due soon'])
  })

  test('a member with AutoPay is reminded of the bill whose charge they stopped', async () => {
    portal.set({ ...payingSettings, Autopay: true })
    await setBalance({ due_date: '2026-11-22' })
    await enrolled()
    await seedCharge({ member_number: '10001', state: 'waiting' })
    // The announced charge counts, also when the member changes AutoPay afterwards.
    await portal.db
      .updateTable('portal.autopay')
      .set({ changed_at: new Date('2026-11-21T12:00:00Z') })
      .execute()
    await run()
    expect(await outbox(portal)).toEqual([])
    await portal.db.updateTable('portal.autopay_charge').set({ state: 'stopped', outcome: 'paused' }).execute()
    await run()
    expect(await subjects()).toEqual(['email: Your bill is due soon'])
  })

  test('a member with AutoPay is not reminded of a bill because a former holder stopped a charge for its due date', async () => {
    portal.set({ ...payingSettings, Autopay: true })
    await setBalance({ due_date: '2026-11-22' })
    await enrolled()
    await seedCharge({ member_number: '10002', state: 'stopped', outcome: 'by-link' })
    await run()
    expect(await outbox(portal)).toEqual([])
  })

  test.each([
    ['was set up too late to pay it', '2026-11-21T06:00:00Z', true],
    ['was set up in time', '2026-11-21T05:59:00Z', false],
  ])('a member whose AutoPay %s is reminded of a bill: %s', async (_, changedAt, isReminded) => {
    portal.set({ ...payingSettings, Autopay: true })
    await setBalance({ due_date: '2026-11-22' })
    await enrolled()
    await portal.db
      .updateTable('portal.autopay')
      .set({ changed_at: new Date(changedAt) })
      .execute()
    portal.clock.set('2026-11-21T18:00:00Z')
    await run()
    expect(await subjects()).toEqual(isReminded ? ['email: Your bill is due soon'] : [])
  })

  test('AutoPay is not reminded; what is past due is', async () => {
    await setBalance({ due_date: '2026-11-22' })
    await portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: '100100101', has_autopay: true })
      .execute()
    await run()
    expect(await outbox(portal)).toEqual([])
    await setBalance({ due_date: '2026-11-10', past_due: 5_000 })
    await run()
    await run()
    expect(await subjects()).toEqual(['email: Your account is past due'])
  })

  test('accounts without a login, prepaid ones and closed ones are passed over', async () => {
    await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
    for (const [number, member, status] of [
      ['100200101', '10002', 'Active'],
      ['100100103', '10001', 'Inactive'],
    ] as const)
      await seedAccount(
        portal.db,
        anAccount(number).of({ memberNumber: member }).with({ account_status: status }).pastDue(5_000),
      )
    await setBalance({ past_due: 5_000 })
    await run()
    expect(await outbox(portal)).toEqual([])
  })
})

describe('outages', () => {
  const run = async () => portal.jobs.run(notifyOfPowerJob, {})
  const setPower = async (is_out: boolean) =>
    portal.db
      .insertInto('cis.outage')
      .values({ account_number: '100100101', is_out, restored_at: null })
      .onConflict((conflict) => conflict.column('account_number').doUpdateSet({ is_out }))
      .execute()

  test('each outage and each restoration is notified once, also when the power goes out again', async () => {
    await setPower(false)
    await run()
    expect(await outbox(portal)).toEqual([])
    const [out, back] = ['email: Power outage at your service address', 'email: Your power is restored']
    for (const [isOut, expected] of [
      [true, [out]],
      [false, [out, back]],
      [true, [out, back, out]],
    ] as const) {
      portal.clock.advance(600)
      await setPower(isOut)
      await run()
      await run()
      expect(await subjects()).toEqual(expected)
    }
    const links = (await outbox(portal)).map(
      ({ text }) => new URL(/View your account: (\S+)/u.exec(text)?.[1] ?? '').pathname,
    )
    // The portal has no page about outages; the overview shows whether the power is out.
    expect(new Set(links)).toEqual(new Set([paths.accountOverview()]))
    portal.clock.advance(600)
    await portal.db.deleteFrom('cis.outage').execute()
    await run()
    expect(await subjects()).toEqual([out, back, out, back])
  })
})

describe('restoration estimates', () => {
  const run = async () => portal.jobs.run(notifyOfPowerJob, {})
  const setEstimate = async (restored_at: string | null) =>
    portal.db
      .insertInto('cis.outage')
      .values({
        account_number: '100100101',
        is_out: true,
        restored_at: restored_at === null ? null : new Date(restored_at),
      })
      .onConflict((conflict) =>
        conflict
          .column('account_number')
          .doUpdateSet({ restored_at: restored_at === null ? null : new Date(restored_at) }),
      )
      .execute()
  const changed = 'email: New estimate for your power outage'

  test('each new estimate is notified once with the earlier one; small, past and withdrawn ones are not', async () => {
    portal.set({ timeZone: 'America/Chicago' })
    await setEstimate('2026-11-20T20:00:00Z')
    await run()
    expect(await subjects()).toHaveLength(1)
    for (const quiet of ['2026-11-20T20:14:00Z', null, '2026-11-20T14:00:00Z']) {
      await setEstimate(quiet)
      await run()
    }
    expect(await subjects()).toHaveLength(1)
    await setEstimate('2026-11-20T22:30:00Z')
    portal.clock.advance(30 * 60)
    await run()
    await run()
    expect((await subjects()).slice(1)).toEqual([changed])
    expect((await outbox(portal)).at(-1)?.text).toMatch(
      /\(account ending in 0101\) should be back by 4:30\sPM\. The earlier estimate was 2:00\sPM\./u,
    )
  })

  test('Spanish sentences that end with a time have one period', async () => {
    portal.set({ timeZone: 'America/Chicago' })
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await setEstimate('2026-11-20T20:00:00Z')
    await run()
    portal.clock.advance(30 * 60)
    await setEstimate('2026-11-20T22:30:00Z')
    await run()
    expect((await outbox(portal)).at(-1)?.text).toMatch(
      /a más tardar a esta hora: 4:30\sp\.\s?m\. La estimación anterior era: 2:00\sp\.\s?m\.(?!\.)/u,
    )
  })

  test('an estimate that switches between two times is notified once in half an hour', async () => {
    const [early, late] = ['2026-11-20T20:00:00Z', '2026-11-20T22:30:00Z']
    await setEstimate(early)
    await run()
    for (let minute = 0; minute < 60; minute += 3) {
      await setEstimate(minute % 2 === 0 ? late : early)
      await run()
      portal.clock.advance(3 * 60)
    }
    expect((await subjects()).slice(1)).toEqual([changed])
  })

  test('the first estimate is notified at once', async () => {
    await setEstimate(null)
    await run()
    await setEstimate('2026-11-20T20:00:00Z')
    await run()
    expect((await subjects()).slice(1)).toEqual([changed])
  })

  test('notices of outages leave before bills, and after what one member did', async () => {
    await setEstimate(null)
    await run()
    const insert = async (dedupeKey: string, priority: 'normal' | 'bulk') =>
      inTransaction(portal.db, async (tx) =>
        insertMessages(tx, [
          {
            dedupeKey,
            priority,
            channel: 'email',
            recipient: 'a@b.test',
            subject: '',
            bodyText: '',
            language: 'en',
            now: new Date('2026-11-20T10:00:00Z'),
          },
        ]),
      )
    await insert('bill', 'bulk')
    await insert('receipt', 'normal')
    const order: (string | undefined)[] = []
    for (let n = 0; n < 3; n += 1) {
      const now = portal.clock.now()
      const nextAttemptAt = new Date(now.getTime() + 3_600_000)
      const [one] = await claimMessages(portal.db, { channel: 'email', limit: 1, now, nextAttemptAt })
      order.push(one?.dedupeKey.split(':')[0])
    }
    expect(order).toEqual(['receipt', 'outage', 'bill'])
  })
})

describe('the login', () => {
  const change = async () =>
    inTransaction(portal.db, async (tx) => {
      const login = await tx.selectFrom('portal.login').select('login_id').executeTakeFirstOrThrow()
      await notifyMember(portal.deps, tx, login.login_id, 'password-changed', 'once')
    })

  test('a changed password is always notified by email, and by text to members who chose texts', async () => {
    await change()
    expect(await subjects()).toEqual(['email: Your password was changed'])
    await portal.db.deleteFrom('outbox.message').execute()
    await textsToAda(portal, ['security'], 'login')
    await change()
    expect((await outbox(portal)).map(({ channel, text }) => (channel === 'text' ? text : channel))).toEqual([
      'email',
      'Prairie Ridge: Your password was changed. Not you? Call us right away. Reply STOP LOGIN to end these texts.',
    ])
  })
})

test('notifies the holder of an account of a topic that no feature of the portal causes yet', async () => {
  const tellOfDraft = async () =>
    inTransaction(portal.db, async (tx) =>
      notifyAccount(
        portal.deps,
        tx,
        { memberNumber: '10001', accountNumber: '100100101' },
        {
          topic: 'draft-changed',
          dedupeKey: 'draft-changed:1',
          compose: () => ({ subject: 'Your draft was changed', bodyText: 'It was changed.', text: 'x' }),
        },
      ),
    )
  expect(await tellOfDraft()).toBe(true)
  expect(await tellOfDraft()).toBe(true)
  expect(await subjects()).toEqual(['email: Your draft was changed'])
})

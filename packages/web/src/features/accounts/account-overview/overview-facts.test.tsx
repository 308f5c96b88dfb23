import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { card, factOf, openOverview } from '../../../test-support/open-overview.tsx'
import { aBillOf, aLinkedAccount, billsLine, linkedLine, pageOf } from '../../../test-support/overview-answers.ts'
import { aMonth, aUsageAccount, insightsLine, noInsights, usageLines } from '../../../test-support/usage-answers.ts'

type Info = NonNullable<NonNullable<Parameters<typeof openOverview>[0]>['info']>

/** Opens the overview and waits for the account. */
async function shown(info: Info = {}, more: Omit<NonNullable<Parameters<typeof openOverview>[0]>, 'info'> = {}) {
  const portal = await openOverview({ info, ...more })
  await screen.findByRole('region', { name: more.language === 'es' ? 'Su cuenta' : 'Your account' })
  return portal
}
const details = async () => card('Your account')
const label = (text: string) => screen.queryByText(text, { selector: 'dt' })
/** The amount under a heading of the first card. */
const amountUnder = (name: string) => screen.getByRole('heading', { level: 2, name }).nextElementSibling?.textContent

describe('the account', () => {
  test('holder, number and service address are shown [AO-06, AO-07, AO-09]', async () => {
    await shown()
    expect(factOf(await details(), 'Account holder')).toBe('Ada Lindqvist')
    expect(factOf(await details(), 'Account number')).toBe('000100200300')
    expect(factOf(await details(), 'Service address')).toBe('1400 Prairie View Rd, Cloverdale, WI 54001')
    expect(factOf(await details(), 'Meter')).toBe('M-1')
  })

  test('while the derived status is Current the status is the account’s own [AO-08, AO-41]', async () => {
    await shown({ accountStatus: 'Active', derivedStatus: 'Current' })
    expect(factOf(await details(), 'Status')).toBe('Active')
    expect(screen.queryByText('Current')).toBeNull()
  })

  test('any other derived status is shown as it is [AO-08, AO-42]', async () => {
    await shown({ accountStatus: 'Active', derivedStatus: 'Under Review' })
    expect(factOf(await details(), 'Status')).toBe('Under Review')
    expect(screen.queryByText('Active')).toBeNull()
  })

  test.each(['Past Due', 'Pending Reconnect', 'Pending Disconnect', 'Disconnected', 'Final Billed'])(
    '%s stands out as a status of the past-due or cutoff kind, with a mark beside its color [AO-43]',
    async (derivedStatus) => {
      await shown({ derivedStatus })
      const badge = screen.getAllByText(derivedStatus).find((one) => one.dataset['status'] !== undefined)
      expect(badge?.dataset['status']).toBe('past-due-or-cutoff')
      expect(badge?.querySelector('[data-icon="warning"]')).not.toBeNull()
    },
  )

  test('Active does not stand out [AO-43]', async () => {
    await shown()
    const badge = screen.getAllByText('Active').find((one) => one.dataset['status'] !== undefined)
    expect(badge?.dataset['status']).toBe('usual')
  })

  test('during an outage the power is OFF [AO-45]', async () => {
    await shown({ outageStatus: 'Y' })
    expect(factOf(await details(), 'Power')).toBe('OFF')
  })

  test('without an outage it is ON [AO-46]', async () => {
    await shown({ outageStatus: 'N' })
    expect(factOf(await details(), 'Power')).toBe('ON')
  })

  test('where nothing is known it is N/A [AO-47]', async () => {
    await shown({ outageStatus: '' })
    expect(factOf(await details(), 'Power')).toBe('N/A')
  })
})

describe('amount due', () => {
  test('an account in order shows its balance [AO-05, AO-10]', async () => {
    await shown()
    expect(amountUnder('Balance')).toBe('$152.34')
    expect(screen.queryByText('Total due')).toBeNull()
  })

  test('an account with a past due amount shows the total due and the past due amount [AO-10, AO-11]', async () => {
    await shown({ pastDueAmount: cents(8_905) })
    expect(amountUnder('Total due')).toBe('$152.34')
    expect(factOf(screen, 'Past due')).toBe('$89.05')
  })

  test('a cutoff status shows the total due, too [AO-10]', async () => {
    await shown({ derivedStatus: 'Disconnected' })
    expect(amountUnder('Total due')).toBe('$152.34')
  })

  test.each([
    ['Past Due', calendarDate('2027-04-02'), 'Pay $89.05 before 04/02/2027 to keep your service.'],
    ['Pending Disconnect', null, 'Pay $89.05 now to keep your service.'],
    ['Disconnected', null, 'Your service is off. Pay $89.05 to have it restored.'],
  ])(
    'an account that is %s says first what to pay for the service, and offers to pay [AO-10, AO-11]',
    async (...given) => {
      const [derivedStatus, cutOffDate, sentence] = given
      const amountForService = cents(8_905)
      await shown({ derivedStatus, cutOffDate, amountForService, cutOffMsg: 'Pay.', pastDueAmount: amountForService })
      const note = screen.getByText(sentence)
      const pay = screen.getByRole('link', { name: 'Pay now' })
      const follows = (one: Node, other: Node) =>
        (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
      expect(follows(note, pay)).toBe(true)
      expect(follows(pay, screen.getByText('Past due', { selector: 'dt' }))).toBe(true)
    },
  )

  test('due date and cutoff date are shown as MM/dd/yyyy; without a cutoff there is no date [AO-12, AO-13]', async () => {
    await shown({ cutOffDate: calendarDate('2027-04-02') })
    expect(factOf(screen, 'Due date')).toBe('03/18/2099')
    expect(factOf(screen, 'Cutoff date')).toBe('04/02/2027')
  })

  test('without a cutoff there is no cutoff date [AO-12]', async () => {
    await shown()
    expect(label('Cutoff date')).toBeNull()
  })

  test('a credit says that no payment is due', async () => {
    await shown({ accountBalance: cents(-2_500) })
    expect(amountUnder('Balance')).toBe('-$25.00')
    expect(screen.getByText('You have a credit. No payment is due.')).toBeDefined()
  })

  test('a prepaid account has the cooperative’s label, what is left, and neither due, past due nor cutoff [AO-10, AO-63]', async () => {
    const prepaid = { isPrepaidAccount: 'Y', prepaidLabel: 'PowerPay', accountBalance: cents(1_244) } as const
    const features = { site: { features: [] } }
    await shown({ ...prepaid, pastDueAmount: cents(500), cutOffDate: calendarDate('2027-04-02') }, features)
    expect([...document.querySelectorAll('dl')].filter(({ children }) => children.length === 0)).toEqual([])
    expect(amountUnder('PowerPay')).toBe('$12.44')
    expect(screen.getByText('This is what you have left to use.')).toBeDefined()
    for (const name of ['Due date', 'Past due', 'Cutoff date']) expect(label(name), name).toBeNull()
  })

  test('Pay now leads to the page for paying, with this account, and comes first [AO-30]', async () => {
    await shown()
    const pay = screen.getByRole('link', { name: 'Pay now' })
    expect(pay.getAttribute('href')).toBe('/billpayments/pay-multiple?accountno=000100200300')
    expect(screen.queryByRole('link', { name: /call us/u })).toBeNull()
  })
})

describe('how bills are paid', () => {
  test('shows that AutoPay is on [AO-14]', async () => {
    await shown({ autoPayExists: 'Y' })
    expect(factOf(screen, 'AutoPay')).toBe('Enrolled')
  })

  test('shows a draft with its next date, as EZ Pay where the cooperative calls it that [AO-14]', async () => {
    await shown({ draftDate: calendarDate('2026-12-15') }, { site: { configuration: { whecEnabled: true } } })
    expect(factOf(screen, 'EZ Pay')).toBe('Next draft payment on 12/15/2026')
  })

  test('without either, an account that could have one says that it has none [AO-14]', async () => {
    await shown({}, { site: { features: ['Autopay'] } })
    expect(factOf(screen, 'Automatic payments')).toBe('Not enrolled')
  })

  test('shows whether the budget difference is owed or saved and links to the details [AO-15, AO-31]', async () => {
    await shown({ billingType: 'Budget', yearToDateBudgetDifference: cents(4_210) })
    expect(factOf(screen, 'Budget billing difference')).toBe('$42.10')
    expect(screen.getByText('Your usage this year cost this much more than we billed you.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'See the details' }).getAttribute('href')).toBe(
      '/billpayments/history?navto=budget-average&accountno=000100200300',
    )
  })

  test('shows the average difference the same way, and none for an account with neither [AO-15]', async () => {
    await shown({ billingType: 'Average', yearToDateBudgetDifference: cents(-3_410) })
    expect(factOf(screen, 'Average billing difference')).toBe('$34.10')
    expect(screen.getByText('Your usage this year cost this much less than we billed you.')).toBeDefined()
  })

  test('an account of another billing type has no difference [AO-15]', async () => {
    await shown({ billingType: 'Standard', yearToDateBudgetDifference: cents(100) })
    expect(label('Budget billing difference')).toBeNull()
    expect(label('Average billing difference')).toBeNull()
  })
})

describe('the arrangement', () => {
  const arrangement = (due: string) =>
    ({
      hasArrangement: 'Y',
      arrangement: {
        arrangementBalance: cents(35_620),
        nextPaymentAmount: cents(8_905),
        nextPaymentDueDate: calendarDate(due),
        arrangementNotation: '3 of 5',
      },
    }) as const
  const site = { features: ['Arrangements'] }

  test('a card shows its balance, next payment and notation and links to all arrangements [AO-16, AO-35]', async () => {
    await shown(arrangement('2099-01-01'), { site })
    const it = await card('Payment arrangement')
    expect(factOf(it, 'Remaining balance')).toBe('$356.20')
    expect(factOf(it, 'Next payment')).toBe('$89.05')
    expect(factOf(it, 'Next payment due')).toBe('01/01/2099')
    expect(it.getByText('3 of 5')).toBeDefined()
    expect(it.queryByText('Past due')).toBeNull()
    expect(it.getByRole('link', { name: 'View arrangements' }).getAttribute('href')).toBe(
      '/billpayments/view-arrangements?accountno=000100200300',
    )
  })

  test('a next payment that was due before today is overdue [AO-48]', async () => {
    await shown(arrangement('2020-01-01'), { site })
    expect((await card('Payment arrangement')).getByText('Past due')).toBeDefined()
  })

  test('without an arrangement, or where none are offered, there is no card [AO-16]', async () => {
    await shown(arrangement('2099-01-01'))
    expect(screen.queryByRole('region', { name: 'Payment arrangement' })).toBeNull()
  })
})

describe('linked accounts', () => {
  const linked = { isLinkedAccount: 'Y', netAccountBalance: cents(19_054) } as const
  const site = { features: ['LinkedAccountsEnabled'] }

  test('shows their type and balance, and the balance of all of them together [AO-58, CG-21]', async () => {
    await shown(linked, { site, answers: { [linkedLine]: pageOf(aLinkedAccount()) } })
    const it = await card('Linked accounts')
    expect((await it.findByRole('link', { name: 'Water account 000100200301' })).getAttribute('href')).toBe(
      '/accountoverview?accountno=000100200301',
    )
    expect(it.getByText('$38.20')).toBeDefined()
    expect(factOf(screen, 'Balance with linked accounts')).toBe('$190.54')
  })

  test("when they do not load: 'Failed to load linked accounts: ' and the server’s words [AO-59, EM-01]", async () => {
    const { user, answers } = await shown(linked, {
      site,
      answers: { [linkedLine]: aProblem(503, 'Down for a minute.') },
    })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Failed to load linked accounts: Down for a minute.')).toBeDefined()
    answers[linkedLine] = pageOf(aLinkedAccount())
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Water account 000100200301' })).toBeDefined()
  })

  test('an account that is not linked asks for none [AO-58]', async () => {
    const { sent } = await shown({}, { site })
    expect(sent(linkedLine)).toEqual([])
    expect(screen.queryByRole('region', { name: 'Linked accounts' })).toBeNull()
  })
})

describe('banners and messages', () => {
  const cutoff = { derivedStatus: 'Past Due', cutOffMsg: 'Please pay by Friday.' } as const

  test('Past Due with a cutoff message has the banner [AO-44]', async () => {
    await shown(cutoff)
    expect(within(screen.getByRole('alert')).getByText('Please pay by Friday.')).toBeDefined()
  })

  test('a prepaid account, another status or an empty message shows no banner [AO-44]', async () => {
    await shown({ ...cutoff, isPrepaidAccount: 'Y' })
    expect(screen.queryByText('Please pay by Friday.')).toBeNull()
  })

  test('a disconnected account has no cutoff banner [AO-44]', async () => {
    await shown({ ...cutoff, derivedStatus: 'Disconnected' })
    expect(screen.queryByText('Please pay by Friday.')).toBeNull()
  })

  const outageWords = 'There is an active outage interrupting the service in your area. The estimated restoration time '

  test('an outage with a known restoration time says it, on the cooperative’s clock [AO-60]', async () => {
    await shown({ outageStatus: 'Y', estimatedTimeOfRestoration: '2026-11-22T11:30:00Z' })
    expect(screen.getByText(`${outageWords}11/22/2026 05:30`)).toBeDefined()
  })

  test("an outage without a restoration time ends with 'is not yet known.' [AO-61]", async () => {
    await shown({ outageStatus: 'Y' })
    expect(screen.getByText(`${outageWords}is not yet known.`)).toBeDefined()
  })

  test('without an outage there is no banner, even with an estimated time [AO-60, AO-61]', async () => {
    await shown({ outageStatus: 'N', estimatedTimeOfRestoration: '2026-11-22T11:30:00Z' })
    expect(screen.queryByText(/active outage/u)).toBeNull()
  })

  test('the prepaid alert is a warning, returned items are counted, and messages stand as plain text [AO-63]', async () => {
    await shown({
      isPrepaidAccount: 'Y',
      prepaidDisconnectAlert: 'Two days are left.',
      activeReturnedItems: 2,
      billMessages: 'Rates <b>change</b> in January.',
      statementHeadingMessage: 'Annual meeting in May.',
      capitalCreditRefundMessage: 'A refund is on its way.',
    })
    expect(screen.getByText('Two days are left.')).toBeDefined()
    expect(screen.getByText('2 returned payments are on your account record.')).toBeDefined()
    const messages = await card('Messages for you')
    for (const words of ['Rates <b>change</b> in January.', 'Annual meeting in May.', 'A refund is on its way.'])
      expect(messages.getByText(words)).toBeDefined()
  })

  test('hides empty messages [AO-63]', async () => {
    await shown()
    expect(screen.queryByRole('region', { name: 'Messages for you' })).toBeNull()
    expect(screen.queryByText(/returned payment/u)).toBeNull()
  })
})

describe('billed usage', () => {
  test('shows the last period beside the previous one and the same period last year [AO-21]', async () => {
    const recent = pageOf(
      aBillOf('2026-03-05', { usageKwh: 930, statementStartDate: calendarDate('2026-02-05') }),
      aBillOf('2026-02-05', { usageKwh: 1_000 }),
    )
    const yearAgo = pageOf(aBillOf('2025-03-04', { usageKwh: 744 }))
    await shown({}, { answers: { [billsLine]: (address: string) => (address.includes('from=') ? yearAgo : recent) } })
    const usage = await card('Billed usage')
    expect(usage.getByText('930 kWh')).toBeDefined()
    expect(usage.getByText('From 02/05/2026, billed on 03/05/2026')).toBeDefined()
    expect(factOf(usage, 'Previous bill')).toBe('1,000 kWh')
    expect(usage.getByText('Now 7% lower')).toBeDefined()
    expect(await usage.findByText('744 kWh')).toBeDefined()
    expect(usage.getByText('Now 25% higher')).toBeDefined()
  })

  test('opens the usage of that account by the month [US-05]', async () => {
    const answers = {
      [billsLine]: pageOf(aBillOf('2026-03-05', { usageKwh: 930 })),
      [usageLines.account]: aUsageAccount(),
      [usageLines.monthly]: { usagesByMeter: [{ meterId: 'E-1', monthlyUsages: [aMonth('2026-10', 800)] }] },
      [insightsLine]: noInsights,
    }
    const { user, address } = await shown({}, { answers, site: { features: ['Usages'] }, visits: ['/usage-tracker'] })
    await user.click((await card('Billed usage')).getByRole('link', { name: 'See your usage' }))
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Monthly')
    expect(await screen.findByRole('group', { name: 'Monthly usage in kWh' })).toBeDefined()
    expect(address()).toBe('/usage-tracker')
  })

  test('without billed usage there is no summary [AO-21]', async () => {
    await shown({}, { answers: { [billsLine]: pageOf(aBillOf('2026-03-05')) } })
    expect(screen.queryByRole('region', { name: 'Billed usage' })).toBeNull()
  })
})

test('the usual label of a prepaid account is Spanish on a Spanish page', async () => {
  await shown({ isPrepaidAccount: 'Y', prepaidLabel: 'Prepaid' }, { language: 'es' })
  expect(screen.getByText('Prepago')).toBeDefined()
})

test('in Spanish everything is Spanish, statuses and kinds of service too', async () => {
  const billMessages = 'Call before you dig.'
  await shown({ derivedStatus: 'Past Due', outageStatus: 'Y', billMessages }, { language: 'es' })
  expect(screen.getByText(billMessages).lang).toBe('en')
  const it = await card('Su cuenta')
  expect(factOf(it, 'Estado')).toBe('Vencida')
  expect(factOf(it, 'Servicio')).toBe('Electricidad')
  expect(factOf(it, 'Servicio eléctrico')).toBe('SIN SERVICIO')
  expect(screen.getByText(/aún no se conoce\./u)).toBeDefined()
})

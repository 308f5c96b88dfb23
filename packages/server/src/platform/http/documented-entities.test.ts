import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { describe, expect, test } from 'vitest'
import type { EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)

type Json = Readonly<Record<string, unknown>>

function fixtureOf(id: string): EndpointFixture {
  const found = fixtures.find(({ endpoint }) => endpoint.id === id)
  if (found === undefined) throw new Error(`There is no call ${id}`)
  return found
}

async function answerTo(id: string): Promise<Json> {
  const response = await fixtureOf(id).send()
  expect([id, response.statusCode]).toEqual([id, 200])
  return response.json()
}

const first = (answer: Json, list: string): Json => {
  const [one] = answer[list] as readonly Json[]
  if (one === undefined) throw new Error(`${list} is empty`)
  return one
}

const names = (entity: Json): readonly string[] => Object.keys(entity)
const words = (text: string): readonly string[] => text.split(' ')
const allOf = (text: string): unknown => expect.arrayContaining([...words(text)])

/** Sends the call without one part of its body at a time. @returns the parts that it can do without. */
async function dispensable(id: string, parts: string, change: (body: Json, part: string) => Json): Promise<unknown> {
  const { body, send } = fixtureOf(id)
  const taken: string[] = []
  for (const part of words(parts))
    if ((await send({ body: change(body as Json, part) })).statusCode !== 400) taken.push(part)
  return taken
}
const without = (body: Json, part: string): Json =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== part))
const withoutIn =
  (list: string) =>
  (body: Json, part: string): Json => ({ ...body, [list]: [without(first(body, list), part)] })

const nameAndAddress = 'firstName middleName lastName streetNumber streetName streetType unit city state zip'

describe('what the calls answer', () => {
  test('a profile has names, address, phones and what is known of them [DE-02, AC-03]', async () => {
    const profile = await answerTo('accountProfile.load')
    expect(names(profile)).toEqual(allOf(`${nameAndAddress} count contactPhones phoneTypes isVerified spouseName`))
    expect(profile).toMatchObject({ accountNumber: '100100101', isVerified: expect.stringMatching(/^[YN]$/u) })
  })

  test('a contact phone and a phone type have their documented fields [DE-03, DE-04]', async () => {
    const profile = await answerTo('accountProfile.load')
    const phone = 'eCommunicationDetailId eCommunicationId eCommunicationDescription phoneNumber extension isDelete'
    expect(names(first(profile, 'contactPhones')).toSorted()).toEqual(words(phone).toSorted())
    expect(names(first(profile, 'phoneTypes'))).toEqual(words('eCommunicationId description'))
  })

  test('an account info has its 36 documented fields [DE-06]', async () => {
    const documented =
      'accountNumber accountHolderName serviceAddress accountType accountStatus derivedStatus accountBalance pastDueAmount ' +
      'dueDate cutOffDate cutOffMsg isPrepaidAccount prepaidLabel billingType yearToDateBudgetDifference netAccountBalance ' +
      'autoPayExists draftDate outageStatus estimatedTimeOfRestoration isLinkedAccount hasArrangement arrangement billMessages ' +
      'statementHeadingMessage meters locationId collectMeterReading viewUsageHistory meterSenseccUrl ccPdfLinkText viewccPdfUrl ' +
      'activeReturnedItems prepaidDisconnectAlert capitalCreditRefundMessage'
    expect(names(await answerTo('accountOverview.info'))).toEqual(allOf(documented))
  })

  test('the arrangement of an account info has balance, next payment and a note [DE-07]', async () => {
    await portal.db
      .insertInto('cis.arrangement')
      .values({
        account_number: '100100101',
        balance: cents(30_000),
        next_amount: cents(10_000),
        next_due: calendarDate('2026-12-04'),
        notation: 'Payment plan',
      })
      .execute()
    expect((await answerTo('accountOverview.info'))['arrangement']).toEqual({
      arrangementBalance: 30_000,
      nextPaymentAmount: 10_000,
      nextPaymentDueDate: '2026-12-04',
      arrangementNotation: 'Payment plan',
    })
  })

  test('a row of the payment history has amount and date [DE-08]', async () => {
    await portal.db
      .insertInto('cis.payment')
      .values({
        account_number: '100100101',
        reference: 'P-1',
        paid_on: calendarDate('2026-11-10'),
        amount: cents(5_000),
        method: 'Check',
      })
      .execute()
    const payments = (await answerTo('accountOverview.payments'))['results']
    expect(payments).toContainEqual(expect.objectContaining({ paymentAmount: 5_000, paymentDate: '2026-11-10' }))
  })

  test('a row of the billing history has its documented fields, and the bytes come with the bill [DE-09, DE-40]', async () => {
    const row =
      'billDate endingBalance dueDate statementStartDate billType billViewUrl prepaidDailyTotal prepaidUsageDollars ' +
      'prepaidCharges prepaidTaxes'
    expect(names(first(await answerTo('bills.list'), 'results'))).toEqual(allOf(row))
    const pdf = await answerTo('bills.pdf')
    expect(names(pdf)).toEqual(['fileName', 'billViewUrlFileBytes'])
    expect(Buffer.from(String(pdf['billViewUrlFileBytes']), 'base64').toString('latin1')).toMatch(/^%PDF/u)
  })

  test('an app is set up with an address, a validator and a new secret [DE-13]', async () => {
    expect(names(await answerTo('authenticatorApp.qrCode'))).toEqual(allOf('totpUri encryptedValidator secretNewKey'))
  })

  test('activating an app answers with its three documented fields, removing it with a message [DE-15, DE-44]', async () => {
    expect(await answerTo('authenticatorApp.activate')).toMatchObject({
      verificationSatus: true,
      transactionStatus: true,
      mfaEnabled: true,
    })
    const removed = await answerTo('authenticatorApp.remove')
    expect([removed['mfaEnabled'], typeof removed['message']]).toEqual([false, 'string'])
  })

  test('a valid reset link answers with the name of the member [DE-12]', async () => {
    expect(names(await answerTo('credentialRecovery.validateLink'))).toEqual(['memberName'])
  })

  test('a reset password answers with 2011 and a message [DE-43]', async () => {
    expect(await answerTo('credentialRecovery.reset')).toEqual({ code: 2011, message: expect.stringMatching(/./u) })
  })

  test('the details of a member have their documented fields, without the secret answer [DE-16]', async () => {
    const details = await answerTo('myProfile.details')
    const documented =
      'userName loginId secretQuestions secretQuestionId paymentTypes paymentEmailReceived serviceOrderEmailReceived ' +
      'phoneNumberMask hasPaperlessBilling hasPaperlessOther electronicKit marketingEmail accounts'
    expect(names(details)).toEqual(allOf(documented))
    expect(names(details)).not.toContain('secretQuestionAnswer')
    expect(details).toMatchObject({ userName: 'ada.lindqvist@example.org', loginId: 'ada.lindqvist' })
  })

  test('an account of the member details has its documented fields [DE-17]', async () => {
    const documented =
      'accountNumber address hasEmailBillNotice hasPaperlessBilling hasOtherPaperlessBillinge operationRoundup ' +
      'operationRoundupAmount operationRoundupExpiration'
    expect(names(first(await answerTo('myProfile.details'), 'accounts'))).toEqual(words(documented))
  })

  test('a bank has a routing number and a name [DE-25]', async () => {
    const { query } = fixtureOf('drafts.institutions')
    await portal.db
      .insertInto('portal.financial_institution')
      .values({ routing_number: query['routingNumber'] ?? '', name: 'CEDAR VALLEY BANK' })
      .onConflict((conflict) => conflict.column('routing_number').doUpdateSet({ name: 'CEDAR VALLEY BANK' }))
      .execute()
    expect((await answerTo('drafts.institutions'))['results']).toEqual([
      { routingNumber: query['routingNumber'], name: expect.stringMatching(/Cedar Valley Bank/iu) },
    ])
    await portal.db.updateTable('portal.financial_institution').set({ name: 'DO NOT USE' }).execute()
    expect((await answerTo('drafts.institutions'))['results']).toEqual([])
  })

  test('scheduled payments come as scheduledPaymentsList [DE-37]', async () => {
    expect(names(await answerTo('scheduledPayments.list'))).toEqual(['scheduledPaymentsList'])
  })

  test('a document of capital credits has its name and bytes [DE-41]', async () => {
    expect(names(await answerTo('accountOverview.capitalCreditPdf'))).toEqual(['fileName', 'ccViewUrlFileBytes'])
  })

  test('the address of MyMeter comes as link [DE-42]', async () => {
    const { link } = await answerTo('accountOverview.myMeter')
    expect(String(link)).toContain('https://mymeter.example.org/')
  })

  test('a registered automatic payment says with what it is paid [DE-45]', async () => {
    await portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: '100100101', has_autopay: true, draft_method: 'CHARGE' })
      .onConflict((conflict) =>
        conflict.column('account_number').doUpdateSet({ has_autopay: true, draft_method: 'CHARGE' }),
      )
      .execute()
    const { autopayments } = await answerTo('myProfile.autopayments')
    expect(autopayments).toEqual([
      { accountNumber: '100100101', paymentMethod: 'ECHECK' },
      { accountNumber: '100100101', paymentMethod: 'CHARGE' },
    ])
  })
})

describe('what the site answers at its start', () => {
  const start = async (part: 'settings' | 'configuration') => names((await answerTo('site.start'))[part] as Json)

  test('the site settings have their documented fields [DU-27, AS-11]', async () => {
    const documented =
      'facebookUrl twitterUrl youtubeUrl instagramUrl pinterestUrl yelpUrl linkedInUrl phoneNumber officeHours email address ' +
      'aboutUs coopContactUsLink emergencyContactNumber coopName coopWebsiteUrl copyright appVersion portalFavIconPath ' +
      'portalLogoPath signOutLink logoClickRedirectionLink homeClickRedirectionLink googleAnalyticsCode featureFlagCustomCss ' +
      'features webChatSetting'
    expect(await start('settings')).toEqual(allOf(documented))
  })

  test('the site configuration has its documented fields [DU-28, AS-10]', async () => {
    const documented =
      'allowSubscribeForNotification allowFutureDatedPayments allowCreditDraft allowBankDraft displayEmergencyAnnouncement ' +
      'emergencyAnnouncementMessage whecEnabled displayFaqUrl nexGridEnable nexGridLinkUrl serviceRequestMenuEnabled ' +
      'useCustomMenu mcpMenu outageMapLink memberInfoLinkAvailable memberInfoDocsLinkName clientAvailable ' +
      'detailedUsageAnalysisLabel isOnlineDelinquentView delinquentViewUrl'
    expect(await start('configuration')).toEqual(allOf(documented))
  })

  test('the first answer of the site says whether it is under maintenance [AS-21]', async () => {
    expect(await answerTo('site.maintenance')).toEqual({ underMaintenance: false, endsAt: null })
    portal.set({ underMaintenance: true })
    expect(await answerTo('site.maintenance')).toEqual({ underMaintenance: true, endsAt: null })
  })

  test('a list of accounts has their numbers, which one is the primary, and how many there are [DU-31]', async () => {
    const accounts = await answerTo('accounts.list')
    const { results, totalRecords } = accounts as { readonly results: readonly Json[]; readonly totalRecords: number }
    expect(totalRecords).toBe(results.length)
    expect(results.map(({ accountNumber, isPrimaryAccount }) => [accountNumber, isPrimaryAccount])).toContainEqual([
      '100100101',
      true,
    ])
  })
})

describe('what the calls want', () => {
  test('an update of a profile has names, address, indicator and phones [DE-05, AC-04]', async () => {
    const parts = `${nameAndAddress} updateIndicator contactPhones`
    expect((await fixtureOf('accountProfile.update').send()).statusCode).toBe(200)
    expect(await dispensable('accountProfile.update', parts, without)).toEqual([])
  })

  test('a new password has member name, password, its repetition and the code of the link [DE-11]', async () => {
    expect(await dispensable('credentialRecovery.reset', 'membername password cnfpassword otc', without)).toEqual([])
  })

  test('the first code of an app has an encrypted member and key [DE-14]', async () => {
    expect(await dispensable('authenticatorApp.activate', 'encryptedMember code key', without)).toEqual([])
  })

  test('an update of a member has its documented fields [DE-18]', async () => {
    const parts =
      'memberNumber loginId userName password securityQuestionId securityQuestionAnswer removeStoredCreditData ' +
      'removeStoredBankData receiveServiceOrderEmail receivePaymentEmail canMaskPhone isPaperlessBilling isPaperlessOther ' +
      'annualMarketingElectricKit isMarketEmail paperlessAccounts roundupAccounts'
    expect((await fixtureOf('myProfile.update').send()).statusCode).toBe(200)
    expect(await dispensable('myProfile.update', parts, without)).toEqual([])
  })

  test('the accounts for paperless bills and Operation RoundUp have their documented fields [DE-19, DE-20]', async () => {
    const paperless = 'accountNumber isEmail isPaperless isPaperlessOther'
    expect(await dispensable('myProfile.update', paperless, withoutIn('paperlessAccounts'))).toEqual([])
    const roundup = 'accountNumber isRoundup amount expiration'
    expect(await dispensable('myProfile.update', roundup, withoutIn('roundupAccounts'))).toEqual([])
  })

  test('an account number has at most 12 characters [DE-48]', async () => {
    const { endpoint, params, send } = fixtureOf('accountOverview.info')
    const status = async (accountNumber: string) => (await send({ params: { ...params, accountNumber } })).statusCode
    expect([endpoint.id, await status('1'.repeat(13)), await status('1'.repeat(12))]).toEqual([endpoint.id, 400, 404])
  })
})

describe('roles', () => {
  const kindsOf = (auth: string) => fixtures.filter(({ endpoint }) => endpoint.auth === auth)

  test('a signed-in member, the only role of the account area, may make each of its calls [CG-01, CF-20]', async () => {
    expect(kindsOf('member').length).toBeGreaterThan(40)
    for (const { endpoint, send } of kindsOf('member'))
      expect([endpoint.id, (await send()).statusCode < 300]).toEqual([endpoint.id, true])
  })

  test('a visitor who gave an account number and the last digits of a phone may make the calls of Quick Pay [CF-21]', async () => {
    expect(kindsOf('quick-pay').length).toBeGreaterThan(1)
    for (const { endpoint, send } of kindsOf('quick-pay')) {
      expect([endpoint.id, (await send()).statusCode < 300]).toEqual([endpoint.id, true])
      const headers = { authorization: undefined, cookie: undefined }
      expect([endpoint.id, (await send({ headers })).statusCode]).toEqual([endpoint.id, 401])
    }
  })

  test('without a session none of these calls is answered [CG-01, CF-20]', async () => {
    for (const { endpoint, send } of kindsOf('member')) {
      const headers = { authorization: undefined, cookie: undefined }
      expect([endpoint.id, (await send({ headers })).statusCode]).toEqual([endpoint.id, 401])
    }
  })
})

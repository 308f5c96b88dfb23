import { handOffFieldNames, type Requisition } from '@coopline/contract/payments/payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fieldsOf } from '../../testing/provider-double.ts'
import { pay, payingSettings, type QuickPayer, requestOf, verified } from '../../testing/quick-payer.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let payer: QuickPayer
beforeAll(async () => {
  portal = await startTestPortal({
    env: { PUBLIC_ORIGIN: 'https://portal.example.org', PROVIDER_URL: 'https://pay.example.org' },
  })
})
beforeEach(async () => {
  await portal.reset()
  portal.set(payingSettings)
  await seedAccount(portal.db)
  payer = await verified(portal)
})
afterAll(async () => portal.close())

const form = async (amount = 12_345, over: object = {}): Promise<Record<string, string>> =>
  fieldsOf(await pay(portal, payer, amount, { body: requestOf(payer.verification, amount, over) }))

const requisition = async (): Promise<Requisition> => pay(portal, payer, 12_345)

test('[PH-01] the answer carries the form: the address to post to and every hidden field, each once, in order', async () => {
  const { paymentRequisitionSettings, configuration } = await requisition()
  expect(paymentRequisitionSettings.actionUrl).toBe('https://pay.example.org/pay')
  expect(configuration.fields.map((field) => field.name)).toEqual([...handOffFieldNames])
})

test('[DM-21] the form has every field that the requirement names', async () => {
  expect(Object.keys(await form())).toEqual([
    'clientReference',
    'coopNumber',
    'utilityName',
    'accountNumber',
    'accountDisplay',
    'balance',
    'applicationId',
    'postbackRequired',
    'enableCard',
    'enableEcheck',
    'returnUrl',
    'cancelUrl',
    'taxIncluded',
    'paymentType',
    'acceptedCardTypes',
    'quickPayFlag',
    'cardConvenienceFee',
    'echeckConvenienceFee',
    'maxCardAmount',
    'currency',
    'language',
    'authorizationToken',
  ])
})

test('[PH-02] clientReference is the transaction number', async () => {
  const answer = await requisition()
  expect(fieldsOf(answer)['clientReference']).toBe(answer.paymentRequisitionSettings.transNo)
})

test('[PH-03] coopNumber is the client id that the requisition names', async () => {
  const answer = await requisition()
  expect([fieldsOf(answer)['coopNumber'], answer.paymentRequisitionSettings.clientId]).toEqual(['COOP7', 'COOP7'])
})

test('[PH-04] utilityName is the utility, or the cooperative when it has no other name', async () => {
  expect((await form())['utilityName']).toBe('Prairie Ridge Electric Cooperative')
  portal.set({ utilityName: '' })
  expect((await form())['utilityName']).toBe('Prairie Ridge')
})

test('[PH-05] accountNumber is the account that is paid', async () => {
  expect((await form())['accountNumber']).toBe('100100101')
})

test('[PH-06] accountDisplay is the account number', async () => {
  expect((await form())['accountDisplay']).toBe('100100101')
})

test('[PH-07] balance is the amount to pay as decimal text, not what is owed', async () => {
  expect((await form(12_345))['balance']).toBe('123.45')
  expect((await form(5))['balance']).toBe('0.05')
})

test('[PH-08] applicationId is the setting applicationWebId', async () => {
  portal.set({ applicationWebId: 'Portal9' })
  expect((await form())['applicationId']).toBe('Portal9')
})

test('[PH-09] postbackRequired is Y', async () => {
  expect((await form())['postbackRequired']).toBe('Y')
})

test('[PH-10] enableCard says whether the card is open for this account', async () => {
  expect((await form())['enableCard']).toBe('Y')
  portal.set({ utilityAllowCreditCard: false })
  expect((await form())['enableCard']).toBe('N')
})

test('[PH-11] enableEcheck says whether eCheck is open for this account', async () => {
  expect((await form())['enableEcheck']).toBe('Y')
  portal.set({ echeckProcessAsDraft: true })
  expect((await form())['enableEcheck']).toBe('N')
})

test('[PH-12] returnUrl is the success path of the portal, absolute', async () => {
  expect((await form())['returnUrl']).toBe('https://portal.example.org/payment-success?isFromQuickPay=true')
})

test('[PH-13] cancelUrl is the cancel path of the portal, absolute', async () => {
  expect((await form())['cancelUrl']).toMatch(
    /^https:\/\/portal\.example\.org\/payment-cancel(?:\?isFromQuickPay=true)?$/u,
  )
})

test('[PH-14] taxIncluded is N for Quick Pay', async () => {
  expect((await form())['taxIncluded']).toBe('N')
})

test('[PH-15] paymentType is the method chosen, cc when both are open and none was chosen', async () => {
  expect((await form())['paymentType']).toBe('cc')
  expect((await form(100, { paymentType: 'echeck' }))['paymentType']).toBe('echeck')
})

test('[PH-16] [PH-23] acceptedCardTypes are VI, MC, AX, DI, each by its own setting', async () => {
  const only = { allowVisa: false, allowMaster: false, allowAmex: false, allowDiscover: false }
  expect((await form())['acceptedCardTypes']).toBe('VI,MC,AX,DI')
  for (const [name, code] of [
    ['allowVisa', 'VI'],
    ['allowMaster', 'MC'],
    ['allowAmex', 'AX'],
    ['allowDiscover', 'DI'],
  ] as const) {
    portal.set({ ...only, [name]: true, allowOverPay: true })
    expect([name, (await form())['acceptedCardTypes']]).toEqual([name, code])
  }
})

test('[PH-17] quickPayFlag is true', async () => {
  expect((await form())['quickPayFlag']).toBe('true')
})

test('[PH-18] authorizationToken is the security token of the requisition', async () => {
  const answer = await requisition()
  expect(fieldsOf(answer)['authorizationToken']).toBe(answer.paymentRequisitionSettings.securityToken)
})

test('[PH-19] [PH-20] [PH-22] each method carries its own fee option, with a count of 1', async () => {
  const fields = await form()
  expect(JSON.parse(fields['cardConvenienceFee'] ?? '')).toEqual({ kind: 'percent', value: '2.95', count: 1 })
  expect(JSON.parse(fields['echeckConvenienceFee'] ?? '')).toEqual({ kind: 'flat', value: '0.50', count: 1 })
})

test('[PH-21] maxCardAmount is the setting maxChargeAmount as decimal text, empty when there is none', async () => {
  expect((await form())['maxCardAmount']).toBe('1000.00')
  portal.set({ maxChargeAmount: null })
  expect((await form())['maxCardAmount']).toBe('')
  portal.set({ maxChargeAmount: cents(1) })
  expect((await form())['maxCardAmount']).toBe('0.01')
})

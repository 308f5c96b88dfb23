import { handOffFieldNames, type Requisition } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { expect, test } from 'vitest'
import { fieldsOf } from '../../../testing/provider-double.ts'
import { pay, payingSettings, requestOf, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal({
  settings: payingSettings,
  env: { PUBLIC_ORIGIN: 'https://portal.example.org', PROVIDER_URL: 'https://pay.example.org' },
})
const payer = useFresh(async () => {
  await seedAccount(portal.db)
  return verified(portal)
})

const form = async (amount = 12_345, over: object = {}): Promise<Record<string, string>> =>
  fieldsOf(await pay(portal, payer, amount, { body: requestOf(payer.verification, amount, over) }))

const requisition = async (): Promise<Requisition> => pay(portal, payer, 12_345)

test('the answer carries the form: the address to post to and every hidden field, each once, in order [PH-01]', async () => {
  const { paymentRequisitionSettings, configuration } = await requisition()
  expect(paymentRequisitionSettings.actionUrl).toBe('https://pay.example.org/pay')
  expect(configuration.fields.map((field) => field.name)).toEqual([...handOffFieldNames])
})

test('the form has every field that the requirement names [DM-21]', async () => {
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

test('clientReference is the transaction number [PH-02]', async () => {
  const answer = await requisition()
  expect(fieldsOf(answer)['clientReference']).toBe(answer.paymentRequisitionSettings.transNo)
})

test('coopNumber is the client id that the requisition names [PH-03]', async () => {
  const answer = await requisition()
  expect([fieldsOf(answer)['coopNumber'], answer.paymentRequisitionSettings.clientId]).toEqual(['COOP7', 'COOP7'])
})

test('utilityName is the utility, or the cooperative when it has no other name [PH-04]', async () => {
  expect((await form())['utilityName']).toBe('Prairie Ridge Electric Cooperative')
  portal.set({ utilityName: '' })
  expect((await form())['utilityName']).toBe('Prairie Ridge')
})

test('accountNumber is the account that is paid [PH-05]', async () => {
  expect((await form())['accountNumber']).toBe('100100101')
})

test('accountDisplay is the account number [PH-06]', async () => {
  expect((await form())['accountDisplay']).toBe('100100101')
})

test('balance is the amount to pay as decimal text, not what is owed [PH-07]', async () => {
  expect((await form(12_345))['balance']).toBe('123.45')
  expect((await form(5))['balance']).toBe('0.05')
})

test('applicationId is the setting applicationWebId [PH-08]', async () => {
  portal.set({ applicationWebId: 'Portal9' })
  expect((await form())['applicationId']).toBe('Portal9')
})

test('postbackRequired is Y [PH-09]', async () => {
  expect((await form())['postbackRequired']).toBe('Y')
})

test('enableCard says whether the card is open for this account [PH-10]', async () => {
  expect((await form())['enableCard']).toBe('Y')
  portal.set({ utilityAllowCreditCard: false })
  expect((await form())['enableCard']).toBe('N')
})

test('enableEcheck says whether eCheck is open for this account [PH-11]', async () => {
  expect((await form())['enableEcheck']).toBe('Y')
  portal.set({ echeckProcessAsDraft: true })
  expect((await form())['enableEcheck']).toBe('N')
})

test('returnUrl is the success path of the portal, absolute [PH-12]', async () => {
  expect((await form())['returnUrl']).toBe('https://portal.example.org/payment-success?isFromQuickPay=true')
})

test('cancelUrl is the cancel path of the portal, absolute [PH-13]', async () => {
  expect((await form())['cancelUrl']).toMatch(
    /^https:\/\/portal\.example\.org\/payment-cancel(?:\?isFromQuickPay=true)?$/u,
  )
})

test('taxIncluded is N for Quick Pay [PH-14]', async () => {
  expect((await form())['taxIncluded']).toBe('N')
})

test('paymentType is the method chosen, cc when both are open and none was chosen [PH-15]', async () => {
  expect((await form())['paymentType']).toBe('cc')
  expect((await form(100, { paymentType: 'echeck' }))['paymentType']).toBe('echeck')
})

test('acceptedCardTypes are VI, MC, AX, DI, each by its own setting [PH-16, PH-23]', async () => {
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

test('quickPayFlag is true [PH-17]', async () => {
  expect((await form())['quickPayFlag']).toBe('true')
})

test('authorizationToken is the security token of the requisition [PH-18]', async () => {
  const answer = await requisition()
  expect(fieldsOf(answer)['authorizationToken']).toBe(answer.paymentRequisitionSettings.securityToken)
})

test('each method carries its own fee option, with a count of 1 [PH-19, PH-20, PH-22]', async () => {
  const fields = await form()
  expect(JSON.parse(fields['cardConvenienceFee'] ?? '')).toEqual({ kind: 'percent', value: '2.95', count: 1 })
  expect(JSON.parse(fields['echeckConvenienceFee'] ?? '')).toEqual({ kind: 'flat', value: '0.50', count: 1 })
})

test('maxCardAmount is the setting maxChargeAmount as decimal text, empty when there is none [PH-21]', async () => {
  expect((await form())['maxCardAmount']).toBe('1000.00')
  portal.set({ maxChargeAmount: null })
  expect((await form())['maxCardAmount']).toBe('')
  portal.set({ maxChargeAmount: cents(1) })
  expect((await form())['maxCardAmount']).toBe('0.01')
})

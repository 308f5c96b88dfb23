import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hmac } from './signing-keys.ts'
import {
  callApi,
  cardForm,
  currentKey,
  echeckForm,
  locationOf,
  openPayment,
  payByCard,
  postForm,
  type Session,
  startUnderTest,
  type UnderTest,
} from './sandbox-under-test.ts'

let under: UnderTest
beforeAll(async () => {
  under = await startUnderTest({ slowMs: 500 })
})
afterAll(() => under.close())

const statusOf = async (session: Session): Promise<Record<string, unknown>> =>
  (await callApi(under.sandbox, 'GET', `/api/payments/${session.transNo}`)).body
const textOf = async (address: string): Promise<string> => (await fetch(address)).text()

function pointerIn(address: string): Record<string, unknown> {
  const [first = '', kid, signature] = (new URL(address).searchParams.get('encodedParam') ?? '').split('.')
  expect(kid).toBe('now')
  expect(signature).toBe(hmac(currentKey.secret, `return\n${first}`, 'base64url'))
  const pointer: Record<string, unknown> = JSON.parse(Buffer.from(first, 'base64url').toString('utf8'))
  return pointer
}

test.each([
  ['4111111111111111', 'VI', '1111', '737'],
  ['5555555555554444', 'MC', '4444', '737'],
  ['378282246310005', 'AX', '0005', '7373'],
  ['6011111111111117', 'DI', '1117', '737'],
])(
  'card %s pays, and the browser is sent home with a signed pointer',
  async (cardNumber, cardType, lastFour, cardCvc) => {
    const session = await openPayment(under.sandbox)
    const answer = await postForm(session.page, cardForm({ cardNumber, cardCvc }))
    expect(answer.status).toBe(303)
    expect(locationOf(answer)).toMatch(/^http:\/\/portal\.test\/payment-success\?isFromQuickPay=true&encodedParam=/u)
    expect(pointerIn(locationOf(answer))).toMatchObject({ transNo: session.transNo, status: 'succeeded' })
    expect(await statusOf(session)).toMatchObject({
      status: 'succeeded',
      accountNumber: '100200300',
      amount: 12_345,
      convenienceFee: 364,
      totalAmount: 12_709,
      paymentType: 'cc',
      cardType,
      lastFour,
      confirmationNumber: expect.stringMatching(/^SB[2-9A-HJ-NP-Z]{10}$/u),
    })
  },
)

test('a bank account pays with its own fee', async () => {
  const session = await openPayment(under.sandbox)
  expect((await postForm(session.page, echeckForm())).status).toBe(303)
  expect(await statusOf(session)).toMatchObject({
    status: 'succeeded',
    paymentType: 'echeck',
    cardType: null,
    lastFour: '6789',
    convenienceFee: 50,
    totalAmount: 12_395,
  })
})

test('the page names the utility, the account, the amount, both fees and the total on the button', async () => {
  const session = await openPayment(under.sandbox, { accountDisplay: '12 Dam Road' })
  const text = await textOf(session.page)
  for (const part of ['Pay Mill River Electric', '12 Dam Road', '$123.45', '$3.64 fee', '$0.50 fee', 'Sandbox']) {
    expect(text).toContain(part)
  }
  expect(text).toMatch(/<button class="primary"[^>]*>.* Pay \$127\.09<\/button>/u)
  expect(await textOf(`${session.page}?method=echeck`)).toMatch(
    /<button class="primary"[^>]*>.* Pay \$123\.95<\/button>/u,
  )
})

test('a page in Spanish has no English sentence of ours', async () => {
  const session = await openPayment(under.sandbox, { language: 'es' })
  const text = await textOf(session.page)
  expect(text).toContain('<html lang="es">')
  expect(text).toContain('Número de tarjeta')
  expect(text).not.toMatch(/Card number|Convenience fee|Cancel and return|Test payments/u)
})

test('the page shows values of the portal as text, never as markup', async () => {
  const session = await openPayment(under.sandbox, { utilityName: '<img src=x onerror=alert(1)>"' })
  const text = await textOf(session.page)
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;')
  expect(text).not.toContain('<img')
})

test('a page may load our style sheet only and send its form only to us and to the portal', async () => {
  const session = await openPayment(under.sandbox, { cancelUrl: 'https://other.test/x' })
  const answer = await fetch(session.page)
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' http://portal.test https://other.test; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const [, sheet = ''] = /href="(\/assets\/[^"]+)"/u.exec(await answer.text()) ?? []
  expect((await fetch(`${under.sandbox.origin}${sheet}`)).headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('all errors are shown at once, linked to their fields, and the typed values stay except number and code', async () => {
  const session = await openPayment(under.sandbox)
  const answer = await postForm(
    session.page,
    cardForm({ cardNumber: '4111111111111112', cardExpiry: '01/20', cardZip: '' }),
  )
  const text = await answer.text()
  expect(answer.status).toBe(422)
  for (const field of ['cardNumber', 'cardExpiry', 'cardZip']) expect(text).toContain(`<a href="#${field}">`)
  expect(text).toContain('value="Ada Member"')
  expect(text).toContain('value="01/20"')
  expect(text).not.toContain('4111111111111112')
  expect(text).not.toContain('737')
  expect(await statusOf(session)).toMatchObject({ status: 'open', events: [] })
})

test('a declined card shows the reason and both next steps, and a later attempt can succeed', async () => {
  const session = await openPayment(under.sandbox)
  const declined = await payByCard(session, '4000000000000002')
  const text = await textOf(new URL(locationOf(declined), session.page).href)
  expect(text).toContain('Your card was declined.')
  expect(text).toContain('Try another method')
  const [, home = ''] = /<a href="(http:\/\/portal\.test[^"]*)">Return to Mill River Electric/u.exec(text) ?? []
  expect(pointerIn(home.replaceAll('&amp;', '&'))).toMatchObject({ status: 'declined' })
  expect(await statusOf(session)).toMatchObject({
    status: 'declined',
    lastFour: '0002',
    message: 'Your card was declined.',
  })

  expect(locationOf(await payByCard(session))).toContain('payment-success')
  const after = await statusOf(session)
  expect(after).toMatchObject({ status: 'succeeded', message: null })
  expect(after['events']).toMatchObject([{ type: 'payment.declined' }, { type: 'payment.succeeded' }])
})

test('a declined bank account says so in the language of the payer', async () => {
  const session = await openPayment(under.sandbox, { language: 'es' })
  await postForm(session.page, echeckForm({ bankAccount: '000111111113', bankAccountAgain: '000111111113' }))
  expect(await statusOf(session)).toMatchObject({ status: 'declined', message: 'Su banco rechazó el pago.' })
})

test('a form sent twenty times at once charges once, and every copy returns to the portal', async () => {
  const session = await openPayment(under.sandbox)
  const form = cardForm({ attempt: '0' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => postForm(session.page, form)))
  expect(new Set(answers.map((answer) => new URL(locationOf(answer)).pathname))).toEqual(new Set(['/payment-success']))
  expect((await statusOf(session))['events']).toHaveLength(1)
})

test('a declined form sent twice is one attempt', async () => {
  const session = await openPayment(under.sandbox)
  const form = cardForm({ attempt: '0', cardNumber: '4000000000000002' })
  await Promise.all([postForm(session.page, form), postForm(session.page, form)])
  expect((await statusOf(session))['events']).toHaveLength(1)
})

test('a slow card is charged before the browser gets an answer', async () => {
  const session = await openPayment(under.sandbox)
  let answered = false
  const started = performance.now()
  const answer = payByCard(session, '4000000000000259').finally(() => (answered = true))
  await expect.poll(async () => (await statusOf(session))['status'], { interval: 10 }).toBe('succeeded')
  expect(answered).toBe(false)
  expect(locationOf(await answer)).toContain('payment-success')
  expect(performance.now() - started).toBeGreaterThanOrEqual(499)
})

test('cancel sends the browser to the cancel address, and the page stays closed', async () => {
  const session = await openPayment(under.sandbox)
  const answer = await postForm(`${session.page}/cancel`, {})
  expect(locationOf(answer)).toMatch(/^http:\/\/portal\.test\/payment-cancel\?encodedParam=/u)
  expect(pointerIn(locationOf(answer))).toMatchObject({ status: 'canceled' })
  await payByCard(session)
  expect(await textOf(session.page)).toContain('This payment was canceled')
  expect(await statusOf(session)).toMatchObject({ status: 'canceled', events: [{ type: 'payment.canceled' }] })
})

test('cancel after payment changes nothing', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  expect(locationOf(await postForm(`${session.page}/cancel`, {}))).toContain('payment-success')
  expect(await statusOf(session)).toMatchObject({ status: 'succeeded' })
})

test('a method that the utility closed cannot be used', async () => {
  const session = await openPayment(under.sandbox, { enableCard: 'N' })
  expect(await textOf(`${session.page}?method=cc`)).not.toContain('cardNumber')
  expect((await payByCard(session)).status).toBe(422)
  expect(await statusOf(session)).toMatchObject({ status: 'open' })
})

test('an amount above the card maximum leads to the bank account', async () => {
  const session = await openPayment(under.sandbox, { maxCardAmount: '100.00' })
  expect(await textOf(session.page)).toContain('name="routingNumber"')
  expect(await textOf(`${session.page}?method=cc`)).toContain('You can pay up to $100.00 by card.')
})

test('the address of an unknown payment is answered with 404', async () => {
  expect((await fetch(`${under.sandbox.origin}/pay/nothing`)).status).toBe(404)
  expect((await postForm(`${under.sandbox.origin}/pay/nothing`, cardForm())).status).toBe(404)
})

test('no card number, security code or account number is on the disk or in the log', async () => {
  const session = await openPayment(under.sandbox)
  const secrets = ['4000000000000002', '5555555555554444', '90817', '000333333335', '021000021']
  await payByCard(session, '4000000000000002')
  await postForm(session.page, echeckForm({ bankAccount: '000111111113', bankAccountAgain: '000333333335' }))
  await postForm(session.page, cardForm({ cardNumber: '5555555555554444', cardCvc: '90817' }))
  await postForm(session.page, echeckForm({ bankAccount: '000333333335', bankAccountAgain: '000333333335' }))
  expect(await statusOf(session)).toMatchObject({ status: 'succeeded', lastFour: '3335' })
  const files = readdirSync(under.dataDir).map((name) => readFileSync(join(under.dataDir, name), 'latin1'))
  const everything = [...files, ...under.lines].join('\n')
  expect(everything).toContain(session.transNo)
  for (const secret of secrets) expect(everything).not.toContain(secret)
})

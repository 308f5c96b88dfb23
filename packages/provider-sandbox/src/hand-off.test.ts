import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOffFieldNames } from './hand-off-form.ts'
import {
  callApi,
  handOffFields,
  locationOf,
  payByCard,
  postForm,
  signed,
  startUnderTest,
  type UnderTest,
} from './sandbox-under-test.ts'

let under: UnderTest
beforeAll(async () => {
  under = await startUnderTest()
})
afterAll(() => under.close())

const post = (fields: Record<string, string>): Promise<Response> => postForm(`${under.sandbox.origin}/pay`, fields)
const without = (fields: Record<string, string>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
const unknown = { status: 404, body: { error: 'unknown' } }

test('a signed form opens a page at an address that cannot be guessed', async () => {
  const first = await post(signed(handOffFields()))
  const second = await post(signed(handOffFields()))
  expect(first.status).toBe(303)
  expect(locationOf(first)).toMatch(/^\/pay\/[A-Za-z0-9_-]{32}$/u)
  expect(locationOf(second)).not.toBe(locationOf(first))
})

test.each([...handOffFieldNames, 'authorizationToken'])(
  'a form with %s changed is refused and leaves nothing behind',
  async (name) => {
    const form = signed(handOffFields())
    const value = form[name] ?? ''
    const answer = await post({ ...form, [name]: `${value}1` })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This payment cannot be opened')
    expect(await callApi(under.sandbox, 'GET', `/api/payments/${form['clientReference'] ?? ''}`)).toEqual(unknown)
  },
)

test.each([...handOffFieldNames, 'authorizationToken'])(
  'a form without %s is refused and leaves nothing behind',
  async (name) => {
    const form = signed(handOffFields())
    expect((await post(without(form, name))).status).toBe(400)
    expect(await callApi(under.sandbox, 'GET', `/api/payments/${form['clientReference'] ?? ''}`)).toEqual(unknown)
  },
)

test('a form with one more field is refused, signed or not', async () => {
  expect((await post({ ...signed(handOffFields()), tip: '1.00' })).status).toBe(400)
  const answer = await post(signed(handOffFields({ tip: '1.00' })))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('tip: not a field of this form')
})

test('a repeated field is refused, even when the second copy is the signed one', async () => {
  const body = new URLSearchParams(signed(handOffFields()))
  const balance = body.get('balance') ?? ''
  body.append('balance', balance)
  const answer = await fetch(`${under.sandbox.origin}/pay`, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(400)
})

test.each([
  ['balance', '0.00', 'balance: must be an amount above zero'],
  ['returnUrl', 'javascript:alert(1)', 'returnUrl: must be an http or https address'],
  ['cancelUrl', '/payment-cancel', 'cancelUrl: must be an http or https address'],
  ['acceptedCardTypes', 'VI,JC', 'acceptedCardTypes: must be VI, MC, AX, DI joined by commas'],
  ['cardConvenienceFee', '2.95', 'cardConvenienceFee: must be a fee as JSON'],
  ['currency', 'CAD', 'currency: must be USD'],
])('a signed form whose %s is "%s" is refused with the reason', async (name, value, reason) => {
  const answer = await post(signed(handOffFields({ [name]: value })))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(reason)
})

test('all faults of a form are listed at once', async () => {
  const answer = await post(signed(handOffFields({ balance: 'x', language: 'de', enableCard: 'N', enableEcheck: 'N' })))
  const text = await answer.text()
  expect(text).toContain('balance: must be')
  expect(text).toContain('language: must be')
  expect(text).toContain('no way to pay is left open')
})

test('the same form posted again leads to the same page, also after it was paid', async () => {
  const form = signed(handOffFields())
  const page = locationOf(await post(form))
  const transNo = form['clientReference'] ?? ''
  await payByCard({ transNo, page: `${under.sandbox.origin}${page}` })
  expect(locationOf(await post(form))).toBe(page)
  const shown = await fetch(`${under.sandbox.origin}${page}`)
  expect(await shown.text()).toContain('This payment is complete')
})

test('a form signed later replaces an earlier one of the same number, and not the other way round', async () => {
  const fields = handOffFields()
  const seconds = Math.floor(Date.now() / 1000)
  const page = locationOf(await post(signed(fields, seconds - 20)))
  const newer = signed({ ...fields, balance: '50.00' }, seconds - 10)
  expect(locationOf(await post(newer))).toBe(page)
  await post(signed(fields, seconds - 20))
  const transNo = fields['clientReference'] ?? ''
  expect((await callApi(under.sandbox, 'GET', `/api/payments/${transNo}`)).body).toMatchObject({ amount: 5000 })
})

test('a body that is not a form is answered with 415, a huge one with 413', async () => {
  const address = `${under.sandbox.origin}/pay`
  expect(
    (await fetch(address, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(415)
  const huge = new URLSearchParams({ balance: '1'.repeat(70_000) })
  expect((await fetch(address, { method: 'POST', body: huge })).status).toBe(413)
})

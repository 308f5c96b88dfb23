import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUnderTest, type UnderTest } from './sandbox-under-test.ts'

let under: UnderTest
beforeAll(async () => {
  under = await startUnderTest({})
})
afterAll(() => under.close())

const authorization = `Basic ${Buffer.from('anyone:sandbox').toString('base64')}`
const send = async (fields: Record<string, string>, site = 'same-origin') =>
  fetch(`${under.sandbox.origin}/backoffice/texts`, {
    method: 'POST',
    headers: { authorization, 'sec-fetch-site': site },
    body: new URLSearchParams(fields),
  })

test('the back office sends a signed text message to the portal and shows its answer', async () => {
  under.portal.received.length = 0
  const page = await (await send({ phone: '(715) 555-0123', text: 'OUT 0101' })).text()
  expect(page).toContain('The portal took the text')
  const [taken] = under.portal.received
  expect(JSON.parse(taken?.rawBody ?? '')).toEqual({ from: '+17155550123', text: 'OUT 0101' })
  expect(taken?.headers['webhook-id']).toMatch(/^text\./u)
  expect(taken?.headers['webhook-signature']).toMatch(/^v1,/u)
})

test('a refusal of the portal is shown, and an incomplete phone number is not sent', async () => {
  under.portal.answer = () => 401
  expect(await (await send({ phone: '7155550123', text: 'STATUS' })).text()).toContain('The portal answered 401')
  under.portal.received.length = 0
  expect(await (await send({ phone: '555', text: 'OUT' })).text()).toContain('Enter a phone number with ten digits.')
  expect((await send({ phone: '7155550123', text: 'OUT' }, 'cross-site')).status).toBe(403)
  expect(under.portal.received).toEqual([])
})

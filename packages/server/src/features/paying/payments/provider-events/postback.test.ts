import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createHostedForm } from '../../../../platform/payment-gateway/hosted-form/hosted-form.ts'
import { signPostback, type SignOptions, tell, type EventFields } from '../../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { testSigningKey, useTestPortal } from '../../../../testing/test-portal.ts'
import { useFresh } from '../../../../testing/use-fresh.ts'

const portal = useTestPortal({ settings: payingSettings })
const form = useFresh(async () => {
  await seedAccount(portal.db)
  return pay(portal, await verified(portal), 10_000)
})

interface Sent {
  readonly headers: Record<string, string | undefined>
  readonly payload: string | Buffer
}

const send = async ({ headers, payload }: Sent) =>
  portal.inject({
    method: 'POST',
    url: '/api/v3/payments/postback',
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    payload,
  })

const sign = (event: EventFields, options?: SignOptions) => signPostback(event, portal.clock, options)

const state = async () => (await portal.db.selectFrom('pay.payment').select('state').executeTakeFirstOrThrow()).state

const rows = async (
  table: 'pay.posting' | 'pay.booking' | 'pay.move' | 'outbox.event' | 'outbox.message' | 'pay.alarm',
) =>
  Number(
    (
      await portal.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const outcomes = async () =>
  (
    await portal.db.selectFrom('pay.posting').select('outcome').orderBy('received_at').orderBy('event_id').execute()
  ).map((row) => row.outcome)

const audits = async () =>
  portal.db.selectFrom('portal.audit').select(['detail']).where('kind', '=', 'payment.postback-refused').execute()

test('a genuine postback confirms the payment', async () => {
  const response = await send(sign(tell(form, 'payment.succeeded')))
  expect([response.statusCode, response.json()]).toEqual([200, { taken: true }])
  expect(await state()).toBe('confirmed')
})

describe('forged', () => {
  const hmac = (algorithm: string, secret: Uint8Array, text: string) =>
    createHmac(algorithm, secret).update(text).digest('base64')

  test('forty ways of forging a postback are refused with 401, write nothing and leave a security event each [SEC-43]', async () => {
    const good = sign(tell(form, 'payment.succeeded'))
    const id = good.headers['webhook-id'] ?? ''
    const at = good.headers['webhook-timestamp'] ?? ''
    const signature = good.headers['webhook-signature'] ?? ''
    const base64 = signature.slice(3)
    const signed = `${id}.${at}.${good.payload}`
    const other = new Uint8Array(32).fill(9)
    const header = (name: string, value: string | undefined): Sent => ({
      ...good,
      headers: { ...good.headers, [name]: value },
    })
    const withSignature = (value: string | undefined) => header('webhook-signature', value)
    const body = JSON.parse(good.payload) as Record<string, unknown>
    const withBody = (payload: string | Buffer): Sent => ({ ...good, payload })
    const forged: readonly Sent[] = [
      withSignature(undefined),
      withSignature(''),
      withSignature('v1,'),
      withSignature(base64),
      withSignature(`v1, ${base64}`),
      withSignature(`v0,${base64}`),
      withSignature(`v1a,${base64}`),
      withSignature(`V1,${base64}`),
      withSignature(`v1;${base64}`),
      withSignature(`v1,${base64.slice(0, -2)}`),
      withSignature(`v1,${base64.slice(1)}`),
      withSignature(`v1,${'A'.repeat(43)}=`),
      withSignature(`v1,${Buffer.from(base64, 'base64').toString('hex')}`),
      withSignature(`v1,${Buffer.from(base64, 'base64').toString('base64url')}`),
      withSignature(`v1,${base64.startsWith('A') ? 'B' : 'A'}${base64.slice(1)}`),
      withSignature(`v1,${hmac('sha256', other, signed)}`),
      withSignature(`v1,${hmac('sha256', new Uint8Array(32), signed)}`),
      withSignature(`v1,${hmac('sha256', Buffer.from(''), signed)}`),
      withSignature(`v1,${hmac('sha1', testSigningKey.secret, signed)}`),
      withSignature(`v1,${hmac('sha512', testSigningKey.secret, signed)}`),
      withSignature(`v1,${hmac('md5', testSigningKey.secret, signed)}`),
      withSignature(`v1,${hmac('sha256', testSigningKey.secret, good.payload)}`),
      withSignature(`v1,${hmac('sha256', testSigningKey.secret, `${at}.${id}.${good.payload}`)}`),
      withSignature(`v1,${hmac('sha256', testSigningKey.secret, `${id}.${at}.`)}`),
      withSignature(Array.from({ length: 200 }, () => `v1,${'A'.repeat(43)}=`).join(' ')),
      withSignature('none'),
      header('webhook-id', undefined),
      header('webhook-id', ''),
      header('webhook-id', `${id}1`),
      header('webhook-id', 'another'),
      header('webhook-timestamp', undefined),
      header('webhook-timestamp', ''),
      header('webhook-timestamp', 'now'),
      header('webhook-timestamp', String(Number(at) + 1)),
      header('webhook-timestamp', `${at}.0`),
      withBody(JSON.stringify({ ...body, amount: 1 })),
      withBody(JSON.stringify({ ...body, transNo: 'T2' })),
      // The same facts in other bytes: indented, with a blank at the end, with the keys in another order.
      withBody(JSON.stringify(body, null, 1)),
      withBody(`${good.payload} `),
      withBody(JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()))),
    ]
    expect(forged).toHaveLength(40)
    for (const [index, one] of forged.entries()) expect([index, (await send(one)).statusCode]).toEqual([index, 401])
    expect([await state(), await rows('pay.posting'), await rows('pay.alarm')]).toEqual(['handed-off', 0, 0])
    expect(await audits()).toHaveLength(40)
    expect((await send(good)).statusCode).toBe(200)
  })

  test('more than 20 kB is 413 even when signed, another content type is 415 [SEC-43]', async () => {
    const large = sign(tell(form, 'payment.succeeded', { message: 'x'.repeat(20_000) }))
    expect((await send(large)).statusCode).toBe(413)
    const good = sign(tell(form, 'payment.succeeded'))
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await send({ ...good, headers: { ...good.headers, 'content-type': type } })).statusCode).toBe(415)
    expect(await rows('pay.posting')).toBe(0)
  })

  test('a body that is signed but not a postback is 400 and moves nothing [SEC-43]', async () => {
    const strange = { ...tell(form, 'payment.succeeded'), extra: 1 }
    expect((await send(sign(strange))).statusCode).toBe(400)
    expect((await send(sign({ ...tell(form, 'payment.succeeded'), lastFour: '4111111111111111' }))).statusCode).toBe(
      400,
    )
    expect([await state(), await rows('pay.posting')]).toEqual(['handed-off', 0])
  })

  test('either of two live keys is accepted, one valid signature of a list is enough, and a removed key is refused [SEC-43]', async () => {
    const next = { kid: 'next', secret: new Uint8Array(32).fill(8) }
    const gateway = (signingKeys: readonly (typeof next)[]) =>
      createHostedForm({ env: portal.deps.env, clock: portal.clock, signingKeys })
    const { transNo } = form.paymentRequisitionSettings
    const verify = async (keys: readonly (typeof next)[], signedWith: readonly (typeof next)[]) => {
      const { headers, payload } = sign(tell(form, 'payment.succeeded'), { keys: signedWith })
      return gateway(keys).readEvents(headers, Buffer.from(payload))
    }
    const told = [{ kind: 'payment', event: expect.objectContaining({ transNo }) as unknown }]
    expect(await verify([next, testSigningKey], [testSigningKey])).toEqual(told)
    expect(await verify([next, testSigningKey], [next])).toEqual(told)
    expect(await verify([testSigningKey], [next, testSigningKey])).toEqual(told)
    await expect(verify([next], [testSigningKey])).rejects.toThrow('wrong signature')
  })

  test('one client cannot fill the audit with forgeries [SEC-43]', async () => {
    const good = sign(tell(form, 'payment.succeeded'))
    const forged = { ...good, headers: { ...good.headers, 'webhook-signature': 'v1,x' } }
    for (let n = 0; n < 105; n += 1) expect((await send(forged)).statusCode).toBe(n < 100 ? 401 : 429)
    expect(await audits()).toHaveLength(100)
  })
})

describe('replayed', () => {
  test('300 seconds off is taken, 301 is refused, in both directions [SEC-44]', async () => {
    const event = tell(form, 'payment.succeeded')
    expect((await send(sign(event, { ahead: -301 }))).statusCode).toBe(401)
    expect((await send(sign(event, { ahead: 301 }))).statusCode).toBe(401)
    expect((await send(sign(event, { ahead: 300 }))).statusCode).toBe(200)
    expect((await send(sign(event, { ahead: -300 }))).statusCode).toBe(200)
    expect(await rows('pay.booking')).toBe(1)
  })

  test('the same event again is 200 and has no effect, also days later and newly signed [SEC-44]', async () => {
    const event = tell(form, 'payment.succeeded')
    for (let n = 0; n < 3; n += 1) {
      expect((await send(sign(event))).statusCode).toBe(200)
      portal.clock.advance(86_400)
    }
    expect([await rows('pay.posting'), await rows('pay.booking'), await rows('outbox.event')]).toEqual([1, 1, 1])
  })

  test('the same payment under a new event id is no second posting in the ledger [SEC-44]', async () => {
    await send(sign(tell(form, 'payment.succeeded')))
    expect((await send(sign(tell(form, 'payment.succeeded', { eventId: 'evt_other' })))).statusCode).toBe(200)
    expect(await outcomes()).toEqual(['duplicate', 'applied'])
    expect([await rows('pay.booking'), await rows('outbox.event'), await rows('outbox.message')]).toEqual([1, 1, 1])
  })

  test('the same event id with another story is 200, has no effect and raises an alarm [SEC-44]', async () => {
    await send(sign(tell(form, 'payment.succeeded')))
    const eventId = tell(form, 'payment.succeeded').eventId
    expect((await send(sign(tell(form, 'payment.refunded', { eventId })))).statusCode).toBe(200)
    expect([await state(), await rows('pay.posting')]).toEqual(['confirmed', 1])
    const alarm = await portal.db.selectFrom('pay.alarm').select('kind').executeTakeFirstOrThrow()
    expect(alarm.kind).toBe('contradiction')
  })
})

test('fifty copies at once are one posting, and all are answered 200 [SEC-46]', async () => {
  const event = tell(form, 'payment.succeeded')
  const answers = await Promise.all(Array.from({ length: 50 }, async () => send(sign(event))))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect([await rows('pay.posting'), await rows('pay.booking'), await rows('outbox.event')]).toEqual([1, 1, 1])
})

test('fifty simultaneous postbacks under fifty event ids book the payment once [SEC-46, REL-05]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_none, n) =>
      send(sign(tell(form, 'payment.succeeded', { eventId: `evt_${n}` }))),
    ),
  )
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  const said = await outcomes()
  expect([said.length, said.filter((outcome) => outcome === 'applied').length]).toEqual([50, 1])
  expect([await rows('pay.booking'), await rows('outbox.event'), await rows('outbox.message')]).toEqual([1, 1, 1])
})

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../../testing/test-clock.ts'
import { NotSignedIn } from '../../errors.ts'
import { createLog } from '../../log.ts'
import { UnreadablePostback } from '../payment-gateway.ts'
import { portalMark } from '../portal-mark.ts'
import { handledTypes } from './read-events.ts'
import { createStripe } from './stripe.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const now = clock.now().getTime() / 1000
const publicOrigin = 'https://portal.example'
const secrets = ['whsec_new', 'whsec_old']

const gatewayWith = (secretKey: string, webhookSecrets: readonly string[]) =>
  createStripe({
    // Nothing listens there: to read an event is to call no one.
    apiOrigin: 'http://127.0.0.1:9',
    secretKey,
    webhookSecrets,
    publicOrigin,
    clock,
    log: createLog('silent'),
  })
const stripe = gatewayWith('sk_test_reader', secrets)

const sign = (body: string | Uint8Array, { secret = 'whsec_new', at = now } = {}): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const marked = {
  coopline_kind: 'payment',
  coopline_portal: portalMark(publicOrigin),
  coopline_trans_no: 'T1',
}

const eventOf = (type: string, object: object, fields: object = {}): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', livemode: false, type, data: { object }, ...fields })

const session = { id: 'cs_1', object: 'checkout.session', mode: 'payment', metadata: marked }
const paid = eventOf('checkout.session.completed', session)

const read = (body: string, signature = sign(body), gateway = stripe) =>
  gateway.readEvents({ 'stripe-signature': signature }, bytes(body))

const lookUp = (subject: object) => [{ kind: 'look-up', noticeId: 'evt_1', subject }]
const ours = { about: 'payment', transNo: 'T1' }

describe('an event of Stripe', () => {
  const objects = {
    'checkout.session': session,
    payment_intent: { id: 'pi_1', object: 'payment_intent', metadata: marked },
    charge: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', metadata: marked },
    refund: { id: 're_1', object: 'refund', charge: 'ch_1', payment_intent: 'pi_1', metadata: {} },
    'charge.dispute': { id: 'dp_1', object: 'dispute', charge: 'ch_1', payment_intent: null, metadata: {} },
    mandate: { id: 'mandate_1', object: 'mandate', payment_method: 'pm_1', status: 'inactive' },
    payment_method: { id: 'pm_1', object: 'payment_method', customer: null, metadata: {} },
  }

  it.each(handledTypes)('makes the portal fetch what it is about when its type is %s [REQ-D-431]', async (type) => {
    const kind = Object.keys(objects)
      .toSorted((a, b) => b.length - a.length)
      .find((name) => type.startsWith(name))
    const object = objects[kind as keyof typeof objects]
    const subject =
      kind === 'refund'
        ? { about: 'reference', reference: 'pi_1' }
        : kind === 'charge.dispute'
          ? { about: 'reference', reference: 'ch_1' }
          : kind === 'mandate' || kind === 'payment_method'
            ? { about: 'reference', reference: object.id }
            : ours
    expect(await read(eventOf(type, object))).toEqual(lookUp(subject))
  })

  it('is of a type that docs/providers/stripe.md asks for', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../../../../docs/providers/stripe.md'), 'utf8')
    expect(handledTypes.filter((type) => !document.includes(`\`${type}\``))).toEqual([])
  })

  it('about a request to store a method names our reference', async () => {
    const metadata = { ...marked, coopline_kind: 'method', coopline_reference: 'R1' }
    const body = eventOf('checkout.session.completed', { ...session, mode: 'setup', metadata })
    expect(await read(body)).toEqual(lookUp({ about: 'method-request', reference: 'R1' }))
  })

  it('counts under the mark of a former address of the portal, and is nothing without a mark [REQ-D-431, REQ-D-460]', async () => {
    const former = { ...session, metadata: { ...marked, coopline_portal: 'another' } }
    expect(await read(eventOf('checkout.session.completed', former))).toEqual(lookUp(ours))
    expect(await read(eventOf('checkout.session.completed', { ...session, metadata: {} }))).toEqual([])
    expect(await read(eventOf('checkout.session.completed', { ...session, metadata: null }))).toEqual([])
    expect(await read(eventOf('refund.created', { object: 'refund' }))).toEqual([])
    const ofShop = { ...session, metadata: {}, client_reference_id: 'Cart 12' }
    expect(await read(eventOf('checkout.session.completed', ofShop))).toEqual([])
    const odd = { ...marked, coopline_trans_no: 'T\0' }
    expect(await read(eventOf('checkout.session.completed', { ...session, metadata: odd }))).toEqual([])
  })

  it('is nothing when it is of another type, and never about a payment when its mode is not that of the key [REQ-D-413]', async () => {
    const wrongMode = (mode: string) => [{ kind: 'wrong-mode', noticeId: 'evt_1', mode }]
    expect(await read(eventOf('customer.created', session))).toEqual([])
    const live = eventOf('checkout.session.completed', session, { livemode: true })
    expect(await read(live)).toEqual(wrongMode('live'))
    expect(await read(live, sign(live), gatewayWith('rk_live_reader', secrets))).toEqual(lookUp(ours))
    expect(await read(paid, sign(paid), gatewayWith('sk_live_reader', secrets))).toEqual(wrongMode('test'))
  })

  it('is taken under each of two secrets while they are changed, and under no other [SEC-43]', async () => {
    expect(await read(paid, sign(paid, { secret: 'whsec_old' }))).toEqual(lookUp(ours))
    for (const secret of ['whsec_other', 'whsec_', ''])
      await expect(read(paid, sign(paid, { secret }))).rejects.toBeInstanceOf(NotSignedIn)
    const retired = gatewayWith('sk_test_reader', ['whsec_new'])
    await expect(read(paid, sign(paid, { secret: 'whsec_old' }), retired)).rejects.toBeInstanceOf(NotSignedIn)
    expect(await read(paid, `${sign(paid)},v1=${'0'.repeat(64)}`)).toEqual(lookUp(ours))
  })

  it('is refused when it is more than five minutes old or ahead [SEC-43]', async () => {
    for (const at of [now - 300, now + 300]) expect(await read(paid, sign(paid, { at }))).toEqual(lookUp(ours))
    for (const at of [now - 301, now + 301, 0, 999_999_999_999])
      await expect(read(paid, sign(paid, { at }))).rejects.toBeInstanceOf(NotSignedIn)
  })

  it.each([
    ['missing', ''],
    ['without a time', sign(paid).replace(/^t=\d+,/u, '')],
    ['with two times', `t=${now},${sign(paid, { at: 0 })}`],
    ['of another scheme', sign(paid).replace('v1=', 'v0=')],
    ['very long', `${sign(paid)},${'v1=0,'.repeat(10_000)}`],
    ['of the text with a byte more', sign(`${paid} `)],
    ['with a line break', `${sign(paid)}\n`],
  ])('is refused with a signature that is %s [SEC-43]', async (_, signature) => {
    await expect(read(paid, signature)).rejects.toBeInstanceOf(NotSignedIn)
  })

  it('is refused without the header, and when its body was written anew [SEC-43]', async () => {
    await expect(stripe.readEvents({}, bytes(paid))).rejects.toBeInstanceOf(NotSignedIn)
    const anew = JSON.stringify(JSON.parse(paid), null, 2)
    await expect(read(anew, sign(paid))).rejects.toBeInstanceOf(NotSignedIn)
    const latin = Buffer.from(paid.replace('T1', 'Té'), 'latin1')
    await expect(stripe.readEvents({ 'stripe-signature': sign(latin) }, latin)).rejects.toBeInstanceOf(NotSignedIn)
  })

  it.each([
    ['no JSON', '{"id":"evt_1"'],
    ['no event', '{"id":"evt_1","object":"charge"}'],
    [
      'of the second version',
      '{"id":"evt_1","object":"v2.core.event","type":"v1.billing.meter.error_report_triggered"}',
    ],
    [
      'an event without an object',
      '{"id":"evt_1","object":"event","livemode":false,"type":"refund.created","data":{}}',
    ],
    [
      'an event with an id that no database stores',
      '{"id":"evt_\\u0000","object":"event","livemode":false,"type":"refund.created","data":{"object":{"object":"refund"}}}',
    ],
    ['a list', '[]'],
    ['nothing but a word', '"x"'],
  ])('is unreadable, without a word of its text, when it is signed and %s', async (_, body) => {
    const failure = await read(body).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UnreadablePostback)
    expect((failure as UnreadablePostback).payment.said).toMatch(
      /^\{"id":(?:null|"evt_1"),"object":(?:null|"[a-z0-9._]+"),"status":null\}$/u,
    )
  })
})

import { expect } from 'vitest'
import type { News, SignedCall } from '../adapter-under-test.ts'
import { casesFrom } from '../kit-case.ts'
import type { World } from '../world.ts'

/** Pays, and returns the transaction number with the news that report it. */
async function paidWithNews(world: World): Promise<{ transNo: string; news: News }> {
  const { payment } = await world.pay()
  const news = (await world.waiting()).at(-1)
  if (news === undefined) throw new Error('The provider has no news of a payment.')
  return { transNo: payment.transNo, news }
}

/** Sends a call that must be refused, and expects that nothing came of it. */
async function expectRefused(
  world: World,
  alter: (call: SignedCall, news: News) => SignedCall,
  statuses: readonly number[] = [401],
): Promise<void> {
  const { transNo, news } = await paidWithNews(world)
  const altered = alter(world.other.sign(news), news)
  const status = await world.portal.post(altered.headers, altered.body)
  expect([statuses.includes(status) ? 'refused' : status, await world.state(transNo)]).toEqual([
    'refused',
    'handed-off',
  ])
  await world.finish()
}

const withHeaders = (call: SignedCall, headers: SignedCall['headers']): SignedCall => ({ ...call, headers })

/** Removes the headers that only this provider sends. */
const unsigned = ({ headers, body }: SignedCall): SignedCall => ({
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'content-type')),
})

/** Postbacks: doubled, reordered, late, lost, forged. */
export const newsCases = casesFrom(40, [
  [
    'news that arrives twice, one after the other, is booked once',
    async (world) => {
      const { payment } = await world.pay()
      await world.deliver((news) => [...news, ...news])
      expect((await world.books(payment.transNo)).bookings).toBe(1)
      await world.finish()
    },
  ],
  [
    'news that arrives several times at the same moment is booked once',
    async (world) => {
      const { payment } = await world.pay()
      const news = await world.waiting()
      await Promise.all([...news, ...news, ...news].map(async (one) => world.send(one)))
      expect((await world.books(payment.transNo)).bookings).toBe(1)
      await world.finish()
    },
  ],
  [
    'news of a payment and its refund may arrive in the reverse order',
    async (world) => {
      const { payment } = await world.pay()
      await world.other.vendor.refund(payment.transNo)
      await world.deliver((news) => news.toReversed())
      await world.portal.sweep()
      await world.portal.reconcile()
      expect([await world.state(payment.transNo), (await world.books(payment.transNo)).received]).toEqual([
        'refunded',
        0,
      ])
      await world.finish()
    },
  ],
  [
    'news that arrives before the payer is back settles the payment',
    async (world) => {
      const { payment, back } = await world.pay()
      await world.deliver()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      expect((await payment.statusAt(back ?? '')).outcome).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'a payer who is back before the news sees the result, because the portal asks',
    async (world) => {
      const { payment, back } = await world.pay()
      expect((await payment.statusAt(back ?? '')).outcome).toBe('confirmed')
      await world.deliver()
      expect((await world.books(payment.transNo)).bookings).toBe(1)
      await world.finish()
    },
  ],
  [
    'news and a payer that arrive at the same moment are booked once',
    async (world) => {
      const { payment, back } = await world.pay()
      await Promise.all([world.deliver(), payment.statusAt(back ?? ''), world.deliver()])
      expect((await world.books(payment.transNo)).bookings).toBe(1)
      await world.finish()
    },
  ],
  [
    'the sweeper finds a payment whose news never arrives',
    async (world) => {
      const { payment } = await world.pay()
      world.portal.clock.advance(120)
      await world.portal.sweep()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'the reconciliation finds a payment that the provider did not report and the portal did not look up',
    async (world) => {
      const { payment } = await world.pay()
      world.portal.clock.advance(3 * 3_600)
      await world.portal.reconcile()
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'news that is old when it is sent again changes nothing that happened since',
    async (world) => {
      const { payment } = await world.pay()
      const first = await world.waiting()
      await world.deliver()
      await world.other.vendor.refund(payment.transNo)
      await world.deliver()
      for (const one of first) await world.send(one)
      expect(await world.state(payment.transNo)).toBe('refunded')
      await world.finish()
    },
  ],
  [
    'a portal that dies at any point of taking news books once when the news is sent again',
    async (world) => {
      const reached: Record<string, number> = {}
      for (const point of [
        'postback.after-verify',
        'postback.after-store',
        'postback.before-commit',
        'postback.after-commit',
        'notices.after-claim',
        'notices.after-fetch',
        'notices.before-done',
      ]) {
        const { payment } = await world.pay(1_000)
        const news = await world.waiting()
        reached[point] = await world.portal.whileFailingAt(point, async () => {
          for (const one of news) await world.send(one).catch(() => null)
        })
        // News that a process which died had claimed are looked up again after a while.
        world.portal.clock.advance(60)
        for (const one of news) expect(await world.send(one)).toBe(200)
        expect([point, (await world.books(payment.transNo)).bookings]).toEqual([point, 1])
      }
      expect(reached['postback.after-verify']).toBeGreaterThan(0)
      // News that are complete are booked as they are; the others are fetched first.
      const { 'notices.after-fetch': fetched = 0, 'postback.before-commit': booked = 0 } = reached
      expect(Math.max(fetched, booked)).toBeGreaterThan(0)
      await world.finish()
    },
  ],
  ['a call without a signature is refused', async (world) => expectRefused(world, unsigned)],
  [
    'a call whose signature is made with other bytes is refused',
    async (world) => {
      const { payment } = await world.pay()
      for (const one of await world.waiting()) expect(await world.send(one, { key: 'wrong' })).toBe(401)
      expect(await world.state(payment.transNo)).toBe('handed-off')
      await world.finish()
    },
  ],
  [
    'a call with an empty, cut or nonsensical signature is refused',
    async (world) => {
      for (const change of [
        () => '',
        (value: string) => value.slice(0, -3),
        () => 'v1,💥',
        () => 't=1,v1=0,'.repeat(500),
      ])
        await expectRefused(world, (call) =>
          withHeaders(
            call,
            Object.fromEntries(
              Object.entries(call.headers).map(([name, value]) => [
                name,
                name === 'content-type' ? value : change(value),
              ]),
            ),
          ),
        )
    },
  ],
  [
    'a call that was signed more than five minutes ago is refused',
    async (world) => {
      const { payment } = await world.pay()
      for (const one of await world.waiting()) expect(await world.send(one, { age: 310 })).toBe(401)
      expect(await world.state(payment.transNo)).toBe('handed-off')
      await world.finish()
    },
    'signed-time',
  ],
  [
    'a call that was signed more than five minutes in the future is refused',
    async (world) => {
      const { payment } = await world.pay()
      for (const one of await world.waiting()) expect(await world.send(one, { age: -310 })).toBe(401)
      expect(await world.state(payment.transNo)).toBe('handed-off')
      await world.finish()
    },
    'signed-time',
  ],
  [
    'a call that is signed with the second key of a rotation is taken',
    async (world) => {
      const { payment } = await world.pay()
      for (const one of await world.waiting()) expect(await world.send(one, { key: 'second' })).toBe(200)
      expect(await world.state(payment.transNo)).toBe('confirmed')
      await world.finish()
    },
  ],
  [
    'a body that was changed by one character is refused',
    async (world) => expectRefused(world, ({ headers, body }) => ({ headers, body: body.replace(/\d(?=\D*$)/u, 'x') })),
  ],
  [
    'a body that was read and written again is refused, because the signature is over its bytes',
    async (world) =>
      expectRefused(world, ({ headers, body }) => ({ headers, body: JSON.stringify(JSON.parse(body), null, 3) })),
  ],
  [
    'a body with a byte order mark before it is refused',
    async (world) => expectRefused(world, ({ headers, body }) => ({ headers, body: `\uFEFF${body}` })),
  ],
  [
    'an empty body is refused',
    async (world) => expectRefused(world, ({ headers }) => ({ headers, body: '' }), [400, 401]),
  ],
  [
    'a body of more than 64 kB is refused, signed or not',
    async (world) => expectRefused(world, ({ headers }) => ({ headers, body: 'x'.repeat(64 * 1024 + 1) }), [401, 413]),
  ],
  [
    'a signed body of another form books nothing, and no call ends in an error of the portal',
    async (world) => {
      for (const body of [
        '[]',
        '{}',
        'null',
        '"text"',
        '{"type":"payment.succeeded"}',
        '{"id":1,"type":[],"data":{"object":null}}',
      ])
        expect(await world.send({ id: 'kit-odd', body })).toBeLessThan(500)
      expect(await world.portal.countBookings()).toBe(0)
      await world.finish()
    },
  ],
  [
    'news of a payment that the portal does not have is not booked',
    async (world) => {
      await world.pay()
      const news = await world.waiting()
      await world.begin()
      for (const one of news) expect(await world.send(one)).toBeLessThan(500)
      expect(await world.portal.countBookings()).toBe(0)
    },
  ],
  [
    'a burst of news is taken while the provider is down, and settles every payment once when it is back',
    async (world) => {
      const paid = [await world.pay(1_000), await world.pay(2_000), await world.pay(3_000)]
      const news = await world.waiting()
      await world.other.setFault('down')
      const burst = Array.from({ length: 20 }, () => news).flat()
      const statuses = await Promise.all(burst.map(async (one) => world.post(one)))
      expect([...new Set(statuses)]).toEqual([200])
      // The same news, sent again, are no further reason to look.
      expect((await world.portal.notices()).length).toBeLessThanOrEqual(news.length)
      await world.portal.readNotices()
      await world.other.setFault(null)
      world.portal.clock.advance(60)
      await world.portal.readNotices()
      expect((await world.portal.notices()).filter(({ isDone }) => !isDone)).toEqual([])
      for (const { payment } of paid) {
        const { state, bookings } = await world.books(payment.transNo)
        expect([state, bookings]).toEqual(['confirmed', 1])
      }
      await world.finish()
    },
  ],
  [
    'a payer who is back after the news was stored and before the look-up sees the result, and the look-up books nothing more',
    async (world) => {
      const { payment, back } = await world.pay()
      for (const one of await world.waiting()) expect(await world.post(one)).toBe(200)
      expect((await payment.statusAt(back ?? '')).outcome).toBe('confirmed')
      await world.portal.readNotices()
      expect((await world.portal.notices()).filter(({ isDone }) => !isDone)).toEqual([])
      expect((await world.books(payment.transNo)).bookings).toBe(1)
      await world.finish()
    },
  ],
  [
    'news, forged or genuine, is read without a call to the provider',
    async (world) => {
      await world.pay()
      const news = await world.waiting()
      const calls = world.wire.calls()
      for (const one of news) {
        const { headers, body } = unsigned(world.other.sign(one))
        expect(await world.portal.post(headers, body)).toBe(401)
        expect(await world.post(one, { key: 'wrong' })).toBe(401)
        expect(await world.post(one)).toBe(200)
      }
      expect(world.wire.calls() - calls, 'calls to the provider').toBe(0)
      await world.portal.readNotices()
      await world.finish()
    },
  ],
  [
    'an old call is refused with the time of now, too, because the signature is over its time',
    async (world) =>
      expectRefused(world, (_call, news) => {
        const age = 310
        const old = world.other.sign(news, { age })
        const now = world.portal.clock.now().getTime()
        const renew = (text: string): string =>
          [
            (at: number) => String(Math.floor(at / 1000)),
            (at: number) => new Date(at).toISOString().slice(0, 19),
          ].reduce((renewed, format) => renewed.replaceAll(format(now - age * 1000), format(now)), text)
        const renewed = JSON.parse(renew(JSON.stringify(old))) as SignedCall
        if (JSON.stringify(renewed) === JSON.stringify(old))
          throw new Error(
            'The kit does not find the time of a call: it looks for seconds since 1970 and for yyyy-MM-ddTHH:mm:ss.',
          )
        return renewed
      }),
    'signed-time',
  ],
])

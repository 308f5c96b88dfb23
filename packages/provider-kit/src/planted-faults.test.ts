import { createHmac, randomUUID } from 'node:crypto'
import { cents } from '@coopline/rules/kernel/money'
import { NotSignedIn } from '@coopline/server/errors'
import type { PaymentGateway, ProviderEvent, ProviderPayment } from '@coopline/server/payment-gateway'
import type { KitTools } from '@coopline/server/testing/kit-portal'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AdapterUnderTest } from './adapter-under-test.ts'
import { adapterUnderTest as payBox } from './example/pay-box-double.ts'
import type { KitCase } from './kit-case.ts'
import { kitCases } from './kit-cases.ts'
import { runCase, startWorld } from './run-kit.ts'
import type { World } from './world.ts'

type Functions = Partial<PaymentGateway>

/** A fault in an adapter that is sound otherwise. */
interface Planted {
  readonly fault: string
  /** The case that finds it, and a part of what the case says. */
  readonly caughtBy: KitCase['id']
  readonly says: string
  /** The functions of the adapter that differ. */
  readonly functions?: (sound: PaymentGateway, tools: KitTools) => Functions
  /** The calls to the provider, where they differ. */
  readonly call?: (call: typeof fetch) => typeof fetch
}

/** Changes the events of look-ups and reports. */
function changing(sound: PaymentGateway, change: (event: ProviderEvent) => ProviderEvent): Functions {
  const changed = (payment: ProviderPayment): ProviderPayment =>
    payment.kind === 'events' ? { ...payment, events: payment.events.map(change) } : payment
  return {
    fetch: async (payment) => changed(await sound.fetch(payment)),
    async *report(day) {
      for await (const one of sound.report(day))
        yield one.kind === 'readable' ? { ...one, events: one.events.map(change) } : one
    },
  }
}

/** Changes what the provider answers about the payments of a day. */
const changingReport =
  (change: (text: string) => string): NonNullable<Planted['call']> =>
  (call) =>
  async (address, init) => {
    const answer = await call(address, init)
    return new Request(address).url.includes('/days/') ? new Response(change(await answer.text()), answer) : answer
  }

/** Takes the part of a list that arrived. */
function takeHalf(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch {
    return '{"total":0,"payments":[]}'
  }
}

function ignoreTotal(text: string): string {
  const list = JSON.parse(text) as { readonly payments: readonly unknown[] }
  return JSON.stringify({ ...list, total: list.payments.length })
}

const header = 'pay-box-signature'

/** Takes a signature over any time of the last ten minutes, and judges its age by the time beside it. */
function believeTime(sound: PaymentGateway, { env, clock }: KitTools): Functions {
  const keys = (env['PAY_BOX_NEWS_KEYS'] ?? '').split(',')
  const sign = (key: string, at: number, body: Uint8Array): string =>
    createHmac('sha256', key).update(`${at}.`).update(body).digest('hex')
  return {
    readEvents: async (headers, body) => {
      const [, time, signature] = /^t=(\d+),sha256=(.*)$/u.exec(headers[header] ?? '') ?? []
      const now = Math.floor(clock.now().getTime() / 1000)
      const times = Array.from({ length: 600 }, (_none, ago) => now - ago)
      const key = keys.find((one) => times.some((at) => sign(one, at, body) === signature))
      if (key === undefined || Math.abs(now - Number(time)) > 300) throw new NotSignedIn('The call is not signed')
      return sound.readEvents({ ...headers, [header]: `t=${now},sha256=${sign(key, now, body)}` }, body)
    },
  }
}

const planted: readonly Planted[] = [
  {
    fault: 'an event whose sum is a cent more than the provider holds',
    caughtBy: 'K-82',
    says: 'the sum of payment.',
    functions: (sound) =>
      changing(sound, (event) =>
        event.netAmount === undefined ? event : { ...event, netAmount: cents(event.netAmount + 1) },
      ),
  },
  {
    fault: 'a refund whose sum is that of the charge',
    caughtBy: 'K-82',
    says: 'the sum of payment.',
    functions: (sound) =>
      changing(sound, (event) => (event.netAmount === undefined ? event : { ...event, netAmount: event.totalAmount })),
  },
  {
    fault: 'ids of events that are random',
    caughtBy: 'K-83',
    says: 'events under other ids',
    functions: (sound) => changing(sound, (event) => ({ ...event, eventId: randomUUID() })),
  },
  {
    fault: 'ids of events that are others in reports than in look-ups',
    caughtBy: 'K-83',
    says: 'events under other ids',
    functions: (sound) => ({
      report: changing(sound, (event) => ({ ...event, eventId: `report/${event.eventId}` })).report ?? sound.report,
    }),
  },
  {
    fault: 'events at the time of the read',
    caughtBy: 'K-83',
    says: 'an event that is not as it was',
    functions: (sound, { clock }) => changing(sound, (event) => ({ ...event, occurredAt: clock.now().toISOString() })),
  },
  {
    fault: 'a report whose total is not looked at',
    caughtBy: 'K-120',
    says: 'the report',
    call: changingReport(ignoreTotal),
  },
  {
    fault: 'a report of which the part that arrived is taken',
    caughtBy: 'K-117',
    says: 'the report',
    call: changingReport(takeHalf),
  },
  {
    fault: 'calls that follow redirects',
    caughtBy: 'K-118',
    says: 'redirects that were followed',
    call: (call) => async (address, init) => call(address, { ...init, redirect: 'follow' }),
  },
  {
    fault: 'calls without a limit of time',
    caughtBy: 'K-119',
    says: 'all calls have ended',
    call: (call) => async (address, init) => call(address, { ...init, signal: null }),
  },
  {
    fault: 'news that are looked up before their signature is verified',
    caughtBy: 'K-65',
    says: 'calls to the provider',
    functions: (sound) => ({
      readEvents: async (headers, body) => {
        await sound.ping()
        return sound.readEvents(headers, body)
      },
    }),
  },
  {
    fault: 'a time of a call that is not signed',
    caughtBy: 'K-66',
    says: 'refused',
    functions: believeTime,
  },
  {
    fault: 'a report of the payments that were charged on the day',
    caughtBy: 'K-95',
    says: 'refunded',
    functions: (sound) => ({
      async *report(day) {
        for await (const one of sound.report(day))
          if (one.kind === 'readable' && one.events[0]?.occurredAt.startsWith(day) === true) yield one
      },
    }),
  },
  {
    fault: 'an error with the token in it',
    caughtBy: 'K-116',
    says: 'secrets that were told',
    functions: (sound, { env }) => ({
      fetch: async (payment) =>
        sound.fetch(payment).catch((cause: unknown) => {
          throw new Error(`Pay Box did not answer ${env['PAY_BOX_TOKEN']}`, { cause })
        }),
    }),
  },
  {
    fault: 'a check of the set-up that shows the token',
    caughtBy: 'K-116',
    says: 'secrets that were told',
    functions: (_sound, { env }) => ({
      prove: async () => [{ verdict: 'ok', sentence: `Pay Box accepts ${env['PAY_BOX_TOKEN']}.`, advice: null }],
    }),
  },
  {
    fault: 'a token that is written to the console',
    caughtBy: 'K-1',
    says: 'secrets in the log',
    functions: (sound, { env }) => ({
      start: async (payment) => {
        // oxlint-disable-next-line no-console -- the fault itself
        console.info('Pay Box is called', { authorization: env['PAY_BOX_TOKEN'] })
        return sound.start(payment)
      },
    }),
  },
]

// With an adapter or a case of the reader's own, the kit runs that alone.
describe.runIf(['PROVIDER_KIT_ADAPTER', 'PROVIDER_KIT_CASE'].every((name) => process.env[name] === undefined))(
  'the kit refuses an adapter with',
  () => {
    const soundFetch = globalThis.fetch
    let current: Planted | null = null
    const faulty: AdapterUnderTest = {
      ...payBox,
      create: (tools) => {
        const sound = payBox.create?.(tools)
        if (sound === undefined) throw new Error('The example makes its own adapter.')
        return new Proxy(sound, {
          get: (target, name) => Reflect.get({ ...target, ...current?.functions?.(target, tools) }, name),
        })
      },
    }
    let world: World
    beforeAll(async () => {
      world = await startWorld(faulty)
    })
    afterEach(() => {
      vi.restoreAllMocks()
    })
    afterAll(async () => world.close())

    it.each(planted)('$fault [$caughtBy]', async (one) => {
      current = one
      if (one.call !== undefined) vi.spyOn(globalThis, 'fetch').mockImplementation(one.call(soundFetch))
      const found = kitCases.find(({ id }) => id === one.caughtBy)
      if (found === undefined) throw new Error(`There is no case ${one.caughtBy}.`)
      const verdict = runCase(world, found).then((secrets) => expect(secrets, 'secrets in the log').toEqual([]))
      await expect(verdict).rejects.toThrow(one.says)
    })
  },
)

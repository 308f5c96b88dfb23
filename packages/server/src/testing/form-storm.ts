import { expect } from 'vitest'
import { endingNames, endPayment, type ToldEnding } from './payment-endings.ts'
import { type EventFields, fieldsOf, type Mode, signPostback, startProviderDouble } from './provider-double.ts'
import type { Insist, OpenAlarms, StormProvider, Story } from './storm.ts'

/** The ways in which it has no report, one for each night. */
const failures: readonly Mode[] = ['fails', 'talks-nonsense', 'redirects']

/** Sends a postback until the portal accepts it. Each attempt is signed again, as a provider does. */
const postWith =
  (insist: Insist) =>
  async (event: EventFields, answer: number): Promise<void> => {
    const taken = await insist(async ({ origin }) => {
      const { headers, payload } = signPostback(event, { now: () => new Date() })
      return fetch(`${origin}/api/v3/payments/postback`, { method: 'POST', headers, body: payload })
    })
    expect(taken?.status).toBe(answer)
  }

/** Starts a provider of the hosted form for a storm. */
export async function startFormStorm(insist: Insist): Promise<StormProvider> {
  const provider = await startProviderDouble()
  const lost = new Map<string, readonly EventFields[]>()

  const post = postWith(insist)

  /** Reports the events of the provider's page, sometimes in reverse, repeated and in parallel. */
  const report = async (transNo: string, { name, events, isHeard }: ToldEnding): Promise<void> => {
    if (events.length > 0) provider.events.set(transNo, [...events])
    else provider.open.add(transNo)
    if (!isHeard) return
    const sent = Math.random() < 0.3 ? [...events, ...events].toReversed() : events
    for (const event of sent) {
      const copies = Array.from({ length: Math.random() < 0.3 ? 2 : 1 }, () => event)
      await Promise.all(copies.map(async (copy) => post(copy, name === 'unreadable' ? 400 : 200)))
    }
  }

  return {
    env: { PROVIDER_URL: provider.url },
    endingNames,
    paymentTypeOf: () => 'cc',
    end: async (form, name) => {
      const ending = endPayment(form, name, new Date(), Math.random())
      const transNo = fieldsOf(form)['clientReference'] ?? ''
      lost.set(transNo, ending.lost)
      await report(transNo, ending)
      return ending
    },
    setAway: (isAway) => {
      provider.mode = isAway ? 'fails' : 'answers'
    },
    fallSilent: async () => {},
    turnTo: () => {},
    loseNight: (night, stories, now) => {
      for (const { transNo } of stories.filter((_one, at) => at % failures.length === night)) {
        const events = (lost.get(transNo) ?? []).map((event, at) => ({
          ...event,
          occurredAt: new Date(now.getTime() + (at + 1) * 60_000).toISOString(),
        }))
        if (events.length > 0) provider.events.get(transNo)?.push(...events)
      }
      provider.mode = failures[night] ?? 'fails'
    },
    // The ledger books no parts of an amount that the provider does not state.
    differing: (stories) => stories.filter(({ name }) => name === 'refunded in part'),
    expectAlarms,
    close: async () => provider.close(),
  }
}

async function expectAlarms(stories: readonly Story[], open: OpenAlarms): Promise<void> {
  const transNosOf = (...names: readonly ToldEnding['name'][]) =>
    new Set(stories.filter(({ name }) => names.some((one) => one === name)).map(({ transNo }) => transNo))
  const doubled = await open('double-charge')
  expect(new Set(doubled)).toEqual(transNosOf('charged twice', 'charged twice, one refunded'))
  expect(doubled).toHaveLength(new Set(doubled).size)
  // Unreadable events are set aside with one alarm for each payment, however often it was sent and asked about.
  const putAside = await open('unreadable')
  expect(new Set(putAside)).toEqual(transNosOf('unreadable'))
  expect(putAside).toHaveLength(new Set(putAside).size)
  const differing = await open('sum-differs')
  expect([...transNosOf('refunded in part')].filter((transNo) => !differing.includes(transNo))).toEqual([])
  expect(new Set(await open('reconciliation-different'))).toEqual(transNosOf('refunded in part'))
  expect(
    transNosOf('refunded twice', 'returned twice', 'refunded and returned', 'refunded twice in lost nights'),
  ).toEqual(new Set(await open('reversed-twice')))
  const inferable: ReadonlySet<string | null> = transNosOf('returned as a decline')
  expect((await open('inferred-return')).filter((transNo) => !inferable.has(transNo))).toEqual([])
}

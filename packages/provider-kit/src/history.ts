import type { ProviderEvent, ProviderStanding } from '@coopline/server/payment-gateway'
import { expect } from 'vitest'
import type { World } from './world.ts'

/** Everything that an adapter says of one payment, in any way and at any time. */
export class History {
  readonly #world: World
  readonly #transNo: string
  readonly #from: number
  /** The facts of each event when it was read first, by its id. */
  readonly #facts = new Map<string, Pick<ProviderEvent, 'type' | 'occurredAt' | 'confirmationNumber'>>()
  /** The cents that the provider held when each event was read first. */
  readonly #held = new Map<string, number>()

  constructor(world: World, transNo: string) {
    this.#world = world
    this.#transNo = transNo
    this.#from = world.portal.clock.now().getTime()
  }

  /**
   * Reads the payment from the news that wait, by a look-up and from the reports since it was made. Each event must have the facts that it
   * had before, and each sum must be the one that the provider held then.
   *
   * @returns how many sums were stated.
   */
  async read(): Promise<number> {
    const { other, portal } = this.#world
    const held = await other.held(this.#transNo)
    const looked = await portal.gateway.fetch(await portal.atProvider(this.#transNo))
    if (looked.kind !== 'events') throw new Error(`The payment has no events: ${looked.kind}.`)
    const reported = await this.#reported()
    const news = await this.#news()
    const events = [...news, ...looked.events, ...reported.flatMap((one) => one.events)]
    for (const event of events) this.#check(event, held)
    const stated = [looked, ...reported].flatMap(({ standing }) => standing.netAmount ?? [])
    expect(stated, 'the sums of the standing').toEqual(stated.map(() => held))
    return stated.length + events.filter(({ netAmount }) => netAmount !== undefined).length
  }

  /** Expects that the reads had one event of each of these types, and no other, whatever its id. */
  expectEvents(types: readonly ProviderEvent['type'][]): void {
    const read = [...this.#facts.values()].map(({ type }) => type)
    expect(read.toSorted(), 'events under other ids').toEqual(types.toSorted())
  }

  #check(event: ProviderEvent, held: number): void {
    const { eventId, type, occurredAt, confirmationNumber, movedAmount, netAmount } = event
    const facts = { eventId, type, occurredAt, confirmationNumber, movedAmount }
    const known = this.#facts.get(eventId)
    if (known === undefined) {
      this.#facts.set(eventId, facts)
      this.#held.set(eventId, held)
    } else expect(facts, 'an event that is not as it was').toEqual(known)
    if (netAmount !== undefined) expect(netAmount, `the sum of ${type}`).toBe(this.#held.get(eventId))
  }

  async #reported(): Promise<readonly { events: readonly ProviderEvent[]; standing: ProviderStanding }[]> {
    const { clock, gateway } = this.#world.portal
    const pieces = []
    for (let at = this.#from; dayOf(at) <= dayOf(clock.now().getTime()); at += 86_400_000)
      for await (const piece of gateway.report(dayOf(at)))
        if (piece.kind === 'readable' && piece.transNo === this.#transNo) pieces.push(piece)
    return pieces
  }

  async #news(): Promise<readonly ProviderEvent[]> {
    const { other, portal } = this.#world
    const found: ProviderEvent[] = []
    for (const one of await this.#world.waiting()) {
      const { headers, body } = other.sign(one)
      for (const news of await portal.gateway.readEvents(headers, Buffer.from(body)))
        if (news.kind === 'payment') found.push(news.event)
    }
    return found
  }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

import type { HandOffTarget } from '@coopline/server/payment-gateway'
import type { GuestPayment, KitPortal, PaymentBooks } from '@coopline/server/testing/kit-portal'
import { expect } from 'vitest'
import type { Counterpart, Instrument, News, OddSignature } from './adapter-under-test.ts'
import type { Wire } from './wire.ts'

interface Paid {
  readonly payment: GuestPayment
  /** The address to which the provider led the payer back; `null` when its page refused the method. */
  readonly back: string | null
}

/** The portal and the provider's double of a case, with the payments that the case makes. */
export class World {
  readonly portal: KitPortal
  readonly other: Counterpart
  readonly wire: Wire
  #sent = new Set<string>()
  #transNos: string[] = []

  constructor(portal: KitPortal, other: Counterpart, wire: Wire) {
    this.portal = portal
    this.other = other
    this.wire = wire
  }

  /** Empties the portal, ends every fault, and forgets what earlier cases paid. */
  async begin(): Promise<void> {
    await this.endFaults()
    await this.portal.reset(this.other.passTime)
    this.#sent = new Set((await this.other.news()).map(({ id }) => id))
    this.#transNos = []
  }

  async close(): Promise<void> {
    await this.portal.close()
    this.wire.close()
    await this.other.close()
  }

  async endFaults(): Promise<void> {
    this.wire.setFault(null)
    await this.other.setFault(null)
  }

  /** Requests a payment by Quick Pay, whole cents without the fee. */
  async open(amount = 10_000, instrument: Instrument = 'card', key?: string): Promise<GuestPayment> {
    const method = instrument.endsWith('bank') ? 'echeck' : 'cc'
    const payment = await this.portal.payAsGuest(amount, { method, ...(key === undefined ? {} : { key }) })
    this.follow(payment.transNo)
    return payment
  }

  /** Compares a payment with the provider at the end of the case. */
  follow(transNo: string): void {
    if (!this.#transNos.includes(transNo)) this.#transNos.push(transNo)
  }

  /** Requests a payment and pays it on the provider's page. No news is sent. */
  async pay(amount = 10_000, instrument: Instrument = 'card'): Promise<Paid> {
    const payment = await this.open(amount, instrument)
    return { payment, back: await this.other.pay(payment.target, instrument) }
  }

  /** Requests and pays a payment, and sends its news. @returns its transaction number. */
  async paid(amount = 10_000, instrument: Instrument = 'card'): Promise<string> {
    const { payment } = await this.pay(amount, instrument)
    await this.deliver()
    return payment.transNo
  }

  /** Lets the member store a method on the provider's page. @returns its id. */
  async store(instrument: Instrument = 'card'): Promise<string> {
    const request = await this.portal.requestMethod()
    await this.other.pay(request.target, instrument)
    return request.finish()
  }

  /** Charges a stored method of the member, whole cents without the fee. */
  async charge(methodId: string, amount = 10_000, key = `charge-${methodId}`) {
    const charge = await this.portal.charge({ methodId, amount, key })
    this.follow(charge.transNo)
    return charge
  }

  /** Lists the news that were not sent yet, oldest first. */
  async waiting(): Promise<readonly News[]> {
    return (await this.other.news()).filter(({ id }) => !this.#sent.has(id))
  }

  /** Sends news to the portal, whose job does not look anything up yet. @returns the status of the answer. */
  async post(news: News, odd?: OddSignature): Promise<number> {
    this.#sent.add(news.id)
    const { headers, body } = this.other.sign(news, odd)
    return this.portal.post(headers, body)
  }

  /** Sends news to the portal, and lets its job look up what it must. @returns the status of the answer. */
  async send(news: News, odd?: OddSignature): Promise<number> {
    const status = await this.post(news, odd)
    await this.portal.readNotices()
    return status
  }

  /** Sends all news that wait, in the order of `order`. Each must be taken. */
  async deliver(order: (news: readonly News[]) => readonly News[] = (news) => news): Promise<void> {
    for (const news of order(await this.waiting())) expect(await this.send(news)).toBe(200)
  }

  /** Learns of returns and disputes: by news, or from a provider that has none of them by comparing the day. */
  async learn(order?: (news: readonly News[]) => readonly News[]): Promise<void> {
    await this.deliver(order)
    if (this.other.lacks['news-of-returns'] === undefined) return
    this.portal.clock.advance(3_600)
    await this.portal.reconcile()
  }

  async books(transNo: string): Promise<PaymentBooks> {
    return this.portal.books(transNo)
  }

  async state(transNo: string): Promise<string> {
    return (await this.books(transNo)).state
  }

  /** Leaves the page of a target by its way back. */
  async leave(target: HandOffTarget): Promise<string> {
    return this.other.cancel(target)
  }

  /** Lists the secrets of the adapter that are in the log of the portal or in one of these texts. */
  secretsIn(texts: readonly string[]): readonly string[] {
    return this.other.secrets.filter((one) => [...this.portal.logLines, ...texts].some((text) => text.includes(one)))
  }

  /**
   * Ends a case: sends the news that wait, asks about open payments, and expects that the ledger and the events for the cooperative say
   * of each payment what the provider holds, and that a reconciliation finds nothing.
   */
  async finish(): Promise<void> {
    await this.endFaults()
    await this.deliver()
    await this.portal.sweep()
    for (const transNo of this.#transNos) {
      const { received, credited, told, linesSum } = await this.books(transNo)
      const held = await this.other.held(transNo)
      expect({ transNo, received, linesSum }).toEqual({ transNo, received: held, linesSum: 0 })
      expect({ transNo, told }).toEqual({ transNo, told: credited })
    }
    expect(await this.portal.reconcile()).toEqual({ takenIn: 0, missing: 0, extra: 0, different: 0, eventsDiffer: 0 })
  }
}

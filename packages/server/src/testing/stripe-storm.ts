import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { type RunningStripeDouble, startStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import type { PaymentState } from '@coopline/rules/paying/payment-state/payment-state'
import { expect } from 'vitest'
import type { Ending, Insist, OpenAlarms, StormProvider, Story } from './storm.ts'
import {
  bankFields,
  cardFields,
  declinedCard,
  enterAtStripe,
  stripeKeys,
  stripeEnvironment,
  visa,
} from './stripe-in-test.ts'

type AtVendor = RunningStripeDouble['atVendor']

/** A charge whose fate is decided, in whole cents. */
interface Charged {
  readonly vendor: AtVendor
  readonly id: string
  readonly total: number
}

interface Plan {
  readonly state: PaymentState
  /** The payments that the provider holds in the end: below 0 when more went back than was charged. */
  readonly held: number
  /** The fields that the payer enters, one form after the other; a card that is paid by default. */
  readonly enters?: readonly Readonly<Record<string, string>>[]
  /** The acts of Stripe or a bank that follow. */
  readonly after?: (charged: Charged) => void
  /** Those of the lost nights. */
  readonly lost?: (charged: Charged) => void
  readonly method?: 'echeck'
  /** Kinds of alarms that it leaves open. */
  readonly alarms?: readonly string[]
}

const halfOf = ({ total }: Charged): number => total - Math.floor(total / 2)
const refund = ({ vendor, id }: Charged): unknown => vendor.refund(id)
const refundHalf = (charged: Charged) => charged.vendor.refund(charged.id, halfOf(charged))
const dispute = ({ vendor, id }: Charged) => vendor.dispute(id)
const close =
  (status: 'won' | 'lost', returnsFunds?: boolean) =>
  (charged: Charged): unknown =>
    charged.vendor.closeDispute(dispute(charged).id, status, returnsFunds)
const inquire = ({ vendor, id }: Charged) => vendor.dispute(id, { isInquiry: true })

const bank = (account: string): Pick<Plan, 'enters' | 'method'> => ({ enters: [bankFields(account)], method: 'echeck' })
const confirmed = { state: 'confirmed', held: 1 } as const
const returned = { state: 'returned', held: 0 } as const
const refunded = { state: 'refunded', held: 0 } as const
const half = { state: 'confirmed', held: 0.5 } as const

/** Every way in which a payment of the storm ends at Stripe. */
const plans: Readonly<Record<string, Plan>> = {
  paid: confirmed,
  'declined, paid': { ...confirmed, enters: [cardFields(declinedCard), cardFields(visa)] },
  // The page is still open, and the payer may try another card.
  declined: { state: 'handed-off', held: 0, enters: [cardFields(declinedCard)] },
  left: { state: 'handed-off', held: 0, enters: [] },
  refunded: { ...refunded, after: refund },
  'refund failed': {
    ...confirmed,
    after: (charged) => charged.vendor.failRefund(charged.vendor.refund(charged.id).id),
  },
  'refunded in part': { ...half, after: refundHalf },
  'refunded in two parts': {
    ...refunded,
    after: (charged) => {
      refundHalf(charged)
      refund(charged)
    },
  },
  'refund of a part failed': {
    ...confirmed,
    after: (charged) => charged.vendor.failRefund(refundHalf(charged).id),
  },
  'refunded in part, the rest disputed': {
    ...returned,
    after: (charged) => {
      refundHalf(charged)
      close('lost')(charged)
    },
  },
  'refunded and disputed': {
    state: 'returned',
    held: -1,
    after: (charged) => {
      refund(charged)
      charged.vendor.closeDispute(charged.vendor.dispute(charged.id, { amount: charged.total }).id, 'lost')
    },
    alarms: ['reversed-twice'],
  },
  'disputed in part': {
    ...half,
    after: (charged) =>
      charged.vendor.closeDispute(charged.vendor.dispute(charged.id, { amount: halfOf(charged) }).id, 'lost'),
  },
  'dispute opened': { ...returned, after: dispute, alarms: ['dispute-opened'] },
  'dispute won': { ...confirmed, after: close('won') },
  'dispute lost': { ...returned, after: close('lost') },
  'dispute lost, after its money was given back': { ...returned, after: close('lost', true) },
  'inquiry opened': { ...confirmed, after: inquire, alarms: ['dispute-opened'] },
  'inquiry closed': {
    ...confirmed,
    after: (charged) => charged.vendor.closeDispute(inquire(charged).id, 'warning_closed'),
  },
  'inquiry that became a dispute': {
    ...returned,
    after: (charged) => charged.vendor.escalateInquiry(inquire(charged).id, 5),
    alarms: ['dispute-opened'],
  },
  'refunded in a lost night': { ...refunded, lost: refund },
  'refunded in part in a lost night': { ...half, lost: refundHalf },
  'dispute lost in a lost night': { ...returned, lost: close('lost') },
  'refund failed in a lost night': {
    ...confirmed,
    lost: (charged) => charged.vendor.failRefund(charged.vendor.refund(charged.id).id),
  },
  'from a bank account': { ...confirmed, ...bank('000123456789') },
  'from a bank account, cleared and disputed': {
    ...returned,
    ...bank('000123456789'),
    after: (charged) => {
      charged.vendor.endDebit(charged.id)
      close('lost')(charged)
    },
  },
  'from a bank account, returned at once': {
    ...returned,
    ...bank('000111111113'),
    after: ({ vendor, id }) => vendor.endDebit(id),
  },
  // The bank answers on the fourth day, of which no event tells.
  'from a bank account, returned later': { ...returned, ...bank('000222222227') },
}

const endingNames = Object.keys(plans)
const nightFaults = [{ kind: 'status', status: 503 }, { kind: 'nonsense' }, { kind: 'lost-answer' }] as const

/** Starts Stripe's double for a storm. It sends its events to any of the portals, twice at times, and one in twenty is lost. */
export async function startStripeStorm(insist: Insist): Promise<StormProvider> {
  const forwarder = await startForwarder(insist)
  const double = await startStripeDouble({ ...stripeKeys, webhookUrl: forwarder.url })
  const { atVendor: vendor, faults } = double
  const later = new Map<string, () => void>()
  let dayNow = 0
  const fail = (fault: Parameters<typeof faults.set>[0]) => faults.set(fault, { times: Number.POSITIVE_INFINITY })

  return {
    env: { ...stripeEnvironment(double), PUBLIC_ORIGIN: 'https://portal.example' },
    endingNames,
    paymentTypeOf: (name) => plans[name]?.method ?? 'cc',
    end: async (form, name) => endAt(vendor, form, name, later),
    setAway: (isAway) => {
      faults.clear()
      if (isAway) fail({ kind: 'status', status: 503 })
    },
    fallSilent: async () => {
      double.notices.hold()
      await forwarder.close()
      expect(forwarder.refused).toEqual([])
    },
    turnTo: (day) => {
      double.advance((day - dayNow) * 86_400)
      dayNow = day
    },
    loseNight: (night, stories) => {
      for (const { transNo } of stories.filter((_one, at) => at % nightFaults.length === night)) later.get(transNo)?.()
      faults.clear()
      fail(nightFaults[night] ?? nightFaults[0])
    },
    differing: () => [],
    expectAlarms,
    close: async () => {
      await forwarder.close()
      await double.close()
    },
  }
}

/** Lets the payer and Stripe do what the ending says. @param later receives what follows in the lost nights, by payment. */
async function endAt(
  vendor: AtVendor,
  form: Requisition,
  name: string,
  later: Map<string, () => void>,
): Promise<Ending> {
  const plan = plans[name] ?? confirmed
  const { enters = [cardFields(visa)], after, lost, state, held }: Plan = plan
  const url = form.redirectUrl ?? ''
  const sessionId = url.split('/').at(-1) ?? ''
  for (const fields of enters) await enterAtStripe(url, fields)
  const charge = vendor.chargeOf(sessionId)
  const total = charge?.amount ?? 0
  if (charge !== undefined) {
    const charged = { vendor, id: charge.id, total }
    after?.(charged)
    if (lost !== undefined) later.set(form.paymentRequisitionSettings.transNo, () => lost(charged))
  }
  const sum = Math.floor(held * total)
  const isKept = held === 1 && (after === undefined || name.startsWith('inquiry'))
  return { name, state, held: sum, booked: sum, total, isKept }
}

async function expectAlarms(stories: readonly Story[], open: OpenAlarms): Promise<void> {
  for (const kind of ['reversed-twice', 'dispute-opened']) {
    const found = await open(kind)
    const wanted = stories.filter(({ name }) => plans[name]?.alarms?.includes(kind)).map(({ transNo }) => transNo)
    expect([kind, new Set(found)]).toEqual([kind, new Set(wanted)])
    expect([kind, found.length]).toEqual([kind, new Set(found).size])
  }
  for (const kind of ['contradiction', 'double-charge', 'inferred-return', 'quarantined', 'sum-differs', 'unreadable'])
    expect([kind, await open(kind)]).toEqual([kind, []])
}

interface Forwarder {
  readonly url: string
  /** Answers of portals that no repeat would change. */
  readonly refused: readonly number[]
  readonly close: () => Promise<void>
}

/** Starts the address for Stripe's events, which hands them on to the portals. */
async function startForwarder(insist: Insist): Promise<Forwarder> {
  const refused: number[] = []
  const forward = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request)
    if (Math.random() < 0.05) return 200
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': String(request.headers['stripe-signature']),
    }
    const sendOn = async () =>
      insist(async ({ origin }) =>
        fetch(`${origin}/api/v3/payments/postback/stripe`, { method: 'POST', headers, body }),
      )
    const copies = Array.from({ length: Math.random() < 0.3 ? 2 : 1 }, sendOn)
    const answers = (await Promise.all(copies)).map((answer) => answer?.status ?? 503)
    refused.push(...answers.filter((status) => status !== 200 && status < 500))
    return Math.max(...answers)
  }
  const server = createServer((request, response) => {
    void forward(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    refused,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

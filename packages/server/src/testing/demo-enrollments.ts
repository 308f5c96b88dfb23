import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { createDemoLogins } from '../../demo/create-demo-logins.ts'
import { bankDraft, initiation, newItem, removalOf } from '../features/paying/drafts/drafts.fixtures.ts'
import { arrangementBody } from '../features/paying/arrangements/arrangements.fixtures.ts'
import { scheduleBody } from '../features/paying/scheduled-payments/scheduled-payments.fixtures.ts'
import { signInAs } from './demo-in-test.ts'
import { type PortalWithSandbox, submitCard } from './sandbox-in-test.ts'
import { adasPassword } from './seed-login.ts'
import type { CallOptions, TestPortal } from './test-portal.ts'

/** The day on which members of the demo set up their payments: a Friday. */
export const first = calendarDate('2026-11-20')

/** Peter's accounts; Ada's; Ben's, which is past due; and those of Uma with AutoPay. */
export const peters = ['101600101', '101600102'] as const
export const adas = ['100100101', '100100102'] as const
export const bens = '100200101'
export const [onDue, early, atOnce, limited, paused] = [
  '102200101',
  '102200102',
  '102200103',
  '102200104',
  '102200105',
] as const

/** A draft of a member's accounts, with what two months should bring. */
interface EnrolledDraft {
  readonly draftMethod: string
  readonly draftDay: number | null
  readonly accounts: readonly string[]
  /** Due and run dates: the first banking day on which the new bank account is ready, or the portal runs again. */
  readonly taken: readonly (readonly [due: string, run: string])[]
}

const threeFrom = (position: number): readonly string[] =>
  [0, 1, 2].map((more) => String(102_200_100 + position + more))

/** Bank drafts of eighteen accounts of one farm. Its bank account is ready on 11-27. */
export const umasDrafts: readonly EnrolledDraft[] = [
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 1,
    accounts: threeFrom(11),
    taken: [
      ['2026-12-01', '2026-12-01'],
      ['2027-01-01', '2027-01-04'],
    ],
  },
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 15,
    accounts: threeFrom(14),
    taken: [
      ['2026-12-15', '2026-12-15'],
      ['2027-01-15', '2027-01-15'],
    ],
  },
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 25,
    accounts: threeFrom(17),
    taken: [
      ['2026-11-25', '2026-11-27'],
      ['2026-12-25', '2026-12-28'],
      ['2027-01-25', '2027-01-25'],
    ],
  },
  {
    draftMethod: 'END_OF_MONTH',
    draftDay: null,
    accounts: threeFrom(20),
    taken: [
      ['2026-11-30', '2026-11-30'],
      ['2026-12-31', '2027-01-02'],
    ],
  },
  {
    draftMethod: 'WHEN_BILLED',
    draftDay: null,
    accounts: threeFrom(23),
    taken: [
      ['2026-12-14', '2026-12-14'],
      ['2027-01-13', '2027-01-13'],
    ],
  },
  {
    draftMethod: 'DAYS_AFTER_BILLING',
    draftDay: 10,
    accounts: threeFrom(26),
    taken: [
      ['2026-11-23', '2026-11-27'],
      ['2026-12-24', '2026-12-24'],
      ['2027-01-23', '2027-01-25'],
    ],
  },
]

/** Bank drafts of both of Ada's accounts, which scheduled payments pay as well. */
export const adasDrafts: readonly EnrolledDraft[] = [
  {
    draftMethod: 'END_OF_MONTH',
    draftDay: null,
    accounts: [adas[0]],
    taken: [
      ['2026-11-30', '2026-11-30'],
      ['2026-12-31', '2027-01-02'],
    ],
  },
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 28,
    accounts: [adas[1]],
    taken: [
      ['2026-11-28', '2026-11-30'],
      ['2026-12-28', '2026-12-28'],
    ],
  },
]

/** Bank drafts of ordinary members of the demo with one account each. Most of them owe nothing before they are billed. */
export const ordinaryDrafts: readonly EnrolledDraft[] = [
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 5,
    accounts: ['200000101'],
    taken: [
      ['2026-12-05', '2026-12-07'],
      ['2027-01-05', '2027-01-05'],
    ],
  },
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 22,
    accounts: ['200000201'],
    taken: [
      ['2026-11-22', '2026-11-27'],
      ['2026-12-22', '2026-12-22'],
      ['2027-01-22', '2027-01-22'],
    ],
  },
  {
    draftMethod: 'END_OF_MONTH',
    draftDay: null,
    accounts: ['200000301'],
    taken: [
      ['2026-11-30', '2026-11-30'],
      ['2026-12-31', '2027-01-02'],
    ],
  },
  // Past due when the draft is set up. The draft charges that amount, too.
  {
    draftMethod: 'WHEN_BILLED',
    draftDay: null,
    accounts: ['200000401'],
    taken: [
      ['2026-12-14', '2026-12-14'],
      ['2027-01-13', '2027-01-13'],
    ],
  },
  {
    draftMethod: 'DAYS_AFTER_BILLING',
    draftDay: 10,
    accounts: ['200000501'],
    taken: [
      ['2026-12-24', '2026-12-24'],
      ['2027-01-23', '2027-01-25'],
    ],
  },
  {
    draftMethod: 'DAY_OF_MONTH',
    draftDay: 14,
    accounts: ['200000601'],
    taken: [
      ['2026-12-14', '2026-12-14'],
      ['2027-01-14', '2027-01-14'],
    ],
  },
]

const ofMember = async (portal: TestPortal, username: string) => {
  const { bearer, cookie, memberNumber } = await signInAs(portal, username)
  return { bearer, cookie, params: { memberNumber } }
}
type Own = Awaited<ReturnType<typeof ofMember>>

const ofAccount = (own: Own, accountNumber: string) => ({ ...own, params: { ...own.params, accountNumber } })

async function answerOf<T>(portal: TestPortal, endpoint: Endpoint, options: CallOptions): Promise<T> {
  const { statusCode, body } = await portal.call(endpoint, options)
  if (statusCode !== 200) throw new Error(`${endpoint.path}: ${statusCode} ${body}`)
  return JSON.parse(body) as T
}

/** Peter replaces both of his drafts: the one of a bank account by another, the one of a card on the provider's page. */
export async function replaceDrafts({ portal }: PortalWithSandbox): Promise<void> {
  const own = await ofMember(portal, 'peter.vance')
  const { memberNumber } = own.params
  await answerOf(portal, drafts.update, { ...own, body: { ...removalOf(...peters), memberNumber } })
  const item = newItem({ accountNumber: peters[0], draftStartDate: first })
  await answerOf(portal, drafts.update, { ...own, body: bankDraft({ memberNumber, draftAccounts: [item] }) })
  const byCard = newItem({
    accountNumber: peters[1],
    draftMethod: 'WHEN_BILLED',
    draftDay: null,
    draftStartDate: first,
  })
  const form = await answerOf<HostedForm>(portal, drafts.initiate, {
    ...ofAccount(own, peters[1]),
    body: initiation({ accountsToDraft: [{ ...byCard, action: 'ADD' }] }),
  })
  const back = new URL(await submitCard(form.actionUrl, form.fields))
  const body = { encodedParam: back.searchParams.get('encodedParam') ?? '' }
  const { outcome } = await answerOf<{ outcome: string }>(portal, drafts.finish, { ...own, body })
  if (outcome !== 'set-up') throw new Error(`The card draft is ${outcome}`)
}

interface HostedForm {
  readonly actionUrl: string
  readonly fields: Parameters<typeof submitCard>[1]
}

interface AutoPayChanges {
  readonly methodId: string
  readonly daysBefore?: number
  readonly maxAmount?: number
  readonly isPaused?: boolean
}

async function enroll(portal: TestPortal, own: Own, account: string, changes: AutoPayChanges): Promise<void> {
  const body = { daysBefore: 0, maxAmount: null, isPaused: false, ...changes }
  await answerOf(portal, autoPay.save, { ...ofAccount(own, account), body })
}

async function enrollDraft(
  portal: TestPortal,
  own: Own,
  { draftMethod, draftDay, accounts }: EnrolledDraft,
): Promise<void> {
  const draftAccounts = accounts.map((accountNumber) =>
    newItem({ accountNumber, draftMethod, draftDay, draftStartDate: first }),
  )
  const { memberNumber } = own.params
  await answerOf(portal, drafts.update, { ...own, body: bankDraft({ memberNumber, draftAccounts }) })
}

/** Ada sets up bank drafts of both accounts. */
export async function draftAdas({ portal }: PortalWithSandbox): Promise<void> {
  const own = await ofMember(portal, 'ada.lindqvist')
  for (const draft of adasDrafts) await enrollDraft(portal, own, draft)
}

/** Ordinary members get logins and set up bank drafts. */
export async function draftOrdinary({ portal }: PortalWithSandbox): Promise<void> {
  for (const draft of ordinaryDrafts) {
    const { member_number: memberNumber } = await portal.db
      .selectFrom('cis.account')
      .select('member_number')
      .where('account_number', '=', draft.accounts[0] ?? '')
      .executeTakeFirstOrThrow()
    const username = `member.${memberNumber}`
    const login = { memberNumber, username, password: adasPassword, appSecret: null, language: 'en' } as const
    await createDemoLogins(portal.deps, [login])
    await enrollDraft(portal, await ofMember(portal, username), draft)
  }
}

/** Uma drafts eighteen of her sixty accounts and turns AutoPay on for five others. @returns her card. */
export async function enrollFarm({ portal, storeCard }: PortalWithSandbox): Promise<string> {
  const own = await ofMember(portal, 'uma.fields')
  for (const draft of umasDrafts) await enrollDraft(portal, own, draft)
  const methodId = await storeCard(own.params.memberNumber)
  await enroll(portal, own, onDue, { methodId })
  await enroll(portal, own, early, { methodId, daysBefore: 5 })
  await enroll(portal, own, atOnce, { methodId, daysBefore: 20 })
  await enroll(portal, own, limited, { methodId, maxAmount: 100 })
  await enroll(portal, own, paused, { methodId })
  return methodId
}

/** Uma pauses AutoPay of one account, or resumes it. */
export const pauseAutoPay = async (portal: TestPortal, methodId: string, isPaused: boolean): Promise<void> =>
  enroll(portal, await ofMember(portal, 'uma.fields'), paused, { methodId, isPaused })

/** Ada schedules three payments, one of two accounts. @returns the one that she deletes later. */
export async function schedulePayments({ portal, storeCard }: PortalWithSandbox): Promise<string> {
  const own = await ofMember(portal, 'ada.lindqvist')
  const methodId = await storeCard(own.params.memberNumber)
  const schedule = async (paymentDate: string, amounts: Readonly<Record<string, number>>) => {
    const accountDetails = Object.entries(amounts).map(([accountNumber, amount]) => ({ accountNumber, amount }))
    const body = scheduleBody(portal, { paymentDate, methodId, accountDetails })
    return (await answerOf<{ transNo: string }>(portal, scheduledPayments.create, { ...own, body })).transNo
  }
  await schedule('2026-12-24', { [adas[0]]: 4_000, [adas[1]]: 3_820 })
  await schedule('2027-01-02', { [adas[0]]: 2_000 })
  return schedule('2026-12-12', { [adas[0]]: 1_000 })
}

/** Ada deletes a scheduled payment. */
export async function deleteScheduled(portal: TestPortal, transNo: string): Promise<void> {
  const own = await ofMember(portal, 'ada.lindqvist')
  await answerOf(portal, scheduledPayments.remove, { ...own, params: { ...own.params, transNo } })
}

/** Ben arranges to pay what he owes in three parts, after a down payment that he makes by hand, and schedules the parts. */
export async function arrange({ portal, storeCard }: PortalWithSandbox, owed: number): Promise<void> {
  const own = await ofMember(portal, 'ben.ortega')
  const methodId = await storeCard(own.params.memberNumber)
  const body = arrangementBody(portal, { kind: 'installments', count: 3, owed, today: first, methodId })
  const made = await answerOf<{ scheduled: number }>(portal, arrangements.make, { ...ofAccount(own, bens), body })
  if (made.scheduled !== 3) throw new Error(`${made.scheduled} parts are scheduled`)
}

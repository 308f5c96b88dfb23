import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { detailHeaders, detailRows, dollars } from './demo-detail-rows.ts'
import type { Cell, Rows } from './demo-rows.ts'
import { demoHistory } from './demo-history.ts'
import type { DemoAccount, DemoMember } from './demo-member.ts'
import { profileHeader, profileRow } from './demo-profile.ts'

export const demoMonths = { named: 36, ordinary: 13 } as const
/** Months of bill lines, which are most of all rows. A member with many accounts counts as an ordinary one. */
const lineMonths = { named: 36, ordinary: 6 } as const
const manyAccounts = 10

export interface DemoBundleWriter {
  readonly add: (member: DemoMember, today: CalendarDate, months: number) => Promise<void>
  readonly end: () => Promise<void>
}

/** Opens the files of a bundle. Members are then added individually, in constant memory. */
export async function openDemoBundle(dir: string): Promise<DemoBundleWriter> {
  await mkdir(dir, { recursive: true })
  const files = new Map(Object.entries(headers).map(([file, header]) => [file, openFile(dir, file, header)]))
  return {
    add: async (member, today, months) => {
      for (const [name, rows] of Object.entries(rowsOf(member, today, months))) await files.get(name)?.add(rows)
    },
    end: async () => {
      for (const file of files.values()) await file.end()
    },
  }
}

const bufferLength = 131_072

function openFile(dir: string, name: string, header: readonly string[]) {
  const stream: WriteStream = createWriteStream(join(dir, name))
  let waiting = `${header.join(',')}\n`
  return {
    add: async (rows: Rows) => {
      for (const row of rows) waiting += `${row.map(cell).join(',')}\n`
      if (waiting.length < bufferLength) return
      const more = stream.write(waiting)
      waiting = ''
      if (!more) await once(stream, 'drain')
    },
    end: async () => {
      stream.end(waiting)
      await finished(stream)
    },
  }
}

function cell(value: Cell): string {
  if (typeof value === 'boolean') return value ? 'Y' : 'N'
  if (value === null) return ''
  return /[",]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

const headers: Readonly<Record<string, readonly string[]>> = {
  'members.csv': ['member_number', 'name', 'prefers_language'],
  'phones.csv': ['member_number', 'digits', 'kind'],
  'emails.csv': ['member_number', 'address'],
  'member-details.csv': ['member_number', 'payment_emails', 'stores_check', 'stores_credit'],
  'accounts.csv': [
    'account_number',
    'member_number',
    'is_primary',
    'holder_name',
    'account_type',
    'account_status',
    'derived_status',
    'service_street',
    'service_city',
    'service_state',
    'service_zip',
    'location_id',
    'is_prepaid',
    'prepaid_label',
    'billing_type',
    'card_eligible',
    'echeck_eligible',
    'no_more_checks',
  ],
  'account-profiles.csv': profileHeader,
  'balances.csv': [
    'account_number',
    'balance',
    'past_due',
    'due_date',
    'cutoff_amount',
    'cutoff_date',
    'reconnect_fee',
    'additional_deposit',
    'disconnect_fee',
    'over_pay_amount',
    'prepaid_minimum',
    'prepaid_reconnect',
  ],
  ...detailHeaders,
  'payments.csv': ['account_number', 'reference', 'paid_on', 'amount', 'method'],
}

function rowsOf(member: DemoMember, today: CalendarDate, months: number): Readonly<Record<string, Rows>> {
  const { stores } = member
  const histories = member.accounts.map((account) => ({ account, ...demoHistory(account, today, months) }))
  return {
    'members.csv': [[member.memberNumber, member.name, member.language]],
    'phones.csv': member.phones.map((phone) => [member.memberNumber, phone.digits, phone.kind]),
    'emails.csv': member.email === null ? [] : [[member.memberNumber, member.email]],
    'member-details.csv':
      stores.check || stores.credit ? [[member.memberNumber, true, stores.check, stores.credit]] : [],
    'accounts.csv': member.accounts.map((account) => accountRow(member, account)),
    'account-profiles.csv': member.accounts.map((account) => profileRow(member, account)),
    'balances.csv': member.accounts.map(balanceRow),
    ...joined(histories.map(({ account, bills }) => detailRows(account, bills, monthsOfLines(member, months), today))),
    'payments.csv': histories.flatMap(({ account, payments }) =>
      payments.map((payment) => [
        account.accountNumber,
        payment.reference,
        payment.paidOn,
        dollars(payment.amount),
        payment.method,
      ]),
    ),
  }
}

const monthsOfLines = (member: DemoMember, months: number): number =>
  months > demoMonths.ordinary && member.accounts.length < manyAccounts ? lineMonths.named : lineMonths.ordinary

/** The rows of several accounts, file by file. */
const joined = (parts: readonly Readonly<Record<string, Rows>>[]): Readonly<Record<string, Rows>> =>
  Object.fromEntries(Object.keys(detailHeaders).map((file) => [file, parts.flatMap((part) => part[file] ?? [])]))

const accountRow = (member: DemoMember, account: DemoAccount): readonly Cell[] => [
  account.accountNumber,
  member.memberNumber,
  account.isPrimary,
  member.name,
  account.type,
  account.status,
  account.derivedStatus,
  account.street,
  account.town.city,
  'WI',
  account.town.zip,
  `L-${account.accountNumber}`,
  account.isPrepaid,
  account.isPrepaid ? 'Prepaid' : '',
  account.billing,
  account.cardEligible,
  account.echeckEligible,
  account.noMoreChecks,
]

const balanceRow = ({ accountNumber, balance }: DemoAccount): readonly Cell[] => [
  accountNumber,
  dollars(balance.balance),
  dollars(balance.pastDue),
  balance.dueDate,
  dollars(balance.cutoffAmount),
  balance.cutoffDate,
  dollars(balance.reconnectFee),
  dollars(balance.additionalDeposit),
  dollars(balance.disconnectFee),
  dollars(balance.overPayAmount),
  dollars(balance.prepaidMinimum),
  dollars(balance.prepaidReconnect),
]

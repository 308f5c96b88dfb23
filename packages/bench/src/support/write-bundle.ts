import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The size of a made-up cooperative. */
export interface BundleSize {
  readonly accounts: number
  /** Bills, and payments, of each account: the months before 2026-11. */
  readonly months: number
}

/** Rows of accounts, balances, bills and payments together. */
export const rowsOf = ({ accounts, months }: BundleSize): number => accounts * (2 + 2 * months)

export const accountNumberOf = (index: number): string => String(100_000_000 + index)
export const memberNumberOf = (index: number): string => `M${index}`
/**
 * The last four digits of every member's phone. All are equal, because the number does not change what a check costs.
 */
export const phoneLastFour = '4821'

/** Writes an amount: as dollars in a bundle, as whole cents where the database reads the file itself. */
type Money = (cents: number) => string
const dollars: Money = (cents) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
export const wholeCents: Money = String

type Line = (index: number, money: Money, months: number) => readonly string[]

interface File {
  readonly header: string
  readonly lines: Line
}

const pad = (value: number): string => String(value).padStart(2, '0')
/** A day of the month, a number of months before November 2026. */
const day = (monthsAgo: number, dayOfMonth: number): string => {
  const month = 2026 * 12 + 9 - monthsAgo
  return `${Math.floor(month / 12)}-${pad((month % 12) + 1)}-${pad(dayOfMonth)}`
}
const amount = (index: number, month: number): number => 5_000 + ((index * 7_919 + month * 104_729) % 20_000)

export const bundle = {
  'members.csv': { header: 'member_number,name', lines: (index) => [`${memberNumberOf(index)},Member ${index}`] },
  'phones.csv': {
    header: 'member_number,digits,kind',
    lines: (index) => [`${memberNumberOf(index)},715555${phoneLastFour},cell`],
  },
  'emails.csv': {
    header: 'member_number,address',
    lines: (index) => [`${memberNumberOf(index)},member${index}@example.org`],
  },
  'accounts.csv': {
    header:
      'account_number,member_number,is_primary,holder_name,account_type,account_status,derived_status,service_street,service_city,service_state,service_zip,location_id,is_prepaid,prepaid_label,billing_type,card_eligible,echeck_eligible,no_more_checks',
    lines: (index) => [
      `${accountNumberOf(index)},${memberNumberOf(index)},Y,Member ${index},Electric,Active,Current,${index} Cedar Street,Eau Claire,WI,54701,L-${index},N,"",Standard,Y,Y,N`,
    ],
  },
  'balances.csv': {
    header:
      'account_number,balance,past_due,due_date,cutoff_amount,cutoff_date,reconnect_fee,additional_deposit,disconnect_fee,over_pay_amount,prepaid_minimum,prepaid_reconnect,minimum_payment_due,liability_confirmation_amount,show_liability_confirmation',
    lines: (index, money) => {
      const none = money(0)
      return [
        `${accountNumberOf(index)},${money(14_237)},${none},2026-12-04,${none},,${none},${none},${none},${money(50_000)},${none},${none},${money(2_500)},${none},N`,
      ]
    },
  },
  'bills.csv': {
    header: 'account_number,bill_date,due_date,amount,usage_kwh,late_fee',
    lines: (index, money, months) =>
      Array.from({ length: months }, (_, month) => {
        const billed = money(amount(index, month))
        return `${accountNumberOf(index)},${day(month, 3)},${day(month, 24)},${billed},${400 + (index % 900)},${money(0)}`
      }),
  },
  'payments.csv': {
    header: 'account_number,reference,paid_on,amount,method',
    lines: (index, money, months) =>
      Array.from(
        { length: months },
        (_, month) =>
          `${accountNumberOf(index)},P-${index}-${month},${day(month, 20)},${money(amount(index, month))},Check`,
      ),
  },
} as const satisfies Readonly<Record<string, File>>

export type BundleFileName = keyof typeof bundle

/** Writes files of a bundle of the given size into a folder. The same size always has the same content. */
export async function writeBundle(
  folder: string,
  size: BundleSize,
  files: readonly BundleFileName[],
  money: Money = dollars,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const name of files)
    await pipeline(Readable.from(chunks(bundle[name], size, money)), createWriteStream(join(folder, name)))
}

function* chunks(file: File, size: BundleSize, money: Money): Generator<string> {
  yield `${file.header}\n`
  for (let index = 0; index < size.accounts; index += 1) yield `${file.lines(index, money, size.months).join('\n')}\n`
}

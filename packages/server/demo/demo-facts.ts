import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cents, parseMoney } from '@coopline/rules/kernel/money'
import { parse } from 'csv-parse/sync'

/** One account that the demo cooperative must have: a row of demo-members.tsv. Days count from today. */
export interface DemoFact {
  readonly member: string
  /** `null`: the member has no login. */
  readonly username: string | null
  readonly password: string | null
  readonly account: string
  readonly phoneLast4: string
  readonly type: string
  readonly accountStatus: string
  readonly derivedStatus: string
  readonly isPrepaid: boolean
  readonly balance: Cents
  readonly pastDue: Cents
  readonly dueInDays: number | null
  readonly cutoffAmount: Cents
  readonly cutoffInDays: number | null
  readonly reconnectFee: Cents
  readonly additionalDeposit: Cents
  readonly disconnectFee: Cents
  readonly overPayAmount: Cents
  readonly prepaidMinimum: Cents | null
  readonly prepaidReconnect: Cents | null
  readonly billing: string
  readonly cardEligible: boolean
  readonly echeckEligible: boolean
  readonly noMoreChecks: boolean
  /** Further facts in words. `fromWords` reads those that the demo uses. */
  readonly whatElse: string
}

const shipped = join(import.meta.dirname, 'demo-members.tsv')

/** The facts that are part of the project. */
export const readDemoFacts = (path: string = shipped): readonly DemoFact[] =>
  parse<Row>(readFileSync(path, 'utf8'), { columns: true, delimiter: '\t', quote: null }).map(toFact)

type Row = Readonly<Record<string, string>>

function toFact(row: Row): DemoFact {
  const text = (name: string): string => {
    const value = row[name]
    if (value === undefined) throw new Error(`demo-members.tsv has no column ${name}`)
    return value
  }
  const optional = (name: string) => (text(name) === '-' ? null : text(name))
  const money = (name: string): Cents => {
    const amount = parseMoney(text(name))
    if (amount === null) throw new Error(`demo-members.tsv: ${name} of ${row.account} is no amount`)
    return amount
  }
  const days = (name: string) => (optional(name) === null ? null : Number(text(name)))
  return {
    member: text('member'),
    username: optional('username'),
    password: optional('password'),
    account: text('account'),
    phoneLast4: text('phone_last4'),
    type: text('type'),
    accountStatus: text('account_status'),
    derivedStatus: text('derived_status'),
    isPrepaid: text('prepaid') === 'Y',
    balance: money('balance'),
    pastDue: money('past_due'),
    dueInDays: days('due_in_days'),
    cutoffAmount: money('cutoff_amount'),
    cutoffInDays: days('cutoff_in_days'),
    reconnectFee: money('reconnect_fee'),
    additionalDeposit: money('additional_deposit'),
    disconnectFee: money('disconnect_fee'),
    overPayAmount: money('over_pay_amount'),
    prepaidMinimum: optional('prepaid_minimum') === null ? null : money('prepaid_minimum'),
    prepaidReconnect: optional('prepaid_reconnect') === null ? null : money('prepaid_reconnect'),
    billing: text('billing'),
    cardEligible: text('card_eligible') === 'Y',
    echeckEligible: text('echeck_eligible') === 'Y',
    noMoreChecks: text('no_more_checks') === 'Y',
    whatElse: text('what_else'),
  }
}

import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** The name, language, contacts and accounts of a member. */
export interface MemberFacts {
  readonly name: string
  readonly language: string
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  /** Amounts are cents, days `yyyy-MM-dd`. */
  readonly accounts: readonly {
    readonly accountNumber: string
    readonly status: string
    readonly holder: string
    readonly address: string
    readonly balance: number | null
    readonly pastDue: number | null
    readonly dueDate: string | null
  }[]
}

/** A member with at most `mostAccounts` accounts; `undefined` when there is none of that number. */
export async function findMemberFacts(
  executor: Executor,
  memberNumber: string,
  mostAccounts: number,
): Promise<MemberFacts | undefined> {
  const { rows } = await sql<MemberFacts>`
    select member.name, member.prefers_language as language,
      array(select address from cis.email where email.member_number = member.member_number order by address) as emails,
      array(select digits from cis.phone where phone.member_number = member.member_number order by digits) as phones,
      coalesce((select jsonb_agg(to_jsonb(listed)) from (
        select account.account_number as "accountNumber", account_status as status, holder_name as holder,
          service_street || ', ' || service_city as address, balance.balance, balance.past_due as "pastDue",
          balance.due_date as "dueDate"
        from cis.account as account left join cis.balance as balance on balance.account_number = account.account_number
        where account.member_number = member.member_number
        order by is_primary desc, account.account_number limit ${mostAccounts}) as listed), '[]'::jsonb) as accounts
    from cis.member as member where member.member_number = ${memberNumber}`.execute(executor)
  return rows[0]
}

/** A login for staff: no secrets. */
export interface LoginFacts {
  readonly loginId: string
  readonly username: string
  readonly email: string
  readonly createdAt: Date
  readonly lastSignInAt: Date | null
  readonly passwordSetAt: Date
  /** Wrong passwords and codes since the last sign-in. */
  readonly failures: number
  readonly lockedUntil: Date | null
  readonly isClosed: boolean
  readonly hasApp: boolean
}

export async function findLoginFacts(executor: Executor, memberNumber: string): Promise<LoginFacts | undefined> {
  return executor
    .selectFrom('portal.login')
    .select([
      'login_id as loginId',
      'username',
      'email',
      'created_at as createdAt',
      'last_sign_in_at as lastSignInAt',
      'password_set_at as passwordSetAt',
      'failures',
      'locked_until as lockedUntil',
    ])
    .select((eb) => [
      eb('disabled_at', 'is not', null).$castTo<boolean>().as('isClosed'),
      eb('app_secret', 'is not', null).$castTo<boolean>().as('hasApp'),
    ])
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
}

/** A payment with its complete history, in order. Amounts are cents. */
export interface PaymentStory {
  readonly transNo: string
  readonly origin: string
  readonly state: string
  readonly amount: number
  readonly fee: number | null
  /** The address of a guest who paid. */
  readonly paidBy: string | null
  readonly requestedAt: Date
  readonly confirmationNumber: string | null
  readonly accounts: readonly { readonly accountNumber: string; readonly amount: number }[]
  readonly moves: readonly {
    readonly at: string
    readonly from: string
    readonly to: string
    readonly source: string
  }[]
  /** Reports of the provider or the bank about the payment. */
  readonly reports: readonly {
    readonly at: string
    readonly type: string
    readonly source: string
    readonly outcome: string
  }[]
  readonly ledger: readonly { readonly kind: string; readonly ledgerAccount: string; readonly amount: number }[]
}

/** The newest payments of a member, or for their accounts through Quick Pay. */
export async function listPaymentStories(
  executor: Executor,
  memberNumber: string,
  limit: number,
): Promise<readonly PaymentStory[]> {
  const { rows } = await sql<PaymentStory>`
    select trans_no as "transNo", origin, state, amount, convenience_fee as fee, requested_at as "requestedAt",
      confirmation_number as "confirmationNumber",
      (select guest.email from pay.guest_payment as guest where guest.trans_no = payment.trans_no) as "paidBy",
      coalesce((select jsonb_agg(jsonb_build_object('accountNumber', item.account_number, 'amount', item.amount)
          order by item.account_number)
        from pay.payment_item as item where item.trans_no = payment.trans_no), '[]'::jsonb) as accounts,
      coalesce((select jsonb_agg(jsonb_build_object('at', at, 'from', from_state, 'to', to_state, 'source', source)
          order by move.id)
        from pay.move as move where move.trans_no = payment.trans_no), '[]'::jsonb) as moves,
      coalesce((select jsonb_agg(jsonb_build_object('at', received_at, 'type', type, 'source', source, 'outcome', outcome)
          order by received_at, event_id)
        from pay.posting as posting where posting.trans_no = payment.trans_no), '[]'::jsonb) as reports,
      coalesce((select jsonb_agg(jsonb_build_object('kind', split_part(booking.kind, '#', 1), 'ledgerAccount', entry.ledger_account,
          'amount', entry.amount) order by booking.id, entry.line)
        from pay.ledger_entry as entry join pay.booking as booking on booking.id = entry.booking_id
        where entry.booking_id = any(array(
          select own.id from pay.booking as own where own.trans_no = payment.trans_no))), '[]'::jsonb) as ledger
    from pay.payment as payment where member_number = ${memberNumber}
    order by requested_at desc, trans_no desc limit ${limit}`.execute(executor)
  return rows
}

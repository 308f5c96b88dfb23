import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { HandOffTerms, ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { bankClearingAccount, memberAccountPrefix } from '../ledger/ledger.ts'

/** A debit with the records it needs. */
export interface NewBankDebit {
  readonly transNo: string
  readonly memberNumber: string
  readonly accountNumber: string
  readonly amount: Cents
  readonly language: Language
  readonly lastFour: string
  readonly key: string
  /** The posting, in place of a provider event. */
  readonly posting: ProviderEvent
  /** The event body for the cooperative's system. */
  readonly event: object
}

/**
 * Inserts payments that are already settled: everything `insertPayment` and `settlePayment` write, in one statement for all of
 * them.
 *
 * @returns the transaction numbers that were inserted; the other debits have a key that already has a payment.
 */
export async function insertBankDebits(
  tx: Tx,
  debits: readonly NewBankDebit[],
  { handOff, now }: { readonly handOff: HandOffTerms; readonly now: Date },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly trans_no: string }>`
    with debit as materialized (
      select * from json_to_recordset(${JSON.stringify(debits.map(toRow))}::json) as debit (trans_no text, member_number text,
        account_number text, amount bigint, language text, last_four text, key text, posting jsonb, event jsonb)),
    payment as (
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, settled_at, convenience_fee, last_four, hand_off, idempotency_scope,
        idempotency_key, request_hash)
      select trans_no, member_number, account_number, 'bank', 'echeck', 'confirmed', amount, language,
        false, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, 0, last_four, ${JSON.stringify(handOff)}::jsonb,
        'bank', key, sha256(convert_to(key, 'UTF8'))
      from debit
      on conflict (idempotency_scope, idempotency_key) do nothing
      returning trans_no),
    made as materialized (select debit.* from debit join payment using (trans_no)),
    items as (
      insert into pay.payment_item (trans_no, account_number, amount, reconnect_meter)
      select trans_no, account_number, amount, false from made),
    ${historyOf(now)},
    ${bookingsOf(now)}
    select trans_no from made`.execute(tx)
  return new Set(rows.map((row) => row.trans_no))
}

/** State changes, bank postings and audit rows of the payments in `made`, as common table expressions. */
const historyOf = (now: Date) => sql`
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, step.from_state, step.to_state, step.event, false, step.source, ${now}::timestamptz
      from made cross join (values (1, 'requested', 'handed-off', 'hand-off', 'portal'),
        (2, 'handed-off', 'confirmed', 'succeeded', 'bank')) as step (position, from_state, to_state, event, source)
      order by made.trans_no, step.position),
    posted as (
      insert into pay.posting (event_id, trans_no, type, source, body, outcome, received_at)
      select posting ->> 'eventId', trans_no, posting ->> 'type', 'bank', posting, 'applied', ${now}::timestamptz from made),
    audited as (
      insert into portal.audit (at, kind, member_number, account_number, detail)
      select ${now}::timestamptz, entry.kind, made.member_number, made.account_number,
        jsonb_build_object('transNo', made.trans_no, 'amount', made.amount) || entry.detail
      from made cross join (values
        (1, 'payment.requested', '{"origin": "bank", "accounts": 1}'::jsonb),
        (2, 'payment.confirmed', '{"source": "bank", "corrected": false}'::jsonb)) as entry (position, kind, detail)
      order by made.trans_no, entry.position)`

/** Bookings, ledger lines, events and credits of the payments in `made`, as common table expressions. */
const bookingsOf = (now: Date) => sql`
    booked as (
      insert into pay.booking (trans_no, kind, booked_at)
      select trans_no, 'payment', ${now}::timestamptz from made
      returning id, trans_no),
    entries as (
      insert into pay.ledger_entry (booking_id, line, ledger_account, amount)
      select booked.id, entry.line, entry.ledger_account, entry.amount
      from booked join made using (trans_no) cross join lateral (values
        (1, ${bankClearingAccount}, made.amount),
        (2, ${memberAccountPrefix} || made.account_number, -made.amount)) as entry (line, ledger_account, amount)),
    events as (
      insert into outbox.event (account_number, kind, body, created_at)
      select account_number, 'payment-confirmed', event, ${now}::timestamptz from made
      returning id, body ->> 'transNo' as trans_no),
    credits as (
      insert into pay.unacknowledged_credit (trans_no, account_number, amount, event_id, member_number)
      select made.trans_no, made.account_number, made.amount, events.id, made.member_number from events join made using (trans_no))`

const toRow = (debit: NewBankDebit) => ({
  trans_no: debit.transNo,
  member_number: debit.memberNumber,
  account_number: debit.accountNumber,
  amount: debit.amount,
  language: debit.language,
  last_four: debit.lastFour,
  key: debit.key,
  posting: debit.posting,
  event: debit.event,
})

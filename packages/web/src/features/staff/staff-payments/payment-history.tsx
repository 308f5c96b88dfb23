import type { StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useStateNames } from './use-state-names.ts'

/** Shows the history of a payment in chronological order, part by part. */
export function PaymentHistory({ story }: { readonly story: StaffPaymentStory }) {
  const { history: text } = useText('staffPayments')
  const { language } = useLanguage()
  const stateOf = useStateNames()
  const named = (names: Readonly<Record<string, string>>) => (code: string) => names[code] ?? code
  const [typeOf, outcomeOf, sourceOf, kindOf, actionOf] = [
    named(text.types),
    named(text.outcomes),
    named(text.sources),
    named(text.kinds),
    named(text.actionKinds),
  ]
  const money = (amount: StaffPaymentStory['fee']) => (amount === null ? '–' : formatUsd(amount))
  const movedOf = ({ moved }: { readonly moved: StaffPaymentStory['fee'] }) => money(moved)
  const when = {
    key: 'when',
    header: text.when,
    cell: ({ at }: { readonly at: string }) => formatInstant(at, language),
  }
  return (
    <>
      <Part
        title={text.actions}
        rows={story.actions}
        columns={[
          { key: 'what', header: text.what, rowHeader: true, cell: ({ kind }) => actionOf(kind) },
          when,
          { key: 'by', header: text.by, cell: ({ by }) => by },
          { key: 'reason', header: text.reason, cell: ({ reason }) => reason ?? '–' },
        ]}
      />
      {story.refunds.length > 0 && (
        <Part
          title={text.refunds}
          rows={story.refunds}
          columns={[
            { key: 'by', header: text.by, rowHeader: true, cell: ({ by }) => by ?? text.atProvider },
            when,
            { key: 'state', header: text.outcome, cell: ({ state }) => text.refundStates[state] },
            { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => money(amount) },
          ]}
        />
      )}
      <Part
        title={text.moves}
        rows={story.moves.filter(({ from, to }) => from !== to)}
        columns={[
          {
            key: 'move',
            header: text.change,
            rowHeader: true,
            cell: ({ from, to, isCorrection }) =>
              `${stateOf(from)} → ${stateOf(to)}${isCorrection ? ` (${text.correction})` : ''}`,
          },
          when,
          { key: 'source', header: text.source, cell: ({ source }) => sourceOf(source) },
        ]}
      />
      <Part
        title={text.reports}
        rows={story.reports}
        columns={[
          { key: 'type', header: text.report, rowHeader: true, cell: ({ type }) => typeOf(type) },
          when,
          { key: 'outcome', header: text.outcome, cell: ({ outcome }) => outcomeOf(outcome) },
          { key: 'source', header: text.source, cell: ({ source }) => sourceOf(source) },
          { key: 'message', header: text.message, cell: ({ message }) => message ?? '–' },
          { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => money(amount) },
          { key: 'fee', header: text.fee, align: 'end', cell: ({ fee }) => money(fee) },
          ...(story.reports.every(({ moved }) => moved === null)
            ? []
            : [{ key: 'moved', header: text.moved, align: 'end' as const, cell: movedOf }]),
        ]}
      />
      <Part
        title={text.ledger}
        rows={story.ledger}
        columns={[
          { key: 'account', header: text.ledgerAccount, rowHeader: true, cell: ({ ledgerAccount }) => ledgerAccount },
          { key: 'kind', header: text.kind, cell: ({ kind }) => kindOf(kind) },
          when,
          { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => money(amount) },
        ]}
      />
      <Part
        title={text.events}
        rows={story.events}
        columns={[
          { key: 'event', header: text.event, rowHeader: true, cell: ({ id, kind }) => `${id} · ${kind}` },
          when,
          { key: 'account', header: text.account, cell: ({ accountNumber }) => accountNumber ?? '–' },
          {
            key: 'acknowledged',
            header: text.acknowledged,
            cell: ({ acknowledgedAt }) =>
              acknowledgedAt === null ? text.waiting : formatInstant(acknowledgedAt, language),
          },
          { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => money(amount) },
        ]}
      />
      <Part
        title={text.notices}
        rows={story.notices}
        columns={[
          {
            key: 'notice',
            header: text.notice,
            rowHeader: true,
            cell: ({ channel, subject }) =>
              subject === '' ? text.channels[channel] : `${text.channels[channel]}: ${subject}`,
          },
          when,
          {
            key: 'sent',
            header: text.sent,
            cell: ({ sentAt }) => (sentAt === null ? text.waiting : formatInstant(sentAt, language)),
          },
        ]}
      />
    </>
  )
}

interface PartProps<Row> {
  readonly title: string
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
}

function Part<Row extends object>({ title, rows, columns }: PartProps<Row>) {
  const { history: text } = useText('staffPayments')
  return (
    <Card title={title}>
      <DataTable
        caption={title}
        captionHidden
        columns={columns.map(({ cell, ...column }) => ({ ...column, cell: ({ row }: Placed<Row>) => cell(row) }))}
        // A history: its rows never change places.
        rows={rows.map((row, place) => ({ row, place }))}
        rowKey={({ place }) => place}
        empty={text.none}
      />
    </Card>
  )
}

interface Placed<Row> {
  readonly row: Row
  readonly place: number
}

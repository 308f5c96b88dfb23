import type { BillDetail, BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import { chargeWords, unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { type Fact, Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, useState } from 'react'
import { CloseDialog } from '../../../portal/form/close.dialog.tsx'
import { ImportedWords } from '../../../portal/text/in-english.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import type { SharedPlace } from './shared-place.ts'

/** The newest bills of a shared account. A bill opens in a dialog, without its PDF. */
export function SharedBills({ place }: { readonly place: SharedPlace }) {
  const { account: text } = useText('sharedAccess')
  const read = useMemberRead('GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/bills', {
    params: { ...place },
    query: { pageSize: '12' },
  })
  const [opened, setOpened] = useState<BillRow | null>(null)
  const columns: readonly TableColumn<BillRow>[] = [
    { key: 'date', header: text.billDate, rowHeader: true, cell: ({ billDate }) => formatUsDate(billDate) },
    { key: 'due', header: text.dueDate, cell: ({ dueDate }) => formatUsDate(dueDate) },
    { key: 'amount', header: text.amount, align: 'end', cell: ({ amount }) => formatUsd(amount) },
    { key: 'balance', header: text.balance, align: 'end', cell: ({ endingBalance }) => formatUsd(endingBalance) },
    {
      key: 'view',
      header: text.view,
      cell: viewCell(text, setOpened),
    },
  ]
  return (
    <Card title={text.bills}>
      <Loaded query={read} loading={text.billsLoading} height="12rem">
        {({ results, totalRecords }) => (
          <Stack>
            <DataTable
              caption={text.bills}
              captionHidden
              columns={columns}
              rows={results}
              rowKey={({ billDate }) => billDate}
              empty={text.noBills}
            />
            {totalRecords > results.length && <p>{text.more(results.length, totalRecords)}</p>}
          </Stack>
        )}
      </Loaded>
      {opened !== null && <BillDialog place={place} bill={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

const viewCell =
  (text: TextsOf<'sharedAccess'>['account'], open: (bill: BillRow) => void) =>
  (bill: BillRow): ReactNode =>
    bill.billViewUrl === '' ? (
      text.notShown
    ) : (
      <Button variant="quiet" aria-label={text.openOf(formatUsDate(bill.billDate))} onClick={() => open(bill)}>
        {text.open}
      </Button>
    )

interface BillDialogProps {
  readonly place: SharedPlace
  readonly bill: BillRow
  readonly onClose: () => void
}

function BillDialog({ place, bill, onClose }: BillDialogProps) {
  const { bill: text } = useText('sharedAccess')
  const read = useMemberRead(
    'POST /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/bills/view',
    { params: { ...place }, body: { billViewUrl: bill.billViewUrl } },
  )
  return (
    <CloseDialog title={text.title(formatUsDate(bill.billDate))} close={text.close} onClose={onClose}>
      <Loaded query={read} loading={text.loading} height="16rem">
        {(detail) => (
          <Stack>
            <Facts facts={factsOf(detail, text)} />
            <Lines detail={detail} />
          </Stack>
        )}
      </Loaded>
    </CloseDialog>
  )
}

function factsOf(detail: BillDetail, text: TextsOf<'sharedAccess'>['bill']): readonly Fact[] {
  const { statementStartDate: start, statementEndDate: end, previousBalance, paymentsReceived } = detail
  return [
    ...(start === null || end === null
      ? []
      : [{ label: text.period, value: text.periodOf(formatUsDate(start), formatUsDate(end)) }]),
    ...(previousBalance === null ? [] : [{ label: text.previous, value: formatUsd(previousBalance) }]),
    ...(paymentsReceived === null ? [] : [{ label: text.payments, value: formatUsd(paymentsReceived) }]),
    { label: text.charges, value: formatUsd(detail.amount) },
    { label: text.balance, value: formatUsd(detail.endingBalance), total: true },
  ]
}

type Line = BillDetail['lines'][number] & { readonly place: number }

const lineName = ({ description }: Line): ReactNode => <ImportedWords known={chargeWords}>{description}</ImportedWords>

function Lines({ detail }: { readonly detail: BillDetail }) {
  const { bill: text, account } = useText('sharedAccess')
  const { language } = useLanguage()
  const columns: readonly TableColumn<Line>[] = [
    {
      key: 'description',
      header: text.description,
      rowHeader: true,
      cell: lineName,
    },
    {
      key: 'quantity',
      header: text.quantity,
      align: 'end',
      cell: ({ quantity, unit }) => (quantity === null ? '' : `${quantity} ${unitWords(unit, language)}`.trim()),
    },
    { key: 'amount', header: account.amount, align: 'end', cell: ({ amount }) => formatUsd(amount) },
  ]
  return (
    <DataTable
      caption={text.lines}
      columns={columns}
      rows={detail.lines.map((line, place) => ({ ...line, place }))}
      rowKey={({ place }) => place}
      empty={text.noLines}
    />
  )
}

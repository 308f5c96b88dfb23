import { paths } from '@coopline/contract/paths'
import { billDueAmount, billDueMessage } from '@coopline/rules/accounts/account-status/bill-due.messages'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type BillDetail, billLine, type NamedBill } from '../../../portal/bills/bill-calls.ts'
import { BillDialog } from '../../../portal/bills/bill.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { bankFacts, billFacts, billSums, formatQuantity } from './bill-facts.ts'
import styles from './bills.module.css'
import { chargeWords, unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { ImportedWords } from '../../../portal/text/in-english.tsx'

type Line = BillDetail['lines'][number] & { readonly place: number }

interface BillLinesProps {
  readonly lines: BillDetail['lines']
  /** Their total. */
  readonly amount: Cents
}

const lineName = ({ description }: Line) => <ImportedWords known={chargeWords}>{description}</ImportedWords>

/** The charges of a bill, line by line. */
function BillLines({ lines, amount }: BillLinesProps) {
  const { viewBill: text } = useText('bills')
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
      cell: ({ quantity, unit }) =>
        quantity === null ? '' : `${formatQuantity(quantity, language)} ${unitWords(unit, language)}`.trim(),
    },
    { key: 'amount', header: text.amount, align: 'end', cell: (line) => formatUsd(line.amount) },
  ]
  return (
    <>
      <DataTable
        caption={text.details}
        captionHidden
        columns={columns}
        rows={lines.map((line, place) => ({ ...line, place }))}
        rowKey={({ place }) => place}
        empty={text.noLines}
      />
      <p className={styles.total}>
        <span>{text.charges}</span>
        <span>{formatUsd(amount)}</span>
      </p>
    </>
  )
}

/** A component that explains why a bill changed. */
export type ChangeOfBill = ComponentType<{
  readonly memberNumber: string
  readonly accountNumber: string
  readonly billDate: CalendarDate
}>

/** A bill with every figure of its PDF. */
export function BillView({ named, Change }: { readonly named: NamedBill; readonly Change: ChangeOfBill }) {
  const { viewBill: text } = useText('bills')
  const { memberNumber, accountNumber, bill } = named
  const detail = useMemberRead(billLine, { params: { memberNumber }, body: { billViewUrl: bill.billViewUrl } })
  return (
    <Loaded query={detail} loading={text.loading} height="32rem">
      {(shown) => (
        <Stack gap="large">
          <Buttons named={named} detail={shown} />
          <BillSheet
            detail={shown}
            change={<Change memberNumber={memberNumber} accountNumber={accountNumber} billDate={shown.billDate} />}
          />
        </Stack>
      )}
    </Loaded>
  )
}

function Buttons({ named, detail }: { readonly named: NamedBill; readonly detail: BillDetail }) {
  const { viewBill: text } = useText('bills')
  const isReachable = useReachable()
  const [isPdfOpen, setIsPdfOpen] = useState(false)
  const pays = (detail.amountDueNow ?? 0) > 0 && isReachable(paths.payMultiple())
  return (
    <Stack row gap="small">
      {pays && <ButtonLink href={paths.payMultiple({ accountno: detail.accountNumber })}>{text.pay}</ButtonLink>}
      <Button variant="secondary" onClick={() => setIsPdfOpen(true)}>
        {text.viewPdf}
      </Button>
      <Button variant="secondary" onClick={() => window.print()}>
        {text.print}
      </Button>
      <ButtonLink variant="quiet" href={paths.billingHistory({ accountno: detail.accountNumber })}>
        {text.allBills}
      </ButtonLink>
      {isPdfOpen && <BillDialog {...named} onClose={() => setIsPdfOpen(false)} />}
    </Stack>
  )
}

function BillSheet({ detail, change }: { readonly detail: BillDetail; readonly change: ReactNode }) {
  const { viewBill: text } = useText('bills')
  const { language } = useLanguage()
  return (
    <div className={styles.bill}>
      <AmountDue detail={detail} />
      {change}
      <div className={styles.halves}>
        <Card title={text.about}>
          <Facts facts={billFacts(detail, text, language)} />
        </Card>
        <Card title={text.summary}>
          <Facts facts={billSums(detail, text)} />
        </Card>
      </div>
      <EnergyBank detail={detail} />
      <Card title={text.details}>
        <BillLines lines={detail.lines} amount={detail.amount} />
      </Card>
    </div>
  )
}

/** Shows the amount of the bill that is due now. */
function AmountDue({ detail }: { readonly detail: BillDetail }) {
  const { viewBill: text } = useText('bills')
  const { language } = useLanguage()
  const { accountNumber, amountDueNow, endingBalance } = detail
  const { kind, amount } = billDueAmount(detail)
  return (
    <div className={styles.due}>
      <p className={styles.dueAmount}>
        {text.labeled(kind === 'due' ? text.amountDue : text.balance, formatUsd(amount))}
      </p>
      <p>
        {billDueMessage(detail, language)}{' '}
        {amountDueNow === null ? (
          <a href={paths.viewBill({ accountno: accountNumber })}>{text.newest}</a>
        ) : (
          amountDueNow < endingBalance && text.lessPaid
        )}
      </p>
    </div>
  )
}

/** The energy bank after the billing period, as the usage page has it; nothing without net metering. */
function EnergyBank({ detail: { energyBank, statementEndDate } }: { readonly detail: BillDetail }) {
  const { viewBill: text } = useText('bills')
  const { language } = useLanguage()
  if (energyBank === null || statementEndDate === null) return null
  return (
    <Card title={text.energyBank}>
      <Stack>
        <p>{text.bankAbout(formatUsDate(statementEndDate))}</p>
        <Facts facts={bankFacts(energyBank, text, language)} />
      </Stack>
    </Card>
  )
}

import { chargeWords, unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { BillDetail } from '../../../portal/bills/bill-calls.ts'
import { ImportedWords } from '../../../portal/text/in-english.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { formatQuantity } from './bill-facts.ts'
import styles from './bills.module.css'

type Line = BillDetail['lines'][number] & { readonly place: number }

interface BillLinesProps {
  readonly lines: BillDetail['lines']
  /** Their total. */
  readonly amount: Cents
}

const lineName = ({ description }: Line) => <ImportedWords known={chargeWords}>{description}</ImportedWords>

/** The charges of a bill, line by line. */
export function BillLines({ lines, amount }: BillLinesProps) {
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

import type { AccountInfo } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { billingTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents, formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { type BillRow, billsLine } from '../../../portal/bills/bill-calls.ts'
import { numberFormat } from '../../../portal/text/formats.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

interface LeveledBillingProps {
  readonly memberNumber: string
  readonly account: AccountInfo
}

/** Budget or average billing: the monthly amount, and its difference to this year's usage. */
export function LeveledBilling({ memberNumber, account }: LeveledBillingProps) {
  const { loading, leveled: text } = useText('billHistory')
  const { language } = useLanguage()
  const { accountNumber, yearToDateBudgetDifference: difference } = account
  const bills = useMemberRead(billsLine, { params: { memberNumber, accountNumber }, query: { pageSize: '12' } })
  return (
    <Loaded query={bills} loading={loading} height="20rem">
      {({ results }) => (
        <Stack>
          <Card>
            <Facts
              facts={[
                { label: text.type, value: billingTypeWords(account.billingType, language) },
                ...(results[0] === undefined ? [] : [{ label: text.monthly, value: formatUsd(results[0].amount) }]),
                ...(difference === null
                  ? []
                  : [
                      {
                        label: text.difference,
                        value: formatUsd(cents(Math.abs(difference))),
                        note: meaningOf(difference, text),
                      },
                    ]),
              ]}
            />
          </Card>
          <Card>
            <MonthTable bills={results} />
          </Card>
        </Stack>
      )}
    </Loaded>
  )
}

function meaningOf(difference: Cents, text: TextsOf<'billHistory'>['leveled']): string {
  if (difference === 0) return text.even
  return difference > 0 ? text.usedMore : text.billedMore
}

const kwhFormat = numberFormat({ maximumFractionDigits: 1 })

function MonthTable({ bills }: { readonly bills: readonly BillRow[] }) {
  const { leveled: text } = useText('billHistory')
  const { language } = useLanguage()
  const columns: readonly TableColumn<BillRow>[] = [
    { key: 'month', header: text.billDate, rowHeader: true, cell: (bill) => formatUsDate(bill.billDate) },
    {
      key: 'usage',
      header: text.usage,
      align: 'end',
      cell: ({ usageKwh }) => (usageKwh === null ? '' : `${kwhFormat(language).format(usageKwh)} kWh`),
    },
    { key: 'amount', header: text.billed, align: 'end', cell: (bill) => formatUsd(bill.amount) },
  ]
  return (
    <DataTable
      caption={text.months}
      columns={columns}
      rows={bills}
      rowKey={(bill) => bill.billDate}
      empty={text.noMonths}
    />
  )
}

import type {
  averageBilling,
  BillingPlanAnswer,
  LevelizedAccount,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { monthName } from '../../../portal/text/calendar-words.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

const previewLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/levelized/preview' satisfies (typeof averageBilling)['preview']['call']

interface BillingPlanProps {
  readonly memberNumber: string
  readonly account: LevelizedAccount
  /** The settlement month; 1 is January. */
  readonly month: number
}

/** The next twelve bills of an account under each plan, and how they are estimated. */
export function BillingPlan({ memberNumber, account, month }: BillingPlanProps) {
  const { plan: text } = useText('averageBilling')
  const query = useMemberRead(
    previewLine,
    { params: { memberNumber, accountNumber: account.accountNumber }, query: { settlementMonth: String(month) } },
    { keepPrevious: true },
  )
  return (
    <Loaded query={query} loading={text.loading} height="24rem">
      {({ plan }) =>
        plan === null ? (
          <p>{text.none}</p>
        ) : (
          <Stack>
            <Summary plan={plan} account={account} />
            <PlannedBills plan={plan} />
            <Method plan={plan} month={month} />
          </Stack>
        )
      }
    </Loaded>
  )
}

interface PlanProps {
  readonly plan: BillingPlanAnswer
}

function Summary({ plan: { bills }, account }: PlanProps & { readonly account: LevelizedAccount }) {
  const { plan: text } = useText('averageBilling')
  const usual = bills.find(({ isSettlement }) => !isSettlement)
  const highest = cents(Math.max(...bills.map(({ standard }) => standard)))
  return (
    <Facts
      facts={[
        ...(account.estimatedAmount === null
          ? []
          : [{ label: text.estimate, value: formatUsd(account.estimatedAmount) }]),
        ...(usual === undefined
          ? []
          : [
              { label: text.firstAverage, value: formatUsd(bills[0]?.average.amount ?? usual.average.amount) },
              { label: text.monthlyBudget, value: formatUsd(usual.budget.amount) },
            ]),
        { label: text.highest, value: formatUsd(highest) },
      ]}
    />
  )
}

type PlannedBill = BillingPlanAnswer['bills'][number]

function PlannedBills({ plan: { bills } }: PlanProps) {
  const { plan: text } = useText('averageBilling')
  const columns: readonly TableColumn<PlannedBill>[] = [
    {
      key: 'date',
      header: text.columns.date,
      rowHeader: true,
      cell: ({ billDate, isSettlement }) =>
        isSettlement ? `${formatUsDate(billDate)} (${text.settles})` : formatUsDate(billDate),
    },
    { key: 'standard', header: text.columns.standard, align: 'end', cell: ({ standard }) => formatUsd(standard) },
    { key: 'average', header: text.columns.average, align: 'end', cell: ({ average }) => formatUsd(average.amount) },
    { key: 'budget', header: text.columns.budget, align: 'end', cell: ({ budget }) => formatUsd(budget.amount) },
  ]
  const last = bills.at(-1)
  return (
    <>
      <DataTable
        caption={text.caption}
        columns={columns}
        rows={bills}
        rowKey={({ billDate }) => billDate}
        empty={text.none}
      />
      {last !== undefined && (
        <section aria-label={text.left}>
          <h3>{text.left}</h3>
          <Facts
            facts={[
              { label: text.average, value: formatUsd(last.average.difference) },
              { label: text.budget, value: formatUsd(last.budget.difference), note: text.leftNote },
            ]}
          />
        </section>
      )}
    </>
  )
}

function Method({ plan, month }: PlanProps & { readonly month: number }) {
  const { plan: text } = useText('averageBilling')
  const { language } = useLanguage()
  const { years, from, to, startingDifference, usesLeveledBills } = plan
  return (
    <section aria-label={text.how}>
      <Stack gap="small">
        <h3>{text.how}</h3>
        <p>{text.basis(years, formatUsDate(from), formatUsDate(to))}</p>
        <p>{text.methods}</p>
        <p>{text.settlement(monthName(month, language))}</p>
        {startingDifference !== 0 && <p>{text.starting(formatUsd(startingDifference))}</p>}
        {usesLeveledBills && <p>{text.leveled}</p>}
        <p>{text.noPromise}</p>
      </Stack>
    </section>
  )
}

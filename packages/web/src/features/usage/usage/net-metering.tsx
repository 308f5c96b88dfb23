import type { NetMetering as Ledger } from '@coopline/contract/usage/usage/usage.contract'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { type Fact, Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { Loaded } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { lines } from './usage-lines.ts'
import { measured } from './usage-words.ts'

type Period = Ledger['periods'][number]
type Words = TextsOf<'usage'>['netMetering']

/** The net-metering ledger of a solar member: the energy bank now, and how each billing period changed it. */
export function NetMetering({ own }: { readonly own: OwnAccount }) {
  const text = useText('usage')
  const ledger = useMemberRead(lines.netMetering, { params: { ...own } })
  return (
    <Loaded query={ledger} loading={text.loading} height="16rem">
      {({ periods }) => {
        const [now] = periods
        return now === undefined ? null : <Bank now={now} periods={periods} text={text.netMetering} />
      }}
    </Loaded>
  )
}

interface BankProps {
  readonly now: Period
  readonly periods: readonly Period[]
  readonly text: Words
}

const Bank = ({ now, periods, text }: BankProps) => (
  <Card title={text.title}>
    <Stack>
      <p>{text.about(formatUsDate(now.periodEnd))}</p>
      <Facts facts={factsOf(now, text)} />
      <DataTable
        caption={text.caption}
        columns={columnsOf(text)}
        rows={periods}
        rowKey={({ periodEnd }) => periodEnd}
        empty=""
      />
    </Stack>
  </Card>
)

const factsOf = ({ bankKwh, bankValue, expiresOn, trueUpOn }: Period, text: Words): readonly Fact[] => [
  { label: text.bank, value: kwh(bankKwh) },
  ...(bankValue === null ? [] : [{ label: text.value, value: formatUsd(bankValue) }]),
  ...(expiresOn === null ? [] : [{ label: text.expires, value: formatUsDate(expiresOn) }]),
  ...(trueUpOn === null ? [] : [{ label: text.trueUp, value: formatUsDate(trueUpOn) }]),
]

const kwh = (value: number): string => measured(value, 'kWh')

function columnsOf(text: Words): readonly TableColumn<Period>[] {
  const amount = (key: 'addedKwh' | 'usedKwh' | 'expiredKwh' | 'bankKwh', header: string): TableColumn<Period> => ({
    key,
    header,
    align: 'end',
    cell: (row) => kwh(row[key]),
  })
  return [
    { key: 'periodEnd', header: text.period, rowHeader: true, cell: ({ periodEnd }) => formatUsDate(periodEnd) },
    amount('addedKwh', text.added),
    amount('usedKwh', text.used),
    amount('expiredKwh', text.expired),
    amount('bankKwh', text.bankAfter),
  ]
}

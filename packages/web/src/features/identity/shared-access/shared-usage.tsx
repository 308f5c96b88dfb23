import type { MonthlyUsage } from '@coopline/contract/usage/usage/usage.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { longMonth } from '../../../portal/text/calendar-words.ts'
import { numberFormat } from '../../../portal/text/formats.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import type { SharedPlace } from './shared-place.ts'

type Month = MonthlyUsage & { readonly meterId: string }

const usageFormat = numberFormat({ maximumFractionDigits: 1 })

/** Usage of a shared account by meter and month, newest first. */
export function SharedUsage({ place }: { readonly place: SharedPlace }) {
  const { account: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const read = useMemberRead('GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/usage', {
    params: { ...place },
  })
  const columns: readonly TableColumn<Month>[] = [
    {
      key: 'month',
      header: text.month,
      rowHeader: true,
      cell: ({ month }) => longMonth(month, language),
    },
    { key: 'meter', header: text.meter, cell: ({ meterId }) => meterId },
    {
      key: 'used',
      header: text.used,
      align: 'end',
      cell: ({ usageValue, unitOfMeasure }) =>
        `${usageFormat(language).format(usageValue)} ${unitWords(unitOfMeasure, language)}`,
    },
  ]
  // The account shows no usage at all, as its own page would say.
  const isUnsupported = read.error instanceof CallFailed && read.error.status === 400
  return (
    <Card title={text.usage}>
      {isUnsupported ? (
        <Alert tone="info" title={text.noUsage} />
      ) : (
        <Loaded query={read} loading={text.usageLoading} height="12rem">
          {({ usagesByMeter }) => (
            <DataTable
              caption={text.usage}
              captionHidden
              columns={columns}
              rows={usagesByMeter
                .flatMap(({ meterId, monthlyUsages }) => monthlyUsages.map((month) => ({ ...month, meterId })))
                .sort((a, b) => b.month.localeCompare(a.month) || a.meterId.localeCompare(b.meterId))}
              rowKey={({ month, meterId }) => `${month} ${meterId}`}
              empty={text.noUsage}
            />
          )}
        </Loaded>
      )}
    </Card>
  )
}

import { paths } from '@coopline/contract/paths'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Fact } from '@coopline/ui/facts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { AccountInfo } from './use-overview.ts'

/** Lists an account's automatic payment (AutoPay or draft) and its budget or average difference (AO-14, AO-15). */
export function useEnrollmentFacts(info: AccountInfo): readonly Fact[] {
  return [...useAutomaticPayment(info), ...useDifference(info)]
}

function useAutomaticPayment(info: AccountInfo): readonly Fact[] {
  const { enrollment: text } = useText('accountOverview')
  const { links } = useText('shell')
  const site = useSite()
  const { whecEnabled, allowBankDraft, allowCreditDraft } = site.configuration
  const facts: readonly Fact[] = [
    ...(info.autoPayExists ? [{ label: text.autoPay, value: text.enrolled, note: text.autoPayNote }] : []),
    ...(info.draftDate === null
      ? []
      : [
          {
            label: whecEnabled ? links.ezPay : links.draftPayments,
            value: text.nextDraft(formatUsDate(info.draftDate)),
          },
        ]),
  ]
  const isOffered = hasFeature(site, 'Autopay') || allowBankDraft || allowCreditDraft
  if (facts.length > 0 || !isOffered || info.isPrepaidAccount) return facts
  return [{ label: text.automatic, value: text.none }]
}

function useDifference(info: AccountInfo): readonly Fact[] {
  const { enrollment: text } = useText('accountOverview')
  const isReachable = useReachable()
  const { yearToDateBudgetDifference: difference, billingType } = info
  const labels: Readonly<Record<string, string>> = { Budget: text.budget, Average: text.average }
  const label = labels[billingType]
  if (label === undefined || difference === null) return []
  const meaning = difference > 0 ? text.usedMore : text.usedLess
  const history = paths.billingHistory({ navto: 'budget-average', accountno: info.accountNumber })
  return [
    {
      label,
      value: formatUsd(cents(Math.abs(difference))),
      note: (
        <>
          {difference === 0 ? text.even : meaning}
          {isReachable(history) && (
            <>
              {' '}
              <a href={history}>{text.history}</a>
            </>
          )}
        </>
      ),
    },
  ]
}

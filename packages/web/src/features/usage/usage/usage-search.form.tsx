import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import {
  checkUsageRange,
  earliestUsageDay,
  mostUsageDays,
  type UsageLimits,
  type UsageRange,
  type UsageRangeProblem,
} from '@coopline/rules/usage/usage-range/check-usage-range'
import { usageRangeMessage } from '@coopline/rules/usage/usage-range/usage-range.messages'
import { Button } from '@coopline/ui/button'
import { DateField } from '@coopline/ui/date-field'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import type { UsageSearched } from './view-props.ts'
import styles from './usage.module.css'

interface UsageSearchProps {
  readonly searched: UsageSearched
  readonly limits: UsageLimits
  readonly isSuspended: boolean
  readonly onSearch: (searched: UsageSearched) => void
}

/** The date range form. Submit is disabled while the range is invalid or usage is suspended (US-54, US-55). */
export function UsageSearchForm({ searched, limits, isSuspended, onSearch }: UsageSearchProps) {
  const { search: text } = useText('usage')
  const check = (values: UsageRange) => checkUsageRange(values, limits)
  const form = useRuleForm<UsageRange, UsageRangeProblem>(check, usageRangeMessage, {
    start: { fromDate: searched.from, toDate: searched.to },
    onSubmit: ({ fromDate, toDate }) =>
      onSearch({ from: calendarDate(fromDate), to: calendarDate(toDate), isSearched: true }),
  })
  const { attach, onSubmit, values } = form
  const isInvalid = check(values).length > 0
  const days = {
    min: limits.hasMdm ? addDays(limits.today, -mostUsageDays) : earliestUsageDay,
    max: limits.today,
    disabled: isSuspended,
  }
  return (
    <form className={styles.search} ref={attach} onSubmit={onSubmit} noValidate data-print="no">
      <DateField {...form.text('fromDate')} {...days} label={text.from} />
      <DateField {...form.text('toDate')} {...days} label={text.to} />
      <div className={styles.searchButton}>
        {isInvalid || isSuspended ? (
          <button
            type="submit"
            data-ui="button"
            disabled
            className={styles.off}
            title={isSuspended ? text.suspended : undefined}
          >
            {text.submit}
          </button>
        ) : (
          <Button type="submit">{text.submit}</Button>
        )}
      </div>
    </form>
  )
}

import type { DueDate } from '@coopline/rules/accounts/due-calendar/list-due-dates'
import { type CalendarDate, isBefore } from '@coopline/rules/kernel/calendar-date'
import type { Executor } from '../../../platform/db/open-database.ts'
import { listScheduled } from './scheduled-payments.store.ts'

/** Lists the scheduled payments of a member from today on, by account. */
export const listComingScheduled = async (
  executor: Executor,
  memberNumber: string,
  today: CalendarDate,
): Promise<readonly DueDate[]> =>
  (await listScheduled(executor, memberNumber))
    .filter(({ paymentDate }) => !isBefore(paymentDate, today))
    .flatMap(({ items, transNo, paymentDate }) =>
      items.map(
        (item) => ({ ...item, kind: 'scheduled', item: transNo, dueOn: paymentDate, isPastDue: false }) as const,
      ),
    )

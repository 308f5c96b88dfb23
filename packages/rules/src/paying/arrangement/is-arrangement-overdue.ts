import { type CalendarDate, isBefore } from '../../kernel/calendar-date.ts'

/** True when the next payment of an arrangement was due before today; due today is not overdue (AO-48). */
export const isArrangementOverdue = (nextPaymentDueDate: CalendarDate, today: CalendarDate): boolean =>
  isBefore(nextPaymentDueDate, today)

import { expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { type AutopayTerms, autopayObstacle, coversDueDate, planCharge } from './auto-pay.ts'
import { autopayObstacleText, chargeDayText } from './auto-pay.messages.ts'

const day = (text: string) => calendarDate(text)
const terms: AutopayTerms = { daysBefore: 3, maxAmount: cents(20_000), changedOn: day('2026-11-01') }
const bill = { owed: cents(14_237), dueDate: day('2026-12-10') }
const plan = (today: string, changes: Partial<AutopayTerms> = {}, of = bill) =>
  planCharge({ ...terms, ...changes }, of, day(today))

it('announces a charge two days before its day and not earlier', () => {
  expect(plan('2026-12-04')).toBeNull()
  expect(plan('2026-12-05')).toEqual({ chargeOn: '2026-12-07', amount: 14_237, isAboveLimit: false })
  expect(plan('2026-12-08', { daysBefore: 0 })).toMatchObject({ chargeOn: '2026-12-10' })
})

it('announces a charge whose day was missed for the next day, until the due date', () => {
  expect(plan('2026-12-08')).toMatchObject({ chargeOn: '2026-12-09' })
  expect(plan('2026-12-09')).toMatchObject({ chargeOn: '2026-12-10' })
  expect(plan('2026-12-10')).toBeNull()
  expect(plan('2027-01-10')).toBeNull()
})

it('begins with the next bill when it was set up less than two days before the charge', () => {
  expect(coversDueDate({ ...terms, changedOn: day('2026-12-05') }, bill.dueDate)).toBe(true)
  expect(coversDueDate({ ...terms, changedOn: day('2026-12-06') }, bill.dueDate)).toBe(false)
  expect(plan('2026-12-06', { changedOn: day('2026-12-06') })).toBeNull()
})

it('asks one cent above the limit and charges at the limit', () => {
  expect(plan('2026-12-05', { maxAmount: cents(14_237) })?.isAboveLimit).toBe(false)
  expect(plan('2026-12-05', { maxAmount: cents(14_236) })?.isAboveLimit).toBe(true)
  expect(plan('2026-12-05', { maxAmount: null })?.isAboveLimit).toBe(false)
})

it('announces nothing when nothing is owed', () => {
  expect(plan('2026-12-05', {}, { ...bill, owed: cents(0) })).toBeNull()
  expect(planCharge(terms, { owed: cents(1), dueDate: null }, day('2026-12-05'))).toBeNull()
})

it('enrolls active accounts with neither a draft nor another AutoPay', () => {
  const account = { isActive: true, isPrepaid: false, hasDraft: false, hasOtherAutopay: false, isRestricted: false }
  expect(autopayObstacle(account)).toBeNull()
  expect(autopayObstacle({ ...account, isActive: false })).toBe('closed')
  expect(autopayObstacle({ ...account, isPrepaid: true })).toBe('prepaid')
  expect(autopayObstacle({ ...account, hasDraft: true })).toBe('draft')
  expect(autopayObstacle({ ...account, hasOtherAutopay: true })).toBe('elsewhere')
  expect(autopayObstacle({ ...account, isRestricted: true })).toBe('restricted')
  expect(autopayObstacleText('prepaid', 'en')).toBe('Prepaid accounts do not use AutoPay.')
  expect([chargeDayText(0, 'en'), chargeDayText(1, 'en'), chargeDayText(3, 'es')]).toEqual([
    'On the due date',
    '1 day before the due date',
    '3 días antes del vencimiento',
  ])
})

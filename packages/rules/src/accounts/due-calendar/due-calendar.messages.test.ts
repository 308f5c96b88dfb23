import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { calendarName, dueDateTexts } from './due-calendar.messages.ts'
import type { DueDate } from './list-due-dates.ts'

const aDueDate = (changes: Partial<DueDate> = {}): DueDate => ({
  kind: 'bill',
  accountNumber: '100100101',
  accountType: 'Electric',
  item: '2026-11-14',
  dueOn: calendarDate('2026-12-04'),
  amount: cents(14_237),
  isPastDue: false,
  ...changes,
})
const at = 'https://portal.example.org/accountoverview'

test('a due date says what is due, how much and for which account by its last four digits', () => {
  expect(dueDateTexts(aDueDate(), at, 'en')).toEqual({
    summary: 'Electric bill due: $142.37 (account ending in 0101)',
    description: `Pay by 12/04/2026. See your account at ${at}`,
    reminder: 'In three days: Electric bill due: $142.37 (account ending in 0101)',
  })
  expect(dueDateTexts(aDueDate(), at, 'es').summary).toBe(
    'Vence su factura (Electricidad): $142.37 (cuenta que termina en 0101)',
  )
  expect(calendarName('Prairie Ridge', 'es')).toBe('Prairie Ridge: vencimientos')
})

test('an entry that is past due says so, and since when', () => {
  const texts = dueDateTexts(aDueDate({ isPastDue: true, kind: 'arrangement' }), at, 'en')
  expect(texts.summary).toBe('Arrangement payment past due (Electric): $142.37 (account ending in 0101)')
  expect(texts.description).toContain('This was due on 12/04/2026.')
})

test('an entry that is paid automatically does not ask for a payment', () => {
  const texts = dueDateTexts(aDueDate({ kind: 'draft' }), at, 'en')
  expect(texts.summary).toBe('Draft payment (Electric): $142.37 (account ending in 0101)')
  expect(texts.description).toBe(`This is paid automatically on 12/04/2026. See your account at ${at}`)
  expect(dueDateTexts(aDueDate({ kind: 'autopay' }), at, 'en').summary).toMatch(/^AutoPay /u)
  expect(dueDateTexts(aDueDate({ kind: 'scheduled' }), at, 'es').summary).toMatch(/^Pago programado /u)
})

test('no account number is shown in full, not even a short one', () => {
  for (const accountNumber of ['1', '12', '123', '1234', '12345', '123456', '123456789012'])
    for (const text of Object.values(dueDateTexts(aDueDate({ accountNumber, amount: cents(0) }), '', 'en')))
      expect(text.includes(` ${accountNumber})`), text).toBe(false)
})

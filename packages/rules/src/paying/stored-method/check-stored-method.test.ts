import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { checkStoredMethod, hasExpired } from './check-stored-method.ts'
import { storedMethodMessage, storedMethodName } from './stored-method.messages.ts'

const card = { paymentType: 'cc', cardType: 'VI', expiry: '2026-11' } as const
const bank = { paymentType: 'echeck', cardType: null, expiry: null } as const
const terms = { acceptedCardTypes: ['VI', 'MC'], maxCardAmount: cents(100_000), month: '2026-11' } as const

it('takes a card until the end of its month and refuses it from the next month on', () => {
  expect(checkStoredMethod(card, cents(1), terms)).toBeNull()
  expect(checkStoredMethod(card, cents(1), { ...terms, month: '2026-12' })).toEqual({ code: 'method-expired' })
  expect(hasExpired(card, '2027-01')).toBe(true)
  expect(hasExpired(bank, '2027-01')).toBe(false)
})

it('refuses a bank account that its bank refuses', () => {
  expect(checkStoredMethod({ ...bank, isRefused: false }, cents(1), terms)).toBeNull()
  const problem = checkStoredMethod({ ...bank, isRefused: true }, cents(1), terms)
  expect(problem && storedMethodMessage(problem, 'es')).toBe(
    'El banco no permite pagos desde esta cuenta bancaria. Elija otra forma de pago.',
  )
})

it('refuses a card brand that the cooperative no longer accepts', () => {
  expect(checkStoredMethod({ ...card, cardType: 'AX' }, cents(1), terms)).toEqual({ code: 'card-not-accepted' })
  expect(checkStoredMethod(bank, cents(1), { ...terms, acceptedCardTypes: [] })).toBeNull()
})

it('takes a card up to the maximum to the cent, and a bank account above it', () => {
  expect(checkStoredMethod(card, cents(100_000), terms)).toBeNull()
  const problem = checkStoredMethod(card, cents(100_001), terms)
  expect(problem).toEqual({ code: 'card-above-maximum', maximum: 100_000 })
  expect(problem && storedMethodMessage(problem, 'en')).toBe(
    'You can pay up to $1,000.00 by card. Choose another payment method.',
  )
  expect(checkStoredMethod(card, cents(100_001), { ...terms, maxCardAmount: null })).toBeNull()
  expect(checkStoredMethod(bank, cents(100_001), terms)).toBeNull()
})

it('names a method by its brand and last four digits in both languages', () => {
  expect(storedMethodName({ ...card, lastFour: '1111' }, 'en')).toBe('Visa ending in 1111')
  expect(storedMethodName({ ...bank, lastFour: '6789' }, 'es')).toBe('Cuenta bancaria que termina en 6789')
  expect(storedMethodName({ ...card, cardType: null, lastFour: '0382' }, 'en')).toBe('Card ending in 0382')
})

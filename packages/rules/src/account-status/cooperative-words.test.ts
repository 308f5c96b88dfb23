import { expect, test } from 'vitest'
import {
  accountTypeNamed,
  billingTypeWords,
  billTypeWords,
  accountTypeWords,
  statusWords,
} from './cooperative-words.messages.ts'

test('statuses, kinds of service, types of bills and of billing are read in the language of the member', () => {
  expect([statusWords('Past Due', 'en'), statusWords('Past Due', 'es')]).toEqual(['Past Due', 'Vencida'])
  expect([accountTypeWords('Water', 'en'), accountTypeWords('Water', 'es')]).toEqual(['Water', 'Agua'])
  expect([billTypeWords('Prepaid', 'en'), billTypeWords('Prepaid', 'es')]).toEqual(['Prepaid', 'Prepagada'])
  expect([billingTypeWords('Budget', 'en'), billingTypeWords('Budget', 'es')]).toEqual(['Budget', 'Presupuestada'])
})

test('what has no translation stays as the cooperative wrote it', () => {
  expect(statusWords('On Hold', 'es')).toBe('On Hold')
  expect(accountTypeWords('Steam', 'es')).toBe('Steam')
})

test('a kind of service is found by the word that the member reads', () => {
  expect(accountTypeNamed('agua', 'es')).toBe('Water')
  expect(accountTypeNamed('Aguas', 'es')).toBe('Aguas')
  expect(accountTypeNamed('agua', 'en')).toBe('agua')
})

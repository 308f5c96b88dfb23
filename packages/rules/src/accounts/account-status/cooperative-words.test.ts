import { expect, test } from 'vitest'
import {
  accountTypeNamed,
  chargeWords,
  billingTypeWords,
  billTypeWords,
  accountTypeWords,
  oneUnitWords,
  prepaidLabelWords,
  statusWords,
  unitWords,
} from './cooperative-words.messages.ts'

test('statuses, kinds of service, types of bills and of billing are read in the language of the member', () => {
  expect([statusWords('Past Due', 'en'), statusWords('Past Due', 'es')]).toEqual(['Past Due', 'Vencida'])
  expect([accountTypeWords('Water', 'en'), accountTypeWords('Water', 'es')]).toEqual(['Water', 'Agua'])
  expect(['Prepaid', 'PowerPay'].map((label) => prepaidLabelWords(label, 'es'))).toEqual(['Prepago', 'PowerPay'])
  expect([billTypeWords('Prepaid', 'en'), billTypeWords('Prepaid', 'es')]).toEqual(['Prepaid', 'Prepagada'])
  expect([billingTypeWords('Budget', 'en'), billingTypeWords('Budget', 'es')]).toEqual(['Budget', 'Presupuestada'])
})

test('units are read in the language of the member, also one of them', () => {
  const unitsOf = (language: 'en' | 'es') =>
    ['Gallons', 'Therms', 'kWh', 'CCF', 'gal'].map((unit) => [unitWords(unit, language), oneUnitWords(unit, language)])
  expect(unitsOf('en')).toEqual([
    ['Gallons', 'gallon'],
    ['Therms', 'therm'],
    ['kWh', 'kWh'],
    ['CCF', 'CCF'],
    ['gal', 'gal'],
  ])
  expect(unitsOf('es')).toEqual([
    ['galones', 'galón'],
    ['termias', 'termia'],
    ['kWh', 'kWh'],
    ['CCF', 'CCF'],
    ['gal', 'gal'],
  ])
})

test('words without a translation stay as the cooperative wrote them', () => {
  expect(statusWords('On Hold', 'es')).toBe('On Hold')
  expect(accountTypeWords('Steam', 'es')).toBe('Steam')
})

test('a kind of service is found by the word that the member reads', () => {
  expect(accountTypeNamed('agua', 'es')).toBe('Water')
  expect(accountTypeNamed('Aguas', 'es')).toBe('Aguas')
  expect(accountTypeNamed('agua', 'en')).toBe('agua')
})

test('taxes, fees and basic charges are read in the language of the member, lines in words of their own are not', () => {
  const wordsOf = (language: 'en' | 'es') =>
    ['Taxes', 'LATE FEE', 'Service charge', 'Energy charge at $0.1275 per kWh'].map((line) =>
      chargeWords(line, language),
    )
  expect(wordsOf('en')).toEqual(['Taxes', 'LATE FEE', 'Service charge', 'Energy charge at $0.1275 per kWh'])
  expect(wordsOf('es')).toEqual(['Impuestos', 'Cargo por pago tardío', 'Cargo por servicio', undefined])
})

import { expect, test } from 'vitest'
import { count, fileName, instant, lineNumber, webAddress } from './bundle-columns.ts'

test.each([
  '2027-03-01T18:30:00-06:00',
  '2027-03-01T18:30:00Z',
  '2027-03-01T18:30Z',
  '2027-03-01T18:30:00.125+05:45',
  '2028-02-29T23:59:59Z',
])('%s is a moment', (text) => {
  expect(instant.read(text)).toEqual({ text })
})

test.each([
  '2027-03-01',
  '2027-03-01T18:30:00',
  '2027-03-01 18:30:00Z',
  '2027-02-29T18:30:00Z',
  '2027-03-01T24:00:00Z',
  '2027-03-01T18:60:00Z',
  '2027-03-01T18:30:60Z',
  '2027-03-01T18:30:00-6',
  '2027-03-01T18:30:00+15:00',
  '2027-03-01T18:30:00Z; now',
  'infinity',
  'now',
])('%s is no moment', (text) => {
  expect(instant.read(text)).toHaveProperty('refused')
})

test('a file name reaches only a file of its folder', () => {
  for (const text of ['bill.pdf', '100100101-20270222.pdf', '_a..b', '2027/02/bill.pdf'])
    expect(fileName.read(text)).toEqual({ text })
  for (const text of [
    '../bill.pdf',
    '..',
    '.hidden',
    '2027/../../b.pdf',
    '2027//b.pdf',
    '2027/.b.pdf',
    '2027/',
    'a/b/c/d/e/f/g.pdf',
    'a\\b.pdf',
    '/etc/passwd',
    'C:bill',
    'ü.pdf',
    'a'.repeat(121),
  ])
    expect(fileName.read(text), text).toHaveProperty('refused')
})

test('a web address is one that a page may link to', () => {
  expect(webAddress.read('https://meters.example.org/1?a=b')).toHaveProperty('text')
  for (const text of [
    'javascript:alert(1)',
    'meters.example.org',
    '/meters',
    'mailto:a@example.org',
    'https://user@host/',
  ])
    expect(webAddress.read(text), text).toHaveProperty('refused')
})

test('counts and places of lines are whole numbers that the database can keep', () => {
  expect(count.read('0')).toEqual({ text: '0' })
  expect(lineNumber.read('400')).toEqual({ text: '400' })
  for (const text of ['-1', '1.0', '1000000', 'one']) expect(count.read(text), text).toHaveProperty('refused')
  for (const text of ['0', '-1', '01', '100000']) expect(lineNumber.read(text), text).toHaveProperty('refused')
})

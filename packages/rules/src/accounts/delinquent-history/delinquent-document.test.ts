import { expect, test } from 'vitest'
import { delinquentDocument } from './delinquent-document.ts'

const allowed = 'https://notices.example.org/files'

test('a name is the name of the file', () => {
  expect(delinquentDocument('notice-1.pdf', allowed)).toBe('notice-1.pdf')
  expect(delinquentDocument('notice-1.pdf', '')).toBe('notice-1.pdf')
})

test('an address counts when it begins with the one that the settings allow: the rest is the name', () => {
  expect(delinquentDocument('https://notices.example.org/files/notice-1.pdf', allowed)).toBe('notice-1.pdf')
  expect(delinquentDocument('https://notices.example.org/files//2026/notice-1.pdf', allowed)).toBe('2026/notice-1.pdf')
})

test.each([
  ['https://notices.example.org/other/notice-1.pdf', allowed],
  ['http://169.254.169.254/latest/meta-data', allowed],
  ['file:///etc/passwd', allowed],
  ['file:///etc/passwd', ''],
  ['https://notices.example.org/files', allowed],
  ['https://notices.example.org/fileshttp://169.254.169.254/', allowed],
])('%s is no document where %j is allowed [SEC-37]', (document, start) => {
  expect(delinquentDocument(document, start)).toBeNull()
})

import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test("titles are joined with ' | ', parent first, and routes without a title add nothing [RU-34]", () => {
  expect(pageTitle(['Billing', undefined, 'History'], 'Ridge')).toBe('Billing | History')
})

test('a page without any title has the name of the cooperative [RU-34]', () => {
  expect(pageTitle([undefined], 'Ridge')).toBe('Ridge')
})

import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test("[RU-34] titles are joined with ' | ', parent first, and routes without a title add nothing", () => {
  expect(pageTitle(['Billing', undefined, 'History'], 'Ridge')).toBe('Billing | History')
})

test('[RU-34] a page without any title has the name of the cooperative', () => {
  expect(pageTitle([undefined], 'Ridge')).toBe('Ridge')
})

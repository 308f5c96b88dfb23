import { expect, test } from 'vitest'
import { pageCount, pagerNumbers } from './pager-numbers.ts'

test('60 rows of 10 fill 6 pages, 61 fill 7, and none at all still one', () => {
  expect([pageCount(60, 10), pageCount(61, 10), pageCount(0, 10)]).toEqual([6, 7, 1])
})

test('lists every page when there are few', () => {
  expect(pagerNumbers(1, 1)).toEqual([1])
  expect(pagerNumbers(2, 3)).toEqual([1, 2, 3])
  expect(pagerNumbers(3, 5)).toEqual([1, 2, 3, 4, 5])
})

test('names the first, the last and the neighbors of the current one of many pages', () => {
  expect(pagerNumbers(1, 500)).toEqual([1, 2, null, 500])
  expect(pagerNumbers(250, 500)).toEqual([1, null, 249, 250, 251, null, 500])
  expect(pagerNumbers(500, 500)).toEqual([1, null, 499, 500])
})

test('a gap replaces at least two pages', () => {
  expect(pagerNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9])
  expect(pagerNumbers(6, 9)).toEqual([1, null, 5, 6, 7, 8, 9])
})

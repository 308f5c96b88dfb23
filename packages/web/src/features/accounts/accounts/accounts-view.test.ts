import { expect, test } from 'vitest'
import { askedQuery, readView, sortedBy, writeView } from './accounts-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))
const usual = { search: '', sort: undefined, page: 1, pageSize: 10 }

test('an address without a query is the first page of ten, in the order of the service', () => {
  expect(read('')).toEqual(usual)
  expect(writeView(usual)).toBe('')
})

test('an address contains search, order, page and size, and is written in the same form as it is read', () => {
  const query = 'search=elm+st&sort=accountBalance&order=desc&page=3&pageSize=25'
  expect(read(query)).toEqual({
    search: 'elm st',
    sort: { key: 'accountBalance', descending: true },
    page: 3,
    pageSize: 25,
  })
  expect(writeView(read(query))).toBe(query)
})

test('ignores invalid parts of an address', () => {
  for (const query of ['page=0', 'page=-1', 'page=x', 'page=1e3', 'pageSize=7', 'pageSize=1000', 'sort=member'])
    expect(read(query), query).toEqual(usual)
  expect(read('sort=toString').sort).toBeUndefined()
  expect(read(`search=${'x'.repeat(80)}`).search).toHaveLength(60)
})

test('another order begins with its first page', () => {
  const view = { ...usual, page: 4 }
  expect(sortedBy(view, { key: 'dueDate', descending: true })).toEqual({
    ...usual,
    sort: { key: 'dueDate', descending: true },
  })
})

test('a type is searched by the name that the member reads', () => {
  expect(askedQuery({ ...usual, search: 'agua elm' }, 'es').search).toBe('Water elm')
  expect(askedQuery({ ...usual, search: 'Aguas' }, 'es').search).toBe('Aguas')
})

import { expect, test, vi } from 'vitest'
import { findRoute, type PortalRoute, route } from './route-table.tsx'

const load = vi.fn<PortalRoute['load']>()

function aTable() {
  const table = [route({ path: '/home', load }), route({ path: '/accountoverview/:link', load })]
  return { table, find: vi.spyOn(table, 'find') }
}

test('a path is looked up once, with any query or fragment', () => {
  const { table, find } = aTable()
  for (const path of ['/home', '/home?tab=security', '/home#top']) expect(findRoute(table, path)).toBe(table[0])
  expect(find).toHaveBeenCalledTimes(1)
})

test('a visitor who requests many paths does not fill the memory', () => {
  const { table, find } = aTable()
  findRoute(table, '/home')
  for (let n = 0; n < 1_000; n += 1) findRoute(table, `/no-page-${n}`)
  find.mockClear()
  expect(findRoute(table, '/home')).toBe(table[0])
  expect(find).toHaveBeenCalledTimes(1)
})

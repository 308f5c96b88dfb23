import { expect, it } from 'vitest'
import { Unavailable } from '../../errors.ts'
import type { AnetClient } from './client.ts'
import { unsettledPages } from './lists.ts'

/** A client whose list has these pages, each with the total at its time. */
function clientOf(pages: readonly (readonly [length: number, total: number])[]): AnetClient {
  let asked = 0
  const ask = async () => {
    const [length = 0, total = 0] = pages[asked] ?? []
    asked += 1
    return { transactions: Array.from({ length }, () => ({})), totalNumInResultSet: total }
  }
  return { ask: ask as unknown as AnetClient['ask'], listEndpoints: async () => [] }
}

async function count(pages: Parameters<typeof clientOf>[0]): Promise<number> {
  let seen = 0
  for await (const page of unsettledPages(clientOf(pages))) seen += page.length
  return seen
}

it('reads a list of several pages to its end, also one that grows meanwhile [REQ-D-453]', async () => {
  expect([
    await count([[1_000, 1_000]]),
    await count([
      [1_000, 2_500],
      [1_000, 2_500],
      [500, 2_500],
    ]),
  ]).toEqual([1_000, 2_500])
  expect(
    await count([
      [1_000, 1_500],
      [501, 1_501],
    ]),
  ).toBe(1_501)
})

it('does not take a list for whole that gets shorter while it is read [REQ-D-453]', async () => {
  await expect(
    count([
      [1_000, 1_500],
      [0, 500],
    ]),
  ).rejects.toBeInstanceOf(Unavailable)
  await expect(
    count([
      [1_000, 1_500],
      [400, 1_500],
    ]),
  ).rejects.toBeInstanceOf(Unavailable)
})

import { freePort } from '@coopline/testing/free-port'
import { expect, it } from 'vitest'
import { createTemplate } from './global-setup.ts'

it('stops the PostgreSQL server of the tests when its template cannot be created', async () => {
  const port = await freePort()
  let isStopped = false
  const server = {
    url: (database: string) => `postgres://coopline@127.0.0.1:${port}/${database}`,
    stop: async () => {
      isStopped = true
    },
  }
  await expect(createTemplate(server)).rejects.toThrow('ECONNREFUSED')
  expect(isStopped).toBe(true)
})

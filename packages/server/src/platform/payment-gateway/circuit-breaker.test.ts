import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { TooBusy } from '../errors.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'

const setUp = () => {
  const clock = createTestClock()
  const breaker = createCircuitBreaker({ what: 'It', clock, failures: 2, restSeconds: 30 })
  const calls: string[] = []
  const fail = async () => {
    calls.push('fail')
    throw new Error('broken')
  }
  const work = async () => {
    calls.push('work')
    return 'answer'
  }
  return { clock, breaker, calls, fail, work }
}

test('after two failures in a row calls are refused at once for 30 seconds, then one is let through to try [REL-27]', async () => {
  const { clock, breaker, calls, fail, work } = setUp()
  await expect(breaker.run(fail)).rejects.toThrow('broken')
  await expect(breaker.run(fail)).rejects.toThrow('broken')
  clock.advance(29)
  await expect(breaker.run(work)).rejects.toThrow('It is not available')
  clock.advance(1)
  await expect(breaker.run(fail)).rejects.toThrow('broken')
  await expect(breaker.run(work)).rejects.toThrow('It is not available')
  clock.advance(30)
  expect(await breaker.run(work)).toBe('answer')
  expect(calls).toEqual(['fail', 'fail', 'fail', 'work'])
})

test('while one call tries, the others do not pile up behind it [REL-27]', async () => {
  const { clock, breaker, calls, fail, work } = setUp()
  await breaker.run(fail).catch(() => {})
  await breaker.run(fail).catch(() => {})
  clock.advance(30)
  const results = await Promise.allSettled([breaker.run(work), breaker.run(work), breaker.run(work)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(calls).toEqual(['fail', 'fail', 'work'])
})

test('a failure between successes opens nothing', async () => {
  const { breaker, fail, work } = setUp()
  for (let n = 0; n < 5; n += 1) {
    await breaker.run(fail).catch(() => {})
    expect(await breaker.run(work)).toBe('answer')
  }
})

test('a callee that is too busy is there: its refusals open nothing, and end a row of failures [REL-27, REQ-D-429]', async () => {
  const { breaker, clock, calls, fail, work } = setUp()
  const refuse = async () => {
    throw new TooBusy('It', null)
  }
  for (let n = 0; n < 5; n += 1) await expect(breaker.run(refuse)).rejects.toBeInstanceOf(TooBusy)
  await breaker.run(fail).catch(() => {})
  await breaker.run(refuse).catch(() => {})
  await breaker.run(fail).catch(() => {})
  expect(await breaker.run(work)).toBe('answer')
  await breaker.run(fail).catch(() => {})
  await breaker.run(fail).catch(() => {})
  clock.advance(30)
  await expect(breaker.run(refuse)).rejects.toBeInstanceOf(TooBusy)
  expect(await breaker.run(work)).toBe('answer')
  expect(calls).toEqual(['fail', 'fail', 'work', 'fail', 'fail', 'work'])
})

import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingBar } from './loading-bar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const bar = () => document.querySelector('[data-ui="loading-bar"]')
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('appears after 150 ms of work and leaves with it', () => {
  const { rerender } = render(<LoadingBar active />)
  wait(149)
  expect(bar()).toBeNull()
  wait(1)
  expect(bar()).not.toBeNull()
  rerender(<LoadingBar active={false} />)
  expect(bar()).toBeNull()
})

test('work that ends within 149 ms shows nothing', () => {
  const { rerender } = render(<LoadingBar active />)
  wait(149)
  rerender(<LoadingBar active={false} />)
  wait(1000)
  expect(bar()).toBeNull()
})

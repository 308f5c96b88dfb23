import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { afterPress } from './press.ts'
import { Skeleton } from './skeleton.tsx'

const press = (type: string) =>
  window.dispatchEvent(new PointerEvent(type, { isPrimary: true, button: 0, bubbles: true }))

describe('during a press', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  test('work that may move the page waits for the click of a press, and otherwise runs at once', () => {
    const work = vi.fn<() => void>()
    afterPress(work)
    expect(work).toHaveBeenCalledTimes(1)
    press('pointerdown')
    afterPress(work)
    press('pointerup')
    expect(work).toHaveBeenCalledTimes(1)
    window.dispatchEvent(new MouseEvent('click'))
    vi.advanceTimersByTime(0)
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('the form of a pressed button is submitted before what may replace the button', () => {
    document.body.innerHTML = '<form><button>Send</button></form>'
    const happened: string[] = []
    document.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault()
      happened.push('submitted')
    })
    press('pointerdown')
    afterPress(() => happened.push('replaced'))
    press('pointerup')
    document.querySelector('button')?.click()
    vi.advanceTimersByTime(0)
    expect(happened).toEqual(['submitted', 'replaced'])
  })

  test.each([
    ['it becomes a scroll', () => press('pointercancel'), 0],
    ['no click follows its end', () => press('pointerup'), 300],
    ['its end is not reported', () => undefined, 3000],
  ])('waits no longer when %s', (_, happen, ms) => {
    const work = vi.fn<() => void>()
    press('pointerdown')
    afterPress(work)
    happen()
    vi.advanceTimersByTime(ms)
    expect(work).toHaveBeenCalledTimes(1)
  })
})

describe('what contains a placeholder', () => {
  const marked = () => [...document.querySelectorAll('[data-loads]')].map(({ id, tagName }) => id || tagName)

  test('is marked up to the main part, until the last placeholder in it has gone', () => {
    const page = (loading: { readonly one: boolean; readonly two: boolean }) => (
      <main>
        <div id="a">
          {loading.one && <Skeleton height="1rem" />}
          {loading.two && <Skeleton height="1rem" />}
        </div>
        <button type="button">B</button>
      </main>
    )
    const { rerender } = render(page({ one: true, two: true }))
    expect(marked()).toEqual(['MAIN', 'a', 'DIV', 'DIV'])
    rerender(page({ one: false, two: true }))
    expect(marked()).toEqual(['MAIN', 'a', 'DIV'])
    rerender(page({ one: false, two: false }))
    expect(marked()).toEqual([])
  })

  test('is not marked where the content will be exactly as high', () => {
    render(
      <main>
        <Skeleton height="1rem" exact />
      </main>,
    )
    expect(marked()).toEqual([])
    cleanup()
  })
})

import { Component, type ReactNode, startTransition, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { LanguageProvider, useText } from './text.tsx'

const arrive = vi.hoisted(() => ({
  bills: Promise.withResolvers<undefined>(),
  drafts: Promise.withResolvers<undefined>(),
}))
vi.mock('../../messages/sections.ts', () => ({
  sections: {
    bills: { en: async () => arrive.bills.promise.then(() => ({ texts: { heading: 'Bills' } })) },
    outage: { en: async () => Promise.reject(new TypeError('Failed to fetch')) },
    drafts: { en: async () => arrive.drafts.promise.then(() => ({ texts: { heading: 'Drafts' } })) },
  },
}))

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  return () => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})

function Both() {
  const [bills, drafts] = [useText('bills'), useText('drafts')] as readonly { readonly heading?: string }[]
  return `${bills?.heading} and ${drafts?.heading}`
}

test('a component may wait for two sections, one after the other', async () => {
  const onRecoverableError = vi.fn<(error: unknown) => void>()
  const container = document.createElement('div')
  const root = createRoot(container, { onRecoverableError })
  startTransition(() =>
    root.render(
      <LanguageProvider initial="en">
        <Both />
      </LanguageProvider>,
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  arrive.bills.resolve(undefined)
  await new Promise((resolve) => setTimeout(resolve, 50))
  arrive.drafts.resolve(undefined)
  await expect.poll(() => container.textContent).toBe('Bills and Drafts')
  expect(onRecoverableError.mock.calls).toEqual([])
  root.unmount()
})

class Fault extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? 'It failed' : this.props.children)
}

const Outage = () => (useText('outage') as { readonly heading?: string }).heading

test('a section that does not load is a fault of what shows it, not a wait without end', async () => {
  const container = document.createElement('div')
  const root = createRoot(container, { onCaughtError: () => undefined })
  root.render(
    <LanguageProvider initial="en">
      <Fault>
        <Suspense fallback="Waiting">
          <Outage />
        </Suspense>
      </Fault>
    </LanguageProvider>,
  )
  await expect.poll(() => container.textContent).toBe('It failed')
  root.unmount()
})

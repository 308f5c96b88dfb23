import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

/** Set up once per test file of the browser's packages. */

// React's development build takes a stack trace of each element that is created, up to 10,000 in a second, which is a tenth of the
// time of these tests. It counts them here; beyond the limit it takes none.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set: () => {} })

// Files share a worker: our own modules are evaluated anew, and the document is left as it opened. Libraries stay.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
document.title = ''
document.adoptedStyleSheets = []
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

configure({
  // A busy machine may be slow; a missing element still fails.
  asyncUtilTimeout: 20_000,
  // A query that waits fails until its element is there. To print the document each time would be a tenth of the time of these
  // tests: the error of a wait that has ended gets it.
  getElementError: (message, container) => {
    const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
    const parts = [message, isWaiting ? null : prettyDOM(container)].filter((part) => part !== null)
    return Object.assign(new Error(parts.join('\n\n')), { name: 'TestingLibraryElementError' })
  },
})

let complaints: string[] = []

function collect(...parts: readonly unknown[]): void {
  complaints.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '))
}

beforeEach(() => {
  complaints = []
  // oxlint-disable-next-line no-console -- replaced so that what it says can fail the test
  console.error = collect
  // oxlint-disable-next-line no-console
  console.warn = collect
})

afterEach(() => {
  cleanup()
  const heard = complaints
  complaints = []
  if (heard.length > 0) throw new Error(`The console was used:\n${heard.join('\n')}`)
})

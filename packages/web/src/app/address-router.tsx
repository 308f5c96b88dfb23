import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

/**
 * The router over the address of the browser. The library's own `BrowserRouter` is the same, and lies in one file with
 * its links, forms and documents, four kilobytes that every visitor would load and nothing here uses. Its history has
 * "unsafe" in its name because it is not part of what stays the same between versions of the library.
 */
export function AddressRouter({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [history])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

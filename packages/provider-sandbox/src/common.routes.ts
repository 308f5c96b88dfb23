import { json, type Route } from './http.ts'
import { stylesheet, stylesheetPath } from './pages/stylesheet.ts'

/** The routes of every double of a vendor: a sign that it runs, and the style of its pages. */
export const commonRoutes: readonly Route[] = [
  { method: 'GET', path: '/healthz', handle: () => json(200, { status: 'ok' }) },
  {
    method: 'GET',
    path: stylesheetPath,
    handle: () => ({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: stylesheet }),
  },
]

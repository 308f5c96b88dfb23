import { paths } from '@coopline/contract/paths'
import type { ReactNode } from 'react'
import { Redirect } from './redirect.tsx'

/** Shows a page while the cooperative has its feature turned on; otherwise redirects to the account overview. */
export function RequireFeature({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return when ? children : <Redirect to={paths.accountOverview()} />
}

import { paths } from '@coopline/contract/paths'
import type { ReactNode } from 'react'
import { Redirect } from './redirect.tsx'

interface RequireFeatureProps {
  readonly when: boolean
  /** Where the page redirects to otherwise: the account overview when absent. */
  readonly otherwise?: string
  readonly children: ReactNode
}

/** Shows a page while the cooperative has its feature turned on, and otherwise redirects. */
export function RequireFeature({ when, otherwise = paths.accountOverview(), children }: RequireFeatureProps) {
  return when ? children : <Redirect to={otherwise} />
}

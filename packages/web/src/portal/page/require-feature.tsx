import { paths } from '@coopline/contract/paths'
import type { ReactNode } from 'react'
import { Redirect } from './redirect.tsx'

interface RequireFeatureProps {
  readonly when: boolean
  /** Redirect target when the feature is off; defaults to the account overview. */
  readonly otherwise?: string
  readonly children: ReactNode
}

/** Renders its children while the feature is on, and redirects otherwise. */
export function RequireFeature({ when, otherwise = paths.accountOverview(), children }: RequireFeatureProps) {
  return when ? children : <Redirect to={otherwise} />
}

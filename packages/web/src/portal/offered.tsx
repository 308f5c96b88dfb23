import { paths } from '@coopline/contract/paths'
import type { ReactNode } from 'react'
import { Redirect } from './redirect.tsx'

/** A page of something that the cooperative does or does not offer: where it does not, on to the account overview. */
export function Offered({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return when ? children : <Redirect to={paths.accountOverview()} />
}

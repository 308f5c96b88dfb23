import type { ReactNode } from 'react'
import { useFocusOnce } from '../page/use-focus-once.ts'

interface StepHeadingProps {
  /** Move the focus here when the step begins: not on the page's first step, nor when an alert has the focus. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

/** The heading of one step of several on a page. */
export function StepHeading({ takesFocus, children }: StepHeadingProps) {
  const heading = useFocusOnce<HTMLHeadingElement>(takesFocus)
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

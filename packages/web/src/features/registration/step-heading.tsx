import type { ReactNode } from 'react'
import { useFocusOnce } from '../../portal/use-focus-once.ts'

interface StepHeadingProps {
  /** Move the keyboard here when the stage begins: not on the page's first, nor when something else has it. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

/** The heading of a stage, where reading goes on after the one before. */
export function StepHeading({ takesFocus, children }: StepHeadingProps) {
  const heading = useFocusOnce<HTMLHeadingElement>(takesFocus)
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

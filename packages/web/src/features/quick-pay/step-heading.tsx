import { type ReactNode, useEffect, useRef, useState } from 'react'

interface StepHeadingProps {
  /** Move the keyboard here when the step begins; not on the page's first step, nor when an alert has it. */
  readonly takesFocus: boolean
  readonly children: ReactNode
}

/** The heading of a step, where reading goes on after the step before it. */
export function StepHeading({ takesFocus, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // As the step began: what happens in it later moves nothing.
  const [taking] = useState(takesFocus)
  useEffect(() => {
    if (taking) heading.current?.focus()
  }, [taking])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

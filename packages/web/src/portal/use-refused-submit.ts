import { useCallback, useEffect, useState } from 'react'

interface RefusedSubmit<P> {
  /** What was wrong when the form was last sent, for the summary above it; it stands still while fields are mended. */
  readonly problems: readonly P[]
  /** How often the form was refused. */
  readonly count: number
  readonly refuse: (problems: readonly P[]) => void
  readonly accept: () => void
}

/** Remembers why a form was not sent and puts the keyboard into the first field that needs mending. */
export function useRefusedSubmit<P extends { readonly field: string }>(
  setFocus: (field: P['field']) => void,
): RefusedSubmit<P> {
  const [refused, setRefused] = useState<{ readonly problems: readonly P[]; readonly count: number }>({
    problems: [],
    count: 0,
  })
  // After the summary, which takes the focus when it appears: its effect comes first, and the form waits a tick.
  useEffect(() => {
    const first = refused.problems[0]
    if (first !== undefined) setFocus(first.field)
  }, [refused, setFocus])

  const refuse = useCallback(
    (problems: readonly P[]) => setRefused(({ count }) => ({ problems, count: count + 1 })),
    [],
  )
  const accept = useCallback(() => setRefused(({ count }) => ({ problems: [], count })), [])
  return { ...refused, refuse, accept }
}

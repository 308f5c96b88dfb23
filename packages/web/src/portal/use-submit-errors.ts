import { useCallback, useEffect, useState } from 'react'

interface SubmitErrors<P> {
  /** What was wrong when the form was last submitted, for the summary above it; editing fields does not change it. */
  readonly problems: readonly P[]
  /** How often the form was refused. */
  readonly count: number
  readonly refuse: (problems: readonly P[]) => void
  readonly accept: () => void
}

/** Remembers why a form was not submitted and focuses the first field with a problem. */
export function useSubmitErrors<P extends { readonly field: string }>(
  setFocus: (field: P['field']) => void,
): SubmitErrors<P> {
  const [refusal, setRefusal] = useState<{ readonly problems: readonly P[]; readonly count: number }>({
    problems: [],
    count: 0,
  })
  // After the summary, which takes the focus when it appears: effects of children run first.
  useEffect(() => {
    const first = refusal.problems[0]
    if (first !== undefined) setFocus(first.field)
  }, [refusal, setFocus])

  const refuse = useCallback(
    (problems: readonly P[]) => setRefusal(({ count }) => ({ problems, count: count + 1 })),
    [],
  )
  const accept = useCallback(() => setRefusal(({ count }) => ({ problems: [], count })), [])
  return { ...refusal, refuse, accept }
}

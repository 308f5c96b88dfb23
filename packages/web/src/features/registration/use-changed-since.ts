import { useState } from 'react'
import type { Failure } from './failure.ts'

interface ChangedSince {
  /** The same form would fail the same way: the button waits for a change (RG-10, RG-11). */
  readonly mustChange: boolean
  /** To be called with every change of the form. */
  readonly noteChange: () => void
}

/** Whether a form was changed since it was refused. One that had no answer may be sent again as it is. */
export function useChangedSince(failure: Failure | null): ChangedSince {
  const [changedAfter, setChangedAfter] = useState<Failure | null>(null)
  return {
    mustChange: failure !== null && failure.kind === 'refused' && changedAfter !== failure,
    noteChange: () => setChangedAfter(failure),
  }
}

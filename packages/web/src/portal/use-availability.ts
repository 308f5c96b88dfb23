import { checkUsername } from '@coopline/rules/username/check-username'
import { useRef, useState } from 'react'
import { CallFailed } from './call-failed.ts'

export type Verdict = 'checking' | 'free' | 'taken'

export interface Availability {
  /** What is known of a user name; `undefined` while nobody has asked. */
  readonly verdictOf: (username: string) => Verdict | undefined
  /** Asks once about each user name that meets the criteria. */
  readonly check: (username: string) => void
}

/**
 * Whether user names can be had. Only a conflict means taken; what else goes wrong is told (REQ-D-009), and the name
 * may be asked about again.
 *
 * @param ask the call: it fails with a conflict for a name that is taken.
 */
export function useAvailability(
  ask: (username: string) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Availability {
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict | undefined>>>({})
  const asked = useRef(new Set<string>())
  const find = async (username: string): Promise<Verdict | undefined> => {
    try {
      await ask(username)
      return 'free'
    } catch (error) {
      if (error instanceof CallFailed && error.status === 409) return 'taken'
      asked.current.delete(username)
      onFailure(error)
      return undefined
    }
  }
  const note = (username: string, verdict: Verdict | undefined) =>
    setVerdicts((before) => ({ ...before, [username]: verdict }))
  return {
    verdictOf: (username) => verdicts[username],
    check: (username) => {
      if (checkUsername(username) !== null || asked.current.has(username)) return
      asked.current.add(username)
      note(username, 'checking')
      void find(username).then((verdict) => note(username, verdict))
    },
  }
}

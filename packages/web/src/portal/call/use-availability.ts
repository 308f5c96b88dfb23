import { checkUsername } from '@coopline/rules/identity/username/check-username'
import { useRef, useState } from 'react'
import { CallFailed } from './call-failed.ts'

export type Verdict = 'checking' | 'free' | 'taken'

export interface Availability {
  /** The result for a username; `undefined` before its first check. */
  readonly verdictOf: (username: string) => Verdict | undefined
  /** Checks each username that meets the criteria once. */
  readonly check: (username: string) => void
}

/**
 * Checks whether usernames are available. Only a conflict means taken; any other error goes to `onFailure` (REQ-D-009),
 * and the same username can be checked again.
 *
 * @param ask the call; it fails with a conflict when the username is taken.
 */
export function useAvailability(
  ask: (username: string) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Availability {
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict | undefined>>>({})
  const lookedUp = useRef(new Set<string>())
  const find = async (username: string): Promise<Verdict | undefined> => {
    try {
      await ask(username)
      return 'free'
    } catch (error) {
      if (error instanceof CallFailed && error.status === 409) return 'taken'
      lookedUp.current.delete(username)
      onFailure(error)
      return undefined
    }
  }
  const note = (username: string, verdict: Verdict | undefined) =>
    setVerdicts((before) => ({ ...before, [username]: verdict }))
  return {
    verdictOf: (username) => verdicts[username],
    check: (username) => {
      if (checkUsername(username) !== null || lookedUp.current.has(username)) return
      lookedUp.current.add(username)
      note(username, 'checking')
      void find(username).then((verdict) => note(username, verdict))
    },
  }
}

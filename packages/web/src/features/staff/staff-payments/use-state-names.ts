import { useText } from '../../../portal/text/text.tsx'

/** Returns a function that names the states of a payment for staff. */
export function useStateNames(): (state: string) => string {
  const states: Readonly<Record<string, string>> = useText('memberSupport').payments.states
  return (state) => states[state] ?? state
}

import { useText } from '../../../portal/text/text.tsx'

/** What staff call the states of a payment. */
export function useStateNames(): (state: string) => string {
  const states: Readonly<Record<string, string>> = useText('memberSupport').payments.states
  return (state) => states[state] ?? state
}

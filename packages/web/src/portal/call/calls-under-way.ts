/**
 * The number of calls that wait for their answer. A navigation starts a new count, so that a call which the former page
 * left behind does not keep the loading indicator up (SH-70, SH-72).
 */
let underWay = 0
let page = 0
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Counts a call in; the answer counts it out, once. */
export function beginCall(): () => void {
  const startedOn = page
  let open = true
  underWay += 1
  tell()
  return () => {
    if (!open || startedOn !== page) return
    open = false
    underWay -= 1
    tell()
  }
}

export function resetCallsUnderWay(): void {
  page += 1
  if (underWay === 0) return
  underWay = 0
  tell()
}

export const callsUnderWay = (): number => underWay

export function onCallsUnderWay(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

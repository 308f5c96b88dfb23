/** Reads a configuration flag: 'Y', 'y' and `true` are on, everything else is off (CF-09, REQ-D-059). */
export const isOn = (value: unknown): boolean => value === 'Y' || value === 'y' || value === true

/** Writes a configuration flag as the requirements do (CF-09). */
export const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N')

/**
 * Converts the named Y/N flags of a response to booleans, as in `readFlags(account, ['isPrepaidAccount'])`. Call it where the
 * response is parsed.
 */
export function readFlags<T extends object, K extends keyof T>(
  answer: T,
  names: readonly K[],
): Omit<T, K> & Readonly<Record<K, boolean>> {
  const flags = Object.fromEntries(names.map((name) => [name, isOn(answer[name])])) as Record<K, boolean>
  return { ...answer, ...flags }
}

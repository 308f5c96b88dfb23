/** Reads a configuration flag: 'Y', 'y' and `true` are on, everything else is off (CF-09, REQ-D-059). */
export const isOn = (value: unknown): boolean => value === 'Y' || value === 'y' || value === true

/** Writes a configuration flag as the requirements do (CF-09). */
export const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N')

/** Reads a configuration flag: 'Y', 'y' and `true` are on, everything else is off (spec 000 §9; decision D). */
export const isOn = (value: unknown): boolean => value === 'Y' || value === 'y' || value === true

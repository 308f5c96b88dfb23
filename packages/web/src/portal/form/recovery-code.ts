/** Matches a recovery code. The hyphen between its halves is optional. */
const shape = /^([a-z0-9]{5})-?([a-z0-9]{5})$/u

/** Normalizes a typed or pasted recovery code; `null` while it is not one. */
export function parseRecoveryCode(typed: string): string | null {
  const [, first, second] = shape.exec(typed.replaceAll(/\s/gu, '').toLowerCase()) ?? []
  return first === undefined || second === undefined ? null : `${first}-${second}`
}

import { isDigits } from '../../kernel/digits.ts'

/**
 * Reads a ZIP code: five digits, or nine with or without a hyphen after the fifth; no part may be all zeros
 * (PF-39, REQ-D-125).
 *
 * @returns its five or nine digits, as they go over the wire; `null` for anything else.
 */
export function parseZip(text: string): string | null {
  const digits = parseForwardingZip(text)
  const parts = [digits?.slice(0, 5), digits?.slice(5)]
  return parts.some((part) => part !== '' && Number(part) === 0) ? null : digits
}

/** Reads a ZIP code like `parseZip`, but one of its two parts may be all zeros (SR-40, REQ-D-272). */
export function parseForwardingZip(text: string): string | null {
  const trimmed = text.trim()
  const digits = trimmed.length === 10 && trimmed[5] === '-' ? trimmed.slice(0, 5) + trimmed.slice(6) : trimmed
  if (!isDigits(digits) || (digits.length !== 5 && digits.length !== 9)) return null
  return Number(digits) === 0 ? null : digits
}

/** '547011234' → '54701-1234'. Text that is not a ZIP code is returned unchanged. */
export function formatZip(text: string): string {
  const digits = parseForwardingZip(text)
  return digits === null || digits.length === 5 ? text.trim() : `${digits.slice(0, 5)}-${digits.slice(5)}`
}

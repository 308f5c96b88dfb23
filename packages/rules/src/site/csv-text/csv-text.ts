/**
 * Rows as CSV (RFC 4180): values with commas, quotes or line ends are quoted, lines end in CR LF. A text that a
 * spreadsheet would take for a formula gets an apostrophe in front (OWASP, "CSV Injection"); plain numbers stay numbers.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('')

/** The first character of a CSV file that people open: spreadsheets take a file for UTF-8 only when it begins with it. */
export const byteOrderMark = '\uFEFF'

const negativeNumber = /^-[0-9]+(?:\.[0-9]+)?$/u
const formulaStart = /^\s*[=+\-@\t\r]/u

function csvValue(value: string): string {
  const harmless = formulaStart.test(value) && !negativeNumber.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

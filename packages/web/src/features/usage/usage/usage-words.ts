import { cents, formatUsd } from '@coopline/rules/kernel/money'

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const small = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** Formats a quantity with one decimal. Values below 10 get three, because interval data is often far below one. */
export const quantity = (value: number): string => (Math.abs(value) < 10 ? small : numbers).format(value)

/** Formats a quantity with its unit, or cents as dollars. */
export const measured = (value: number, unit: string): string =>
  unit === '$' ? formatUsd(cents(Math.round(value))) : `${quantity(value)} ${unit}`

export const degrees = (value: number): string => `${numbers.format(value)} °F`

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

export const percentOf = (part: number): string => percent.format(part)

const ticksOf1970 = 621_355_968_000_000_000n

/** An instant in .NET ticks: tenths of a microsecond since the year 1 in UTC, as text, since no number holds it (REQ-D-226). */
export const dotNetTicks = (instant: Date): string => String(ticksOf1970 + BigInt(instant.getTime()) * 10_000n)

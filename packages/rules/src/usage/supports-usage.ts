/** What decides whether the usage of an account is shown (US-37, US-38, REQ-D-239). */
export interface UsageSupport {
  readonly accountType: string
  readonly meterCount: number
  /** The cooperative shows the usage of this account. */
  readonly showsUsageHistory: boolean
  /** The setting hideNonElectricUsage. */
  readonly hidesNonElectric: boolean
}

export const supportsUsage = ({
  accountType,
  meterCount,
  showsUsageHistory,
  hidesNonElectric,
}: UsageSupport): boolean =>
  meterCount > 0 && showsUsageHistory && (!hidesNonElectric || accountType.toLowerCase() === 'electric')

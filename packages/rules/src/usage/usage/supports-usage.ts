/** Facts that decide whether an account shows usage (US-37, US-38, REQ-D-239). */
export interface UsageSupport {
  readonly accountType: string
  readonly meterCount: number
  /** True when the cooperative shows usage for this account. */
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

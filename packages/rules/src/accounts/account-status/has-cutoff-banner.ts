/** True when the cutoff banner is shown: not prepaid, Past Due, and the cooperative sent a cutoff message (AO-44). */
export const hasCutoffBanner = (account: {
  readonly isPrepaid: boolean
  readonly derivedStatus: string
  readonly cutoffMessage: string
}): boolean => !account.isPrepaid && account.derivedStatus === 'Past Due' && account.cutoffMessage.trim() !== ''

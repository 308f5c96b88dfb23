import type { DraftSettings } from '@coopline/contract/paying/drafts/drafts.contract'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Deps } from '../../../platform/deps.ts'
import { todayOf } from '../../../platform/today.ts'

/** Returns the cooperative's settings for drafts (DE-27, CG-31 to CG-35). */
export function loadDraftSettings({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): DraftSettings {
  const current = settings.current()
  return {
    allowVisa: yesNo(current.allowVisa),
    allowMaster: yesNo(current.allowMaster),
    allowAmex: yesNo(current.allowAmex),
    allowDiscover: yesNo(current.allowDiscover),
    defaultDraftType: current.defaultDraftType,
    blockPastDueDrafts: yesNo(current.blockPastDueDrafts),
    maxDaysAfterBilling: current.maxDaysAfterBilling,
    bankDraftByFile: yesNo(current.bankDraftByFile),
    convenienceFees: { cc: current.cardConvenienceFee, echeck: current.echeckConvenienceFee },
    today: todayOf({ settings, clock }),
  }
}

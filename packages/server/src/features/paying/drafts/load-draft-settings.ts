import type { DraftSettings } from '@coopline/contract/paying/drafts/drafts.contract'
import { allowedDraftOptions, type DraftOption } from '@coopline/rules/paying/drafts/draft-types'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Deps } from '../../../platform/deps.ts'
import { storableKinds } from '../payments/public.ts'
import { todayOf } from '../../../platform/today.ts'

/** Returns the cooperative's settings for drafts (DE-27, CG-31 to CG-35). */
export function loadDraftSettings(deps: Pick<Deps, 'settings' | 'clock' | 'gateways'>): DraftSettings {
  const current = deps.settings.current()
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
    offered: [...offeredDrafts(deps)],
    today: todayOf(deps),
  }
}

/** Lists the kinds of draft that can be set up: the cooperative allows them, and takes the bank's numbers itself or has a provider that stores. */
export function offeredDrafts(deps: Pick<Deps, 'settings' | 'gateways'>): readonly DraftOption[] {
  const settings = deps.settings.current()
  const kinds = storableKinds(deps)
  return allowedDraftOptions(settings).filter(
    (option) =>
      (option === 'BANK' && settings.bankDraftByFile) || kinds.includes(option === 'CREDIT' ? 'cc' : 'echeck'),
  )
}

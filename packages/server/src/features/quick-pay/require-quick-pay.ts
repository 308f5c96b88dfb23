import type { Settings } from '@coopline/contract/site/settings-catalogue'
import type { Language } from '@coopline/rules/kernel/problem'
import { quickPayDisabledMessage } from '@coopline/rules/quick-pay-account/quick-pay-disabled.messages'
import { NotAllowed } from '../../platform/errors.ts'

/** @throws NotAllowed with the documented sentence when the feature is off. */
export function requireQuickPay(settings: Settings, language: Language): void {
  if (!settings.QuickPay) throw new NotAllowed('Quick Pay is off', quickPayDisabledMessage(language))
}

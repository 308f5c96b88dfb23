import type { MethodSettings } from './payment-methods.ts'

/** Card type codes (PH-23): Visa, Mastercard, American Express, Discover. */
export type CardType = 'VI' | 'MC' | 'AX' | 'DI'

type CardSettings = Pick<MethodSettings, 'allowVisa' | 'allowMaster' | 'allowAmex' | 'allowDiscover'>

/** The card types that the cooperative accepts, always in the order VI, MC, AX, DI. */
export function acceptedCardTypes(settings: CardSettings): readonly CardType[] {
  const accepted: CardType[] = []
  if (settings.allowVisa) accepted.push('VI')
  if (settings.allowMaster) accepted.push('MC')
  if (settings.allowAmex) accepted.push('AX')
  if (settings.allowDiscover) accepted.push('DI')
  return accepted
}

import type { Tx } from '../../../../platform/db/open-database.ts'
import { lockStoredMethods, setDefaultMethod, setNickname } from './stored-methods.store.ts'

/**
 * Sets a member's name for a method, and makes the method the default on request. A default remains until another method replaces it.
 *
 * @returns false when the method is not the member's.
 */
export async function changeStoredMethod(
  tx: Tx,
  { memberNumber, methodId }: { readonly memberNumber: string; readonly methodId: string },
  { nickname, isDefault }: { readonly nickname: string; readonly isDefault: boolean },
): Promise<boolean> {
  const methods = await lockStoredMethods(tx, memberNumber)
  if (!methods.some((one) => one.methodId === methodId)) return false
  await setNickname(tx, methodId, nickname.trim())
  if (isDefault) await setDefaultMethod(tx, memberNumber, methodId)
  return true
}

import type { LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { useCallback, useEffect, useRef } from 'react'
import { useSite } from '../../../portal/page/site.tsx'
import type { SignIn } from './use-sign-in.ts'

/** The library is loaded only where passkeys are offered. */
const loadPasskeys = () => import('./ask-for-passkey.ts')
type PasskeyCode = Awaited<ReturnType<typeof loadPasskeys>>

/** Whether the cooperative offers passkeys and this browser knows them, as the server takes for granted. */
export function usePasskeysOffered(): boolean {
  const { passkeysEnabled } = useSite().settings
  return passkeysEnabled && (typeof window === 'undefined' || typeof window.PublicKeyCredential === 'function')
}

/**
 * Signing in with a passkey: among the usernames that the browser fills in, as long as the form is shown, and by a
 * button.
 *
 * @returns what the button does.
 */
export function usePasskey(take: SignIn['takePasskey']): () => void {
  const isShown = useRef(false)
  const offerAgain = useRef(() => Promise.resolve())

  /** A refused passkey has ended the offer: restarts it. */
  const use = useCallback(
    (ask: (code: PasskeyCode, signal: AbortSignal) => Promise<LoginResponse>) =>
      take(async (signal) => {
        const code = await loadPasskeys()
        try {
          return await ask(code, signal)
        } catch (error) {
          void offerAgain.current()
          throw error
        }
      }),
    [take],
  )

  const offer = useCallback(async () => {
    try {
      const { offerPasskeys } = await loadPasskeys()
      const credential = isShown.current ? await offerPasskeys() : null
      if (credential !== null && isShown.current) use(({ signInWith }) => signInWith(credential))
    } catch {
      // Without the library's code there is the password.
    }
  }, [use])

  useEffect(() => {
    isShown.current = true
    offerAgain.current = offer
    void offer()
    return () => {
      isShown.current = false
      loadPasskeys().then(
        ({ takeOfferBack }) => takeOfferBack(),
        () => undefined,
      )
    }
  }, [offer])

  return () => use(async ({ askForPasskey, signInWith }, signal) => signInWith(await askForPasskey(signal)))
}

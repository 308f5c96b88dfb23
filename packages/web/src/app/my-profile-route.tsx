import type { Tab } from '@coopline/ui/tabs'
import { AuthenticatorAppPanel } from '../features/identity/authenticator-app/authenticator-app.panel.tsx'
import { ConnectedAppsPanel } from '../features/usage/connected-apps/connected-apps.panel.tsx'
import { LoginSecurityPanel } from '../features/identity/login-security/login-security.panel.tsx'
import { MyProfilePage, OwnLoginPage } from '../features/accounts/my-profile/my-profile.page.tsx'
import { PasskeysPanel } from '../features/identity/passkeys/passkeys.panel.tsx'
import { PeoplePanel } from '../features/identity/shared-access/people.panel.tsx'
import { isGuest, useSession } from '../portal/session/session.tsx'
import { hasFeature, useSite } from '../portal/page/site.tsx'
import { useText } from '../portal/text/text.tsx'
import { useSignOut } from './use-sign-out.ts'

/**
 * My Profile with the tabs that the cooperative offers (MP-02 to MP-05). A login without a membership has those about the login
 * itself.
 */
export function MyProfileRoute() {
  const { tabs: titles } = useText('myProfile')
  const connected = useText('connectedApps')
  const sharing = useText('sharedAccess')
  const site = useSite()
  const session = useSession()
  const isMember = !isGuest(session)
  const memberNumber = session.member?.memberNumber
  const { signOut } = useSignOut()
  if (memberNumber === undefined) return null

  const hosted: readonly (Tab & { readonly when: boolean })[] = [
    {
      key: 'mfa',
      title: titles.mfa,
      when: hasFeature(site, 'MfaEnabled'),
      content: <AuthenticatorAppPanel memberNumber={memberNumber} />,
    },
    {
      key: 'passkeys',
      title: titles.passkeys,
      when: site.settings.passkeysEnabled,
      content: <PasskeysPanel memberNumber={memberNumber} />,
    },
    {
      key: 'connected-apps',
      title: connected.tab,
      when: isMember && site.settings.connectEnabled,
      content: <ConnectedAppsPanel memberNumber={memberNumber} />,
    },
    {
      key: 'people',
      title: sharing.tab,
      when: isMember && site.settings.sharedAccess,
      content: <PeoplePanel memberNumber={memberNumber} />,
    },
    {
      key: 'security',
      title: titles.security,
      when: true,
      content: <LoginSecurityPanel memberNumber={memberNumber} onSignedOut={signOut} />,
    },
  ]
  const offered = hosted.filter(({ when }) => when)
  return isMember ? <MyProfilePage memberNumber={memberNumber} hosted={offered} /> : <OwnLoginPage tabs={offered} />
}

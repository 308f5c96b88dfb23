import type { Calls } from '@coopline/contract/calls'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { loadTexts } from '../portal/text/text-store.ts'
import type { SiteChanges } from './a-site.ts'
import { type Answers, queryOf, type SentCall } from './answers.ts'
import { notifyingSite } from './open-notifications.tsx'
import { renderPortal } from './render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from './sign-in-answers.ts'
import { theirAccount } from './their-account.ts'

type Profile = Calls['GET /v3/members/{memberNumber}/accounts/{accountNumber}/profile']['answer']
type ProfileSettings = Calls['GET /v3/members/{memberNumber}/profile-settings']['answer']

export const profileLine = 'GET /v3/members/M1001/accounts/100/profile'
export const updateProfileLine = 'PUT /v3/members/M1001/accounts/100/profile'
export const profileSettingsLine = 'GET /v3/members/M1001/profile-settings'
const barnLine = 'GET /v3/members/M1001/accounts/200/profile'

/** Ada's profile: two phones, shared with no other account. */
export const aProfile = (different: Partial<Profile> = {}): Profile => ({
  accountNumber: '100',
  firstName: 'Ada',
  middleName: 'Maria',
  lastName: 'Lindqvist',
  spouseName: 'Nils Lindqvist',
  streetNumber: '412',
  streetName: 'Cedar',
  streetType: 'Street',
  unit: '',
  city: 'Eau Claire',
  state: 'WI',
  zip: '54701-1234',
  count: 0,
  phoneCount: 0,
  contactPhones: [
    {
      eCommunicationDetailId: 'D1',
      eCommunicationId: 'cell',
      eCommunicationDescription: 'Cell',
      phoneNumber: '7155554821',
      extension: '',
      isDelete: false,
    },
    {
      eCommunicationDetailId: 'D2',
      eCommunicationId: 'work',
      eCommunicationDescription: 'Work',
      phoneNumber: '7155550300',
      extension: '12',
      isDelete: false,
    },
  ],
  phoneTypes: [
    { eCommunicationId: 'cell', description: 'Cell' },
    { eCommunicationId: 'home', description: 'Home' },
    { eCommunicationId: 'work', description: 'Work' },
  ],
  isVerified: 'Y',
  version: 'v1',
  ...different,
})

/** Settings with which the member may change everything, and no change needs a review. */
export const someProfileSettings = (different: Partial<ProfileSettings> = {}): ProfileSettings => ({
  ALLOW_NAME_UPDATE: 'Y',
  ALLOW_ADDRESS_UPDATE: 'Y',
  ALLOW_PHONE_UPDATE: 'Y',
  ALLOW_PROFILE_DB_UPDATE: 'Y',
  allowUserProvidedContact: 'N',
  ...different,
})

interface AccountProfileInTest {
  readonly user: UserEvent
  /** The network's answers; a test may change them between two calls. */
  readonly answers: Record<string, unknown>
  readonly address: () => string
  readonly sent: (line: string) => readonly SentCall[]
}

const accounts = ['100', '200'].map((accountNumber) =>
  theirAccount.toListed({ accountNumber, isPrimaryAccount: accountNumber === '100' }),
)

/** Opens the account profile of a member with two accounts, and waits until it has loaded. */
export async function openAccountProfile(
  answers: Answers = {},
  {
    path = '/account-profile',
    settings = {},
  }: { readonly path?: string; readonly settings?: SiteChanges['settings'] } = {},
): Promise<AccountProfileInTest> {
  const changeable: Record<string, unknown> = {
    [accountsLine]: (address: string) => {
      const first = queryOf(address).get('first') ?? '100'
      return theirAccounts(
        ...accounts.toSorted((a, b) => Number(b.accountNumber === first) - Number(a.accountNumber === first)),
      )
    },
    [profileLine]: aProfile(),
    [barnLine]: aProfile({ accountNumber: '200', firstName: 'Barn' }),
    [profileSettingsLine]: someProfileSettings(),
    [updateProfileLine]: { message: 'Your profile has been updated.', isVerified: 'Y' },
    ...answers,
  }
  await loadTexts('en', 'accountProfile')
  const site = notifyingSite()
  const { user, calls, address } = await renderPortal({
    path,
    // Continue after a change of phones opens the notifications.
    site: { ...site, settings: { ...site.settings, ...settings } },
    session: storedMember,
    answers: changeable,
    visits: ['/account-profile', '/manage-notifications'],
  })
  await screen.findByText(/^Account \d+$/u)
  // Waits for the profile, or for the reason that it did not load.
  await screen.findAllByRole('button', { name: /^Edit |^Try again$/u }, { timeout: 3_000 }).catch(() => [])
  return { user, answers: changeable, address, sent: (line) => calls.filter((call) => call.line === line) }
}

/** Returns the description that screen readers read with a control. */
export const descriptionOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

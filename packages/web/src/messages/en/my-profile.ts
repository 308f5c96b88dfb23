/** The page of tabs about the member's login and choices. Titles of the tabs are the documents' own. */
export const texts = {
  heading: 'My Profile',
  tabs: {
    mfa: 'Multi-Factor Authentication',
    passkeys: 'Passkeys',
    security: 'Security',
  },
}

/** The status that members read: the account's own while the derived one is Current, else the derived one (AO-41, AO-42). */
export const displayedStatus = (account: { readonly accountStatus: string; readonly derivedStatus: string }): string =>
  account.derivedStatus === 'Current' ? account.accountStatus : account.derivedStatus

import type { ChangeEvent } from 'react'
import type { Profile } from './use-profile.ts'
import type { FlagName, TextName, TypedProfile } from './typed-profile.ts'

/** What a field of text needs to be one of My Profile's; fields of the form library take it too. */
export function bindText(profile: Profile, typed: TypedProfile, field: TextName) {
  return {
    name: field,
    value: typed[field],
    // Both are awaited by the form library's own fields.
    onChange: (event: { readonly target: { readonly value: string } }) => {
      profile.change({ [field]: event.target.value })
      return Promise.resolve()
    },
    onBlur: () => {
      profile.leave(field)
      return Promise.resolve()
    },
    ref: () => undefined,
  }
}

/** What a checkbox needs to be one of My Profile's. */
export const bindFlag = (profile: Profile, typed: TypedProfile, field: FlagName) => ({
  name: field,
  checked: typed[field],
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    profile.change({ [field]: event.target.checked })
    profile.leave(field)
  },
})

import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode, SyntheticEvent } from 'react'
import { keepFocus } from '../../portal/keep-focus.ts'
import { Loaded } from '../../portal/loaded.tsx'
import { useText } from '../../portal/text.tsx'
import styles from './my-profile.module.css'
import type { TypedProfile } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'

interface ProfileFormProps {
  readonly profile: Profile
  readonly children: (typed: TypedProfile) => ReactNode
}

/** One of the tabs that are sent together: its fields, and the button that sends all of them (MP-06, MP-09). */
export function ProfileForm({ profile, children }: ProfileFormProps) {
  const text = useText('myProfile')
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    profile.submit()
  }
  return (
    <Loaded query={profile.details} loading={text.loading} height="24rem">
      {() =>
        profile.typed !== null && (
          <form noValidate onSubmit={onSubmit}>
            <Stack gap="large">
              {children(profile.typed)}
              <Stack gap="small">
                <Button type="submit" busy={profile.isBusy} busyLabel={text.submit.busy} onMouseDown={keepFocus}>
                  {text.submit.label}
                </Button>
                <p className={styles.note}>{text.submit.note}</p>
              </Stack>
            </Stack>
          </form>
        )
      }
    </Loaded>
  )
}

import type { ReactNode } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './my-profile.module.css'
import type { Profile } from './use-profile.ts'

interface ProfileFormProps {
  readonly profile: Profile
  readonly children: ReactNode
}

/** One of the tabs that are sent together: its fields, and the button that sends all of them (MP-06, MP-09). */
export function ProfileForm({ profile, children }: ProfileFormProps) {
  const text = useText('myProfile')
  return (
    <Loaded query={profile.details} loading={text.loading} height="24rem">
      {() => (
        <PortalForm
          form={profile.form}
          busy={profile.isBusy}
          error={null}
          problemsAbove
          submit={{ label: text.submit.label, busyLabel: text.submit.busy }}
          beside={{ after: <p className={styles.note}>{text.submit.note}</p> }}
        >
          {children}
        </PortalForm>
      )}
    </Loaded>
  )
}

import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import type { ReactNode } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-profile.module.css'
import { type DisplayedProfile, slotsOf } from './update-body.ts'

interface ViewProps {
  readonly profile: DisplayedProfile
}

interface Part {
  readonly label: string
  readonly value: string
  /** Not shown at all when it is empty. */
  readonly isExtra?: boolean
}

function Parts({ parts }: { readonly parts: readonly Part[] }) {
  const { edit } = useText('accountProfile')
  return (
    <dl className={styles.parts}>
      {parts
        .filter(({ value, isExtra }) => value !== '' || isExtra !== true)
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === '' ? <span className={styles.none}>{edit.notOnFile}</span> : value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The name as it is on file. */
export function NameView({ profile }: ViewProps): ReactNode {
  const { name } = useText('accountProfile')
  const { firstName, middleName, lastName, spouseName } = profile
  return (
    <Parts
      parts={[
        { label: name.firstName, value: firstName },
        { label: name.middleName, value: middleName },
        { label: name.lastName, value: lastName },
        { label: name.spouseName, value: spouseName, isExtra: true },
      ]}
    />
  )
}

/** The mailing address as it is on file. */
export function AddressView({ profile }: ViewProps): ReactNode {
  const { address } = useText('accountProfile')
  return (
    <Parts
      parts={[
        { label: address.streetNumber, value: profile.streetNumber },
        { label: address.streetName, value: profile.streetName },
        { label: address.streetType, value: profile.streetType },
        { label: address.unit, value: profile.unit },
        { label: address.city, value: profile.city },
        { label: address.state, value: profile.state },
        { label: address.zip, value: formatZip(profile.zip) },
      ]}
    />
  )
}

/** The phones as they are on file. */
export function PhonesView({ profile }: ViewProps): ReactNode {
  const { phones } = useText('accountProfile')
  if (profile.contactPhones.length === 0) return <p className={styles.none}>{phones.none}</p>
  const written = slotsOf(profile)
  return (
    <ul className={styles.phones}>
      {profile.contactPhones.map((phone, index) => (
        <li key={phone.eCommunicationDetailId}>
          <span className={styles.phoneType}>{phone.eCommunicationDescription}</span>
          <span className={styles.phoneNumber}>
            {written[index]?.phoneNumber}
            {phone.extension !== '' && ` ${phones.ext(phone.extension)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

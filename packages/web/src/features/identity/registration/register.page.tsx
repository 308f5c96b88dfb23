import { PageHeading } from '@coopline/ui/page-heading'
import type { ReactNode } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import styles from './registration.module.css'
import { RegistrationStages } from './registration-stages.tsx'

/** Register (RG-04). */
export function RegisterPage() {
  return (
    <RegisterLayout>
      <RegistrationStages />
    </RegisterLayout>
  )
}

/** The page around the stages, as the frame draws it too. */
export function RegisterLayout({ children }: { readonly children: ReactNode }) {
  const { page } = useText('registration')
  return (
    <div className={styles.page}>
      <PageHeading title={page.heading} lead={page.lead} />
      {children}
    </div>
  )
}

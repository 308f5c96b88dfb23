import { CheckingLink, ResetLayout } from './reset-password.page.tsx'

/** The page before its code is there: as it looks while the link is checked. */
export function ResetPasswordFrame() {
  return (
    <ResetLayout>
      <CheckingLink />
    </ResetLayout>
  )
}

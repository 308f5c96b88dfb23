import { paths } from '@coopline/contract/paths'
import { useText } from '../../../portal/text/text.tsx'

/** The link for members who have a login. */
export function LoginHint() {
  const { page } = useText('registration')
  return (
    <p>
      {page.haveLogin} <a href={paths.login()}>{page.login}</a>
    </p>
  )
}

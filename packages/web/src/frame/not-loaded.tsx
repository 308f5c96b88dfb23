import { Alert } from '@coopline/ui/alert'
import { notLoadedId } from '../portal/call/early-work.ts'
import { useText } from '../portal/text/text.tsx'

/** Says that the portal's scripts did not load. Hidden until the early script shows it. */
export function NotLoaded() {
  const { common } = useText('shell')
  return (
    <div id={notLoadedId} hidden>
      <Alert tone="error" title={common.notLoaded}>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the page's own address, so that no script is needed to reload it */}
        <a href="">{common.reload}</a>
      </Alert>
    </div>
  )
}

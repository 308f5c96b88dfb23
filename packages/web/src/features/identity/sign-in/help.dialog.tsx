import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './sign-in.module.css'

/** Explains signing in (LG-11), behind a button. */
export function HelpDialog() {
  const text = useText('signIn').help
  const { phoneNumber } = useSite().settings
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <Dialog open={isOpen} title={text.title} closeLabel={text.close} onClose={() => setOpen(false)} width={600}>
        <Stack>
          <ul className={styles.helpList}>
            {text.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          {phoneNumber !== '' && (
            <p>
              {text.call} <PhoneLink number={phoneNumber} />
            </p>
          )}
        </Stack>
      </Dialog>
    </>
  )
}

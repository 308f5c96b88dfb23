import { ButtonLink } from '@coopline/ui/button-link'
import { CopyButton } from '@coopline/ui/copy-button'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useText } from '../../../portal/text/text.tsx'

/** The address, this once: to subscribe with here, or to copy for another device. */
export function CalendarAddress({ address }: { readonly address: string }) {
  const text = useText('calendar')
  return (
    <Stack>
      <TextField
        label={text.address}
        hint={text.once}
        value={address}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <Stack row>
        <ButtonLink href={address.replace(/^https?:/u, 'webcal:')}>{text.subscribe}</ButtonLink>
        <CopyButton text={address} label={text.copy} copied={text.copied} failed={text.copyFailed} />
      </Stack>
    </Stack>
  )
}

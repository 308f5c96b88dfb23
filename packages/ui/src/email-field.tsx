import { filterTyping } from './filter-typing.ts'
import { TextField, type InputAttributes } from './text-field.tsx'
import type { FieldWords } from './field.tsx'

interface EmailFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'pattern'> {}

/** An e-mail address. Capitals become small letters as they are typed, pasted or filled in. */
export function EmailField(props: EmailFieldProps) {
  return (
    <div ref={keepSmall}>
      <TextField
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
      />
    </div>
  )
}

const small = (text: string): string => text.toLowerCase()

const keepSmall = filterTyping({ accept: ({ inserted }) => small(inserted), clean: small })

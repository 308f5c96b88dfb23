import { paths } from '@coopline/contract/paths'
import type { ClaimForm } from '@coopline/rules/accounts/capital-credits/check-claim'
import type { StoredCredit } from './capital-credits.store.ts'

/** Collapses whitespace, so that visitor input cannot imitate the portal's own lines. */
const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const row = (label: string, text: string): string => `${label}: ${oneLine(text) || '-'}`

/**
 * Builds the claim mail for the office, in English. Each field is one labeled line, and each line of the comment has a prefix, so
 * that visitor input cannot imitate another field. SSN digits are not in the mail, only how to read them (REQ-D-328).
 */
export function claimMail(
  credit: StoredCredit,
  form: ClaimForm,
  { claimNumber, origin }: { readonly claimNumber: string; readonly origin: string },
): { readonly subject: string; readonly bodyText: string } {
  const lines = [
    'Someone claims an unclaimed capital credit on the website. Check who they are before you pay.',
    '',
    row('Claim', claimNumber),
    row('Credit', credit.creditNumber),
    row('Member number', credit.memberNumber),
    row('Name on file', credit.name),
    row('Address on file', `${credit.address}, ${credit.city}, ${credit.state} ${credit.zip}`),
    '',
    row('Name', form.name),
    row('SSN, last 4 digits', form.ssn === '' ? '' : 'given, see below'),
    row('Phone', form.phone),
    row('Contact by', form.contactPref),
    row('Email', form.email),
    row('Address 1', form.address1),
    row('Address 2', form.address2),
    row('City', form.city),
    row('State', form.state),
    row('ZIP code', form.zip),
    '',
    'Comment:',
    ...(form.comments.trim() === ''
      ? ['> -']
      : form.comments
          .trim()
          .split(/\r\n|[\r\n\u2028\u2029]/u)
          .map((line) => `> ${oneLine(line)}`)),
    '',
    ...(form.ssn === ''
      ? []
      : [
          'The last 4 digits of the SSN are in the staff console for 90 days, for the roles billing and admin. Sign in there, then open:',
          `${origin}${paths.staffClaim({ number: claimNumber })}`,
          '',
        ]),
    'Delete this mail when the claim is settled.',
  ]
  return { subject: 'Claim of an unclaimed capital credit', bodyText: `${lines.join('\n')}\n` }
}

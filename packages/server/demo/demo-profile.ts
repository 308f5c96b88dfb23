import type { Cell } from './demo-rows.ts'
import type { DemoAccount, DemoMember } from './demo-member.ts'

export const profileHeader: readonly string[] = [
  'account_number',
  'first_name',
  'middle_name',
  'last_name',
  'spouse_name',
  'street_number',
  'street_name',
  'street_type',
  'city',
  'state',
  'zip',
  'is_verified',
  ...[1, 2, 3].flatMap((slot) => [`phone_${slot}_id`, `phone_${slot}_kind`, `phone_${slot}_digits`]),
]

const streetTypes = ['Avenue', 'Court', 'Drive', 'Lane', 'Parkway', 'Road', 'Run', 'Street']

/** '1234 Oak Knoll Road' → number, name and type; a street such as County Road B has no type. */
function partsOf(street: string): readonly [string, string, string] {
  const [number = '', ...words] = street.split(' ')
  const last = words.at(-1) ?? ''
  return words.length > 1 && streetTypes.includes(last)
    ? [number, words.slice(0, -1).join(' '), last]
    : [number, words.join(' '), '']
}

/** The holder of an account: all accounts of a member have the member's name, mailing address and phones. */
export function profileRow(member: DemoMember, { accountNumber }: DemoAccount): readonly Cell[] {
  const [first = '', ...family] = member.name.split(' ')
  const phones = [0, 1, 2].flatMap((index) => {
    const phone = member.phones[index]
    return phone === undefined ? [null, null, null] : [`${accountNumber}-${index + 1}`, phone.kind, phone.digits]
  })
  const { street, town } = member.mail
  return [
    accountNumber,
    first,
    member.middleName,
    family.join(' '),
    member.spouseName,
    ...partsOf(street),
    town.city,
    'WI',
    town.zip,
    member.isVerified,
    ...phones,
  ]
}

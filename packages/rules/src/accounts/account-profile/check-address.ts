import { isDigits } from '../../kernel/digits.ts'
import {
  type AddressField,
  isPlainLine,
  lengthOf,
  maxProfileLengths,
  type ProfileAddress,
  tidyText,
} from './profile-fields.ts'
import { formatZip, parseForwardingZip, parseZip } from './zip.ts'

/** Postal codes of the states, the District of Columbia, the territories and military mail, in alphabetical order (DU-25). */
export const usStates: readonly string[] = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
  'PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
)
  .split(' ')
  .sort()

export interface AddressProblem {
  readonly code: 'missing' | 'too-long' | 'not-digits' | 'not-valid'
  readonly field: AddressField
}

export interface AddressRule {
  /** The cooperative's RURAL_ADDRESSES: N6789, 123 1/2, PO boxes, rural and highway routes, O'Fallon (REQ-D-268). */
  readonly ruralAddresses: boolean
  /** True for a forwarding address, whose ZIP code may have one part of zeros (REQ-D-272). */
  readonly isForwarding?: boolean
}

const required: ReadonlySet<AddressField> = new Set(['streetNumber', 'streetName', 'city', 'state', 'zip'])
const inOrder = ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip'] as const

/** The characters that a city may not have (PF-36). */
export const blockedInCity = ({ ruralAddresses }: AddressRule): string => (ruralAddresses ? `"^\`|~` : `"'^\`|~`)

/**
 * Lists the problems of the mailing address, at most one for each field (PF-27 to PF-39).
 *
 * @param onFile the address before it was edited: a part that did not change has no problem (REQ-D-268).
 */
export function checkProfileAddress(
  address: ProfileAddress,
  rule: AddressRule,
  onFile?: ProfileAddress,
): readonly AddressProblem[] {
  return inOrder.flatMap((field): readonly AddressProblem[] => {
    if (onFile !== undefined && isUntouched(field, address, onFile)) return []
    const code = problemOf(field, address[field].trim(), address, rule)
    return code === null ? [] : [{ code, field }]
  })
}

/** A different street may need a number, so an edited street makes its number count as edited too. */
const isUntouched = (field: AddressField, address: ProfileAddress, onFile: ProfileAddress): boolean =>
  isSamePart(field, address, onFile) && (field !== 'streetNumber' || isSamePart('streetName', address, onFile))

const isSamePart = (field: AddressField, a: ProfileAddress, b: ProfileAddress): boolean =>
  field === 'zip' ? formatZip(a.zip) === formatZip(b.zip) : tidyText(a[field]) === tidyText(b[field])

function problemOf(
  field: AddressField,
  text: string,
  address: ProfileAddress,
  rule: AddressRule,
): AddressProblem['code'] | null {
  if (text === '') return isRequired(field, address, rule) ? 'missing' : null
  if (field === 'zip') return (rule.isForwarding ? parseForwardingZip : parseZip)(text) === null ? 'not-valid' : null
  if (field === 'state') return usStates.includes(text) ? null : 'not-valid'
  if (lengthOf(text) > maxProfileLengths[field]) return 'too-long'
  if (field === 'streetNumber' && !isStreetNumber(text, rule)) return rule.ruralAddresses ? 'not-valid' : 'not-digits'
  if (field === 'city' && Array.from(blockedInCity(rule)).some((blocked) => text.includes(blocked))) return 'not-valid'
  return isPlainLine(text) ? null : 'not-valid'
}

const isRequired = (field: AddressField, { streetName }: ProfileAddress, { ruralAddresses }: AddressRule): boolean =>
  required.has(field) && !(field === 'streetNumber' && ruralAddresses && isNumberedRoute(streetName))

/** True for '412'; with rural addresses also for 'N6789', 'W304N5678', '123 1/2', '12-B'. */
const isStreetNumber = (text: string, { ruralAddresses }: AddressRule): boolean =>
  ruralAddresses
    ? /[0-9\u00bc-\u00be]/u.test(text) && /^[\p{L}\p{N}\u00bc-\u00be ./#-]+(?![\s\S])/u.test(text)
    : isDigits(text)

const routes = [
  'po box',
  'p o box',
  'post office box',
  'box',
  'apartado',
  'rr',
  'r r',
  'rural route',
  'rt',
  'route',
  'hc',
  'hcr',
  'highway contract',
  'star route',
  'hwy',
  'highway',
  'state highway',
  'us highway',
  'county road',
  'county highway',
]

/** True for a street that has its number in its name: a PO box, a rural route, a highway. */
function isNumberedRoute(streetName: string): boolean {
  const words = tidyText(streetName.toLowerCase().replaceAll(/[.#,]/gu, ' '))
  return /[0-9]/u.test(words) && routes.some((route) => words.startsWith(`${route} `))
}

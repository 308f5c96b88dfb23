import { type AnetAccount, customerOf, type CustomerProfile, newId, Refusal } from './anet-account.ts'
import {
  checkLength,
  checkOrder,
  type Fields,
  masked,
  newToken,
  objectAt,
  type RequestKind,
  settingsAt,
  textAt,
} from './read-fields.ts'
import { notify } from './take-payments.ts'

/** Deletes a customer with its methods. @throws Refusal when there is none. */
export function deleteCustomer(account: AnetAccount, id: string): void {
  const { customerProfileId } = customerOf(account, id)
  account.customers.delete(customerProfileId)
  notify(account, 'net.authorize.customer.deleted', { entityName: 'customerProfile', id: customerProfileId })
}

/** Creates a customer, unless there is one with the same three facts: the refusal then names it in its text only. */
function createCustomer(account: AnetAccount, fields: Fields): object {
  const profile = objectAt(fields, 'profile')
  checkOrder('profile', profile, ['merchantCustomerId', 'description', 'email', 'paymentProfiles', 'shipToList'])
  const merchantCustomerId = checkLength('merchantCustomerId', textAt(profile, 'merchantCustomerId'), 20)
  const description = checkLength('description', textAt(profile, 'description'), 255)
  if (merchantCustomerId === '' && description === '')
    throw new Refusal('E00041', 'At least one of the values for the customer must be given.')
  const same = [...account.customers.values()].find(
    (one) => one.merchantCustomerId === merchantCustomerId && one.description === description,
  )
  if (same !== undefined)
    throw new Refusal('E00039', `A duplicate record with ID ${same.customerProfileId} already exists.`)
  const one: CustomerProfile = { customerProfileId: newId(), merchantCustomerId, description, paymentProfiles: [] }
  account.customers.set(one.customerProfileId, one)
  const payload = { paymentProfiles: [], merchantCustomerId, description, entityName: 'customerProfile' }
  notify(account, 'net.authorize.customer.created', { ...payload, id: one.customerProfileId })
  return {
    customerProfileId: one.customerProfileId,
    customerPaymentProfileIdList: [],
    validationDirectResponseList: [],
  }
}

function profilePage(account: AnetAccount, fields: Fields): object {
  const { customerProfileId } = customerOf(account, textAt(fields, 'customerProfileId'))
  const settings = settingsAt(fields, 'hostedProfileSettings')
  const returnUrl = settings.get('hostedProfileReturnUrl') ?? ''
  if (returnUrl.includes('&')) throw new Refusal('E00013', 'The return address is invalid.')
  const isLive = (settings.get('hostedProfileValidationMode') ?? 'liveMode') === 'liveMode'
  if (isLive && settings.get('hostedProfileBillingAddressOptions') === 'showNone')
    throw new Refusal('E00013', 'The validation needs a billing address.')
  checkLength('hostedProfileSaveButtonText', settings.get('hostedProfileSaveButtonText') ?? '', 20)
  const options = settings.get('hostedProfilePaymentOptions') ?? 'showAll'
  const token = newToken()
  account.profilePages.set(token, {
    token,
    bornAt: account.now(),
    customerProfileId,
    methods: [
      ...(options === 'showBankAccount' ? [] : (['card'] as const)),
      ...(options === 'showCreditCard' ? [] : (['bank'] as const)),
    ],
    returnUrl,
    returnText: checkLength(
      'hostedProfileReturnUrlText',
      settings.get('hostedProfileReturnUrlText') ?? 'Continue',
      200,
    ),
    isUsed: false,
  })
  return { token }
}

/** A customer with its methods. Their numbers are masked, and so are their dates unless the call asks for them. */
function customerDetails(account: AnetAccount, fields: Fields): object {
  const { paymentProfiles, ...customer } = customerOf(account, textAt(fields, 'customerProfileId'))
  const isUnmasked = fields['unmaskExpirationDate'] === 'true'
  return {
    profile: {
      ...(paymentProfiles.length > 0 && {
        paymentProfiles: paymentProfiles.map(({ paymentProfileId: customerPaymentProfileId, instrument }) => ({
          customerPaymentProfileId,
          payment:
            instrument.kind === 'card'
              ? {
                  creditCard: {
                    cardNumber: masked(instrument.number),
                    expirationDate: isUnmasked ? dateOf(instrument.expiry) : 'XXXX',
                    cardType: instrument.brand,
                  },
                }
              : {
                  bankAccount: {
                    accountType: 'checking',
                    routingNumber: 'XXXX0021',
                    accountNumber: masked(instrument.number),
                    nameOnAccount: 'Ada Lindqvist',
                    echeckType: 'WEB',
                  },
                },
        })),
      }),
      profileType: 'regular',
      ...customer,
    },
  }
}

/** The last month of a card, `08/30`, as the API has it: `2030-08`. */
const dateOf = (expiry: string): string => {
  const [, month = '', year = ''] = /^([0-9]{2})\D?(?:20)?([0-9]{2})$/u.exec(expiry) ?? []
  return `20${year}-${month}`
}

const kinds: Readonly<Record<string, RequestKind>> = {
  createCustomerProfile: { order: ['refId', 'profile', 'validationMode'], run: createCustomer },
  getHostedProfilePage: { order: ['refId', 'customerProfileId', 'hostedProfileSettings'], run: profilePage },
  getCustomerProfile: {
    order: ['refId', 'customerProfileId', 'merchantCustomerId', 'email', 'unmaskExpirationDate', 'includeIssuerInfo'],
    run: customerDetails,
  },
  deleteCustomerProfile: {
    order: ['refId', 'customerProfileId'],
    run: (account, fields) => {
      deleteCustomer(account, textAt(fields, 'customerProfileId'))
      return {}
    },
  },
}

const ifKept =
  (run: RequestKind['run']): RequestKind['run'] =>
  (account, fields) => {
    if (!account.keepsCustomers) throw new Refusal('E00044', 'Customer Information Manager is not enabled.')
    return run(account, fields)
  }

/** The calls about customers and their stored methods, by their names without `Request`. */
export const profileRequests: Readonly<Record<string, RequestKind>> = Object.fromEntries(
  Object.entries(kinds).map(([name, { order, run }]) => [name, { order, run: ifKept(run) }]),
)

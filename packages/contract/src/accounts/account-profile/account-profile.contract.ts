import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireFlag, wireMemberNumber } from '../../wire.ts'

const own = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const detailId = z.string().min(1).max(60)
/** The text of a field that a member fills in. The rules set tighter limits on its length. */
const typed = z.string().max(200)

/** A phone of an account (DE-03). `phoneNumber` is its ten digits. */
const contactPhone = z.strictObject({
  eCommunicationDetailId: detailId,
  eCommunicationId: z.string(),
  eCommunicationDescription: z.string(),
  phoneNumber: z.string(),
  extension: z.string(),
  isDelete: z.boolean(),
})

const phoneType = z.strictObject({ eCommunicationId: z.string(), description: z.string() })

/** The version of the profile that the member saw. An update of an older one is refused. */
const version = z.string().min(1).max(64)

/** Profile response (DE-02), with the names on the wire. */
const profile = z.strictObject({
  accountNumber: wireAccountNumber,
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  spouseName: z.string(),
  streetNumber: z.string(),
  streetName: z.string(),
  streetType: z.string(),
  unit: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  /** The number of the member's other accounts with the same mailing address. */
  count: z.int(),
  /** The number of the member's other accounts with one of these phones (an addition: one number cannot say both). */
  phoneCount: z.int(),
  contactPhones: z.array(contactPhone),
  phoneTypes: z.array(phoneType),
  isVerified: wireFlag,
  version,
})

/** Profile update request (DE-05); member and account number are in the path. */
const update = z.strictObject({
  firstName: typed,
  middleName: typed,
  lastName: typed,
  streetNumber: typed,
  streetName: typed,
  streetType: typed,
  unit: typed,
  city: typed,
  state: typed,
  /** Without hyphen. */
  zip: typed,
  /** Whether a changed address or phone also changes on the member's other accounts that have it. A name belongs to one account. */
  updateIndicator: z.enum(['ONE', 'ALL']),
  /** Known phones by their detail id, new ones without (`null`). One that is not named here stays as it is. */
  contactPhones: z
    .array(
      z.strictObject({
        eCommunicationDetailId: detailId.nullable(),
        eCommunicationId: z.string().max(40),
        phoneNumber: z.string().max(24),
        extension: z.string().max(24),
        isDelete: z.boolean(),
      }),
    )
    .max(10),
  version,
})

export const accountProfile = {
  settings: endpoint('accountProfile.settings', 'GET /v3/members/{memberNumber}/profile-settings', {
    auth: 'member',
    portalView: true,
    summary: 'Get which profile fields members may change and whether changes are reviewed',
    source: 'AC-02, CG-03 to CG-06',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: z.strictObject({
      ALLOW_NAME_UPDATE: wireFlag,
      ALLOW_ADDRESS_UPDATE: wireFlag,
      ALLOW_PHONE_UPDATE: wireFlag,
      ALLOW_PROFILE_DB_UPDATE: wireFlag,
      allowUserProvidedContact: wireFlag,
    }),
    errors: [401, 404],
  }),
  load: endpoint('accountProfile.load', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/profile', {
    auth: 'member',
    portalView: true,
    summary: 'Get an account profile',
    source: 'AC-03, DE-02',
    params: own,
    answer: profile,
    errors: [401, 404],
  }),
  update: endpoint('accountProfile.update', 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/profile', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Update the name, mailing address or phones of an account',
    source: 'AC-04, DE-05',
    params: own,
    body: update,
    answer: z.strictObject({
      message: z.string(),
      /** N when the change waits for review. */
      isVerified: wireFlag,
    }),
    errors: [401, 403, 404, 409],
  }),
}

export type Profile = z.output<typeof profile>
export type ProfileUpdate = z.output<typeof update>

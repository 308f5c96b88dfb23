import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { electric, openDrafts, water } from '../../../testing/drafts-in-test.ts'
import { encodedReturn } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { submitCard, usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { withGateway } from '../../../testing/with-gateway.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { eraseMember } from '../../staff/member-support/erase-member.ts'
import type { MethodAtProvider } from '../../../platform/payment-gateway/payment-gateway.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { lookUpMethodRequest } from '../payments/public.ts'
import { bankDraft, initiation, newItem, removalOf } from './drafts.fixtures.ts'
import { finishDrafts } from './finish-draft-request.ts'

interface Form {
  readonly actionUrl: string
  readonly transNo: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

const running = usePortalWithSandbox()
const { portal } = running
const ada = useFresh(async () => openDrafts(portal))
beforeEach(() => {
  portal.set({ ...payingSettings, bankDraftByFile: false })
})

const ofAccount = () => ({ ...ada.own, params: { ...ada.own.params, accountNumber: electric } })
const initiate = async (changes: Parameters<typeof initiation>[0] = {}, wrong: object = {}) =>
  portal.call(drafts.initiate, { ...ofAccount(), body: { ...initiation(changes), ...wrong } })
const formOf = async (changes: Parameters<typeof initiation>[0] = {}): Promise<Form> =>
  (await initiate(changes)).json<Form>()
const fieldsOf = ({ fields }: Form) => Object.fromEntries(fields.map(({ name, value }) => [name, value]))
const bothAccounts = [newItem(), newItem({ accountNumber: water, draftMethod: 'WHEN_BILLED', draftDay: null })].map(
  (item) => ({ ...item, action: 'ADD' as const }),
)
const finish = async (encodedParam: string) => portal.call(drafts.finish, { ...ada.own, body: { encodedParam } })
/** Enters a card on the provider's page. @returns the return address. */
const enter = async (form: Form) => new URL(await submitCard(form.actionUrl, form.fields))
const pointerOf = (address: URL) => address.searchParams.get('encodedParam') ?? ''
const typesOf = async () => (await ada.list()).map(({ draft }) => draft?.draftAccountType ?? null)

describe('the hand-off of a draft to the provider', () => {
  it('takes the accounts to draft with type DRAFT, the option and the amount 0, and nothing else [DR-80, DE-28]', async () => {
    expect((await initiate()).statusCode).toBe(200)
    for (const wrong of [
      { paymentType: 'PAYMENT' },
      { amount: 1 },
      { removeDraft: true },
      { draftOption: 'CASH' },
      { accountsToDraft: [] },
    ])
      expect((await initiate({}, wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
    expect(await ada.stored()).toEqual([])
  })

  it('answers what the browser posts to the provider, and where [AC-28, DE-29, DR-69]', async () => {
    const answer = (await initiate()).json<Form & Record<string, unknown>>()
    expect(answer).toEqual({
      clientId: 'COOP7',
      actionUrl: `${running.origin}/methods`,
      transNo: expect.stringMatching(/^M/u),
      applicationId: portal.deps.settings.current().applicationWebId,
      merchantId: 'COOP7',
      securityToken: fieldsOf(answer)['authorizationToken'],
      fields: expect.any(Array),
    })
  })

  it('posts custom data, cooperative, account and display, and the flags of postback and e-check [DE-47, DR-70, DR-71]', async () => {
    const fields = fieldsOf(await formOf({ accountsToDraft: bothAccounts }))
    expect(fields).toMatchObject({ customData: 'DRAFT:CREDIT', coopNumber: 'COOP7' })
    expect(Object.keys(fields)).toEqual([
      'clientReference',
      'coopNumber',
      'utilityName',
      'applicationId',
      'enableCard',
      'enableEcheck',
      'acceptedCardTypes',
      'returnUrl',
      'cancelUrl',
      'language',
      'accountNumber',
      'accountDisplay',
      'postbackRequired',
      'customData',
      'authorizationToken',
    ])
  })

  it('names the account, and how many others are drafted [DR-72, DR-73]', async () => {
    expect(fieldsOf(await formOf())).toMatchObject({ accountNumber: electric, accountDisplay: electric })
    expect(fieldsOf(await formOf({ accountsToDraft: bothAccounts }))['accountDisplay']).toBe(`${electric} +1`)
  })

  it('asks for a postback, and opens e-checks for a bank draft only [DR-74, DR-75]', async () => {
    const open = { postbackRequired: 'Y', enableCard: 'N', enableEcheck: 'Y' }
    expect(fieldsOf(await formOf({ draftOption: 'BANK' }))).toMatchObject(open)
    expect(fieldsOf(await formOf())).toMatchObject({ ...open, enableCard: 'Y', enableEcheck: 'N' })
  })

  it('returns to our own host even when the request names another one [DR-76]', async () => {
    const { headers, ...call } = { ...ofAccount(), body: initiation(), headers: { 'x-forwarded-host': 'evil.example' } }
    const fields = fieldsOf((await portal.call(drafts.initiate, { ...call, headers })).json<Form>())
    const origin = portal.deps.env.PUBLIC_ORIGIN
    expect(fields['returnUrl']).toBe(`${origin}/draft-payments?statuscode=0`)
    expect(fields['cancelUrl']).toBe(`${origin}/draft-payments?statuscode=1`)
  })

  it('names the accepted card brands by their codes, all four or those that the cooperative takes [DR-63, DR-77]', async () => {
    expect(fieldsOf(await formOf())['acceptedCardTypes']).toBe('VI,MC,AX,DI')
    portal.set({ allowMaster: false, allowAmex: false })
    expect(fieldsOf(await formOf())['acceptedCardTypes']).toBe('VI,DI')
  })

  it('is refused by the provider when a field was changed: the authorization token signs them all [DR-78]', async () => {
    const form = await formOf()
    const changed = form.fields.map((one) => (one.name === 'customData' ? { ...one, value: 'DRAFT:BANK' } : one))
    await expect(submitCard(form.actionUrl, changed)).rejects.toThrow('The provider answered 400')
    expect((await enter(form)).pathname).toBe('/draft-payments')
  })

  it('is for drafts that the rules allow: a card draft needs a card-eligible account, and each asks to be authorized [DR-25]', async () => {
    await portal.db
      .updateTable('cis.account')
      .set({ card_eligible: false })
      .where('account_number', '=', electric)
      .execute()
    const refused = await initiate({ authorize: false })
    expect(refused.statusCode).toBe(400)
    expect(refused.json<{ errors: { code: string }[] }>().errors.map(({ code }) => code)).toEqual([
      'card-restricted',
      'not-authorized',
    ])
    expect((await initiate({ draftOption: 'BANK' })).statusCode).toBe(200)
  })

  it('is not offered for an option that is off, nor for bank numbers that are typed on our own page [DR-33, CF-06]', async () => {
    portal.set({ bankDraftByFile: true })
    expect((await initiate({ draftOption: 'BANK' })).statusCode).toBe(403)
    portal.set({ allowCreditDraft: false })
    expect((await initiate()).statusCode).toBe(403)
    portal.set({ allowCreditDraft: true })
    expect((await ada.send(bankDraft())).statusCode).toBe(200)
    expect((await initiate()).statusCode).toBe(400)
  })

  it('refuses no fee, or another one than the member was shown, which is kept with the draft', async () => {
    expect((await initiate({}, { convenienceFee: undefined })).statusCode).toBe(400)
    const shown = feeOption('percent', '2.50')
    expect((await initiate({ convenienceFee: shown })).statusCode).toBe(409)
    portal.set({ cardConvenienceFee: shown })
    await finish(pointerOf(await enter(await formOf({ convenienceFee: shown }))))
    portal.set({ cardConvenienceFee: feeOption('percent', '9.00') })
    expect((await ada.list())[0]?.draft?.convenienceFee).toEqual(shown)
    expect((await ada.stored()).map((row) => [row.authorized_text, row.fee_terms?.cardFee])).toEqual([
      [
        'I authorize the cooperative to draft the amounts due on these accounts from the card I enter next. A convenience fee of 2.50% is added to each payment.',
        shown,
      ],
    ])
  })

  it('refuses another member’s account and an account twice', async () => {
    const foreign = [{ ...newItem({ accountNumber: '999' }), action: 'ADD' as const }]
    expect((await initiate({ accountsToDraft: foreign })).statusCode).toBe(404)
    expect((await initiate({ accountsToDraft: [...bothAccounts, ...bothAccounts] })).statusCode).toBe(409)
  })
})

describe('the return from the provider', () => {
  it('sets the drafts up once the provider has stored the card, with status code 0 in the address [DR-14, DR-34]', async () => {
    const back = await enter(await formOf({ accountsToDraft: bothAccounts }))
    expect(back.searchParams.get('statuscode')).toBe('0')
    expect(await typesOf()).toEqual([null, null])
    expect((await finish(pointerOf(back))).json()).toEqual({ outcome: 'set-up' })
    expect((await ada.list()).map(({ draft }) => draft)).toEqual([
      {
        draftAccountType: 'Card',
        draftAccountNumberMasked: '****1111',
        financialInstitutionName: '',
        draftType: 'DAY_OF_MONTH',
        draftDay: 15,
        convenienceFee: feeOption('percent', '2.95'),
      },
      expect.objectContaining({ draftAccountType: 'Card', draftType: 'WHEN_BILLED' }),
    ])
    const [method] = await portal.db.selectFrom('pay.stored_method').select('method_id').execute()
    expect((await ada.stored()).map((row) => [row.method_id, row.bank_numbers])).toEqual([
      [method?.method_id, null],
      [method?.method_id, null],
    ])
    expect((await finish(pointerOf(back))).json()).toEqual({ outcome: 'set-up' })
    const events = await portal.db.selectFrom('outbox.event').select('kind').execute()
    expect(events.map(({ kind }) => kind)).toEqual(['draft.set-up', 'draft.set-up'])
  })

  it('keeps the card from being removed while a draft is charged to it', async () => {
    await finish(pointerOf(await enter(await formOf())))
    const methods = portal.db.selectFrom('pay.method_use').select(['kind', 'account_number'])
    expect(await methods.execute()).toEqual([{ kind: 'draft', account_number: electric }])
    expect((await ada.send(removalOf(electric))).statusCode).toBe(200)
    expect(await methods.execute()).toEqual([])
  })

  it('sets nothing up for an address that only says so, and keeps what is stored from other members [DR-34]', async () => {
    const form = await formOf()
    expect((await finish(encodedReturn(form.transNo))).json()).toEqual({ outcome: 'processing' })
    expect((await finish(`${encodedReturn(form.transNo)}x`)).statusCode).toBe(404)
    expect((await finish(encodedReturn('MOTHER'))).statusCode).toBe(404)
    expect(await typesOf()).toEqual([null, null])
  })

  it('sets up the drafts of a member who closed the page, within a minute', async () => {
    const back = await enter(await formOf())
    await finishDrafts(portal.deps)
    expect(await typesOf()).toEqual([null, null])
    // A postback stores the method the same way.
    await lookUpMethodRequest(portal.deps, '10001', pointerOf(back))
    await finishDrafts(portal.deps)
    expect(await typesOf()).toEqual(['Card', null])
  })

  it('sets nothing up when the account got AutoPay or a draft meanwhile, all accounts of the request or none', async () => {
    const back = await enter(await formOf({ accountsToDraft: bothAccounts }))
    portal.set({ bankDraftByFile: true })
    expect((await ada.send(bankDraft())).statusCode).toBe(200)
    expect((await finish(pointerOf(back))).json()).toEqual({ outcome: 'not-set-up' })
    expect(await typesOf()).toEqual(['Checking', null])
  })

  it('sets nothing up when the cooperative has turned such drafts off meanwhile', async () => {
    const back = await enter(await formOf())
    portal.set({ allowCreditDraft: false })
    expect((await finish(pointerOf(back))).json()).toEqual({ outcome: 'not-set-up' })
    expect(await typesOf()).toEqual([null, null])
  })

  it('asks the provider when a request expires, in case its postback was lost', async () => {
    await formOf({ accountsToDraft: bothAccounts.slice(1) })
    await enter(await formOf())
    portal.clock.advance(91 * 60)
    await finishDrafts(portal.deps)
    const requests = portal.db.selectFrom('portal.draft_request').select('outcome').orderBy('outcome')
    expect(await requests.execute()).toEqual([{ outcome: 'expired' }, { outcome: 'set-up' }])
    expect((await ada.stored()).map((row) => [row.account_number, row.account_kind])).toEqual([[electric, 'Card']])
  })

  describe('while the provider does not answer', () => {
    const outcomes = async () =>
      (await portal.db.selectFrom('portal.draft_request').select('outcome').orderBy('outcome').execute()).map(
        ({ outcome }) => outcome,
      )
    const finishWithoutAnswer = async () => {
      const asked: string[] = []
      const fetchMethod = async ({ reference }: MethodAtProvider): Promise<never> => {
        asked.push(reference)
        throw new Unavailable('no answer')
      }
      await finishDrafts(withGateway(portal.deps, { fetchMethod }))
      return asked
    }
    beforeEach(async () => {
      await formOf({ accountsToDraft: bothAccounts.slice(1) })
      await enter(await formOf())
      portal.clock.advance(91 * 60)
    })

    it('keeps requests that expire open, and asks about one of them', async () => {
      expect(await finishWithoutAnswer()).toHaveLength(1)
      expect(await outcomes()).toEqual([null, null])
      portal.clock.advance(60)
      await finishDrafts(portal.deps)
      expect(await outcomes()).toEqual(['expired', 'set-up'])
    })

    it('ends them after a day', async () => {
      portal.clock.advance(24 * 3_600)
      await finishWithoutAnswer()
      expect(await outcomes()).toEqual(['expired', 'expired'])
    })

    it('ends those that fail each time after a day as well', async () => {
      const fetchMethod = async () => Promise.reject(new Error('broken'))
      const broken = withGateway(portal.deps, { fetchMethod })
      await expect(finishDrafts(broken)).rejects.toThrow('Items of the job that failed: 2')
      expect(await outcomes()).toEqual([null, null])
      portal.clock.advance(24 * 3_600)
      await expect(finishDrafts(broken)).rejects.toThrow('Items of the job that failed: 2')
      expect(await outcomes()).toEqual(['expired', 'expired'])
    })
  })
})

it('keeps a member from being erased while a request is open: it would charge them later', async () => {
  await enter(await formOf())
  const erase = async () => eraseMember(portal.deps, '10001', { by: 'Dana' }, false)
  expect(await erase()).toMatchObject({ kind: 'money-under-way', counts: { drafts: 1 } })
  await formOf()
  expect(await erase()).toMatchObject({ kind: 'money-under-way', counts: { drafts: 2 } })
})

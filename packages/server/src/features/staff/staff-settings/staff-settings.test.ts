import { staffSettings, type SettingDetail } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import type { StaffRole } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { describe, expect, it } from 'vitest'
import { seedStaff, seedStaffSession, type StaffHalves } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { countWaiting, untilWaiting } from '../../../testing/until-waiting.ts'
import { applySettings, listStoredSettings, lockSettings, setSetting, settingsOf } from '../../site/site/public.ts'
import { runStaffCommand } from '../staff-sign-in/run-staff-command.ts'
import { applyPlannedChanges, applyPlannedChangesJob } from './apply-planned-changes.job.ts'
import { makeChange } from './change-settings.ts'
import { endPlannedChange, findDueChange } from './planned-changes.store.ts'

const portal = useTestPortal()

const staffAs = async (role: StaffRole): Promise<StaffHalves> => seedStaffSession(portal, await seedStaff(portal, role))

/** A session is over long before a scheduled change starts. */
const againAs = async (role: StaffRole): Promise<StaffHalves> => seedStaffSession(portal, `dana.${role}`)

const view = async (halves: StaffHalves, keys: string) =>
  portal.call(staffSettings.view, { ...halves, query: { keys } })

const detailsOf = async (halves: StaffHalves, keys: string) =>
  (await view(halves, keys)).json<AnswerOf<typeof staffSettings.view>>()

const detailOf = async (halves: StaffHalves, key: string): Promise<SettingDetail> => {
  const [detail] = (await detailsOf(halves, key)).settings
  if (detail === undefined) throw new Error(`${key} is not shown`)
  return detail
}

interface Wanted {
  readonly key: string
  readonly value?: string | null
  readonly putBack?: number
  readonly version?: number
}

/** Changes settings as staff who have just read them. */
async function change(
  halves: StaffHalves,
  wanted: readonly Wanted[],
  terms: { readonly reason?: string; readonly startsAt?: string; readonly endsAt?: string } = {},
) {
  const changes = []
  for (const { key, ...one } of wanted)
    changes.push({ name: key, version: (await detailOf(halves, key)).version, ...one })
  const body = { changes, reason: 'Board decision', startsAt: null, endsAt: null, ...terms }
  return portal.call(staffSettings.change, { ...halves, body })
}

const inForce = async () => settingsOf(await listStoredSettings(portal.db), { warn: () => {} })

const at = (instant: string) => portal.clock.set(instant)

const runJob = async () => portal.jobs.run(applyPlannedChangesJob, {})

const audit = async () =>
  portal.db
    .selectFrom('portal.audit')
    .select(['kind', 'detail'])
    .where('kind', 'like', 'setting-%')
    .orderBy('id')
    .execute()

describe('looking at settings', () => {
  it('lists every setting with its meaning, kind, default and value in force for administrators', async () => {
    const halves = await staffAs('admin')
    await setSetting(portal, 'maxChargeAmount', '12.50', 'Pat')
    const { settings } = (await portal.call(staffSettings.list, halves)).json<AnswerOf<typeof staffSettings.list>>()
    expect(settings.length).toBeGreaterThan(200)
    expect(settings.find(({ name }) => name === 'maxChargeAmount')).toMatchObject({
      kind: 'money',
      shown: '12.50',
      isDefault: false,
      isContent: false,
    })
    expect(settings.every(({ does, group }) => does !== '' && group !== '')).toBe(true)
    expect(await detailOf(halves, 'paperlessOptions')).toMatchObject({ choices: ['NONE', 'BILL', 'OTHER', 'BOTH'] })
    expect(await detailOf(halves, 'loginFailuresBeforeLock')).toMatchObject({ value: '10', default: '10', version: 0 })
  })

  it('shows content staff the announcement and texts only, and lets them change and cancel nothing else', async () => {
    const admin = await staffAs('admin')
    await change(admin, [{ key: 'QuickPay', value: 'Y' }], { startsAt: '2026-12-01T06:00:00Z' })
    const [planned] = (await detailsOf(admin, 'QuickPay')).planned
    const halves = await staffAs('content')
    const listed = (await portal.call(staffSettings.list, halves)).json<AnswerOf<typeof staffSettings.list>>()
    expect(listed.settings.every(({ isContent }) => isContent)).toBe(true)
    expect(listed.settings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['displayEmergencyAnnouncement', 'emergencyAnnouncementMessage_es', 'legalContent']),
    )
    expect(listed.planned).toEqual([])
    expect((await view(halves, 'legalContent,QuickPay')).statusCode).toBe(403)
    const body = { changes: [{ name: 'QuickPay', version: 0, value: 'Y' }] }
    const terms = { reason: 'x', startsAt: null, endsAt: null }
    expect((await portal.call(staffSettings.preview, { ...halves, body })).statusCode).toBe(403)
    expect((await portal.call(staffSettings.change, { ...halves, body: { ...body, ...terms } })).statusCode).toBe(403)
    const id = { id: String(planned?.id) }
    expect((await portal.call(staffSettings.cancel, { ...halves, params: id, body: {} })).statusCode).toBe(404)
    expect((await detailsOf(admin, 'QuickPay')).planned).toHaveLength(1)
  })

  it('is 404 for a key that no setting has', async () => {
    expect((await view(await staffAs('admin'), 'nonsense')).statusCode).toBe(404)
  })
})

describe('changing a setting', () => {
  it('previews old and new and the content as members see it, and changes nothing', async () => {
    const halves = await staffAs('admin')
    const html = '<p onclick="x()">Closed <script>steal()</script>on Friday</p>'
    const body = { changes: [{ name: 'legalContent', version: 0, value: html }] }
    const answer = await portal.call(staffSettings.preview, { ...halves, body })
    expect(answer.json()).toEqual({
      changes: [
        {
          name: 'legalContent',
          before: '',
          after: '<p>Closed on Friday</p>',
          isChanged: true,
          isCleaned: true,
          content: [{ t: 'p', c: ['Closed on Friday'] }],
        },
      ],
    })
    expect((await inForce()).legalContent).toBe('')
    expect(await audit()).toEqual([])
  })

  it('refuses what `coopline settings set` refuses, with every fault, and keeps nothing', async () => {
    const halves = await staffAs('admin')
    const faulty = [
      { key: 'QuickPay', value: 'maybe' },
      { key: 'brandColor', value: 'red' },
      { key: 'mcpMenu', value: '[{"title":1}]' },
      { key: 'coopName', value: 'Prairie REC' },
    ]
    for (const terms of [{}, { startsAt: '2026-12-01T06:00:00Z' }]) {
      const answer = await change(halves, faulty, terms)
      expect(answer.statusCode).toBe(400)
      const { errors } = answer.json<{ errors: { field: string }[] }>()
      expect(errors.map(({ field }) => field)).toEqual(['QuickPay', 'brandColor', 'mcpMenu'])
    }
    expect(await listStoredSettings(portal.db)).toEqual([])
    expect((await detailsOf(halves, 'coopName')).planned).toEqual([])
  })

  it('refuses a number of SSN digits other than 0 and 4, and says why in the language of the caller [UC-33, REQ-D-360]', async () => {
    const halves = await staffAs('admin')
    const reasons = async (language: string, values: Readonly<Record<string, string>>) => {
      const changes = Object.entries(values).map(([name, value]) => ({ name, version: 0, value }))
      const body = { changes, reason: 'New form', startsAt: null, endsAt: null }
      const headers = { 'accept-language': language }
      const answer = await portal.call(staffSettings.change, { ...halves, body, headers })
      return answer.json<{ errors?: { message: string }[] }>().errors?.map(({ message }) => message)
    }
    for (const ssnDigits of ['1', '3', '5', '9'])
      expect(await reasons('en', { ssnDigits })).toEqual(['ssnDigits: Write 0 or 4'])
    const spanish = await reasons('es', { ssnDigits: '9', QuickPay: 'quizás' })
    expect(spanish).toEqual(['ssnDigits: Escriba 0 o 4', 'QuickPay: Escriba Y o N'])
    expect(await reasons('es', { ssnDigits: '0' })).toBeUndefined()
    expect((await inForce()).ssnDigits).toBe(0)
  })

  it('says what each setting does in the language of the caller [REQ-D-353]', async () => {
    const admin = await staffAs('admin')
    const headers = { 'accept-language': 'es' }
    const spanish = await portal.call(staffSettings.view, { ...admin, query: { keys: 'alarmEmail' }, headers })
    expect(spanish.json<AnswerOf<typeof staffSettings.view>>().settings[0]?.does).toMatch(/^Dirección del personal/u)
    const list = await portal.call(staffSettings.list, { ...admin, headers })
    const listed = list.json<AnswerOf<typeof staffSettings.list>>().settings
    expect(listed.find(({ name }) => name === 'coopName')?.does).toMatch(/^Nombre de la cooperativa/u)
    expect((await detailOf(admin, 'coopName')).does).toMatch(/^Name of the cooperative/u)
  })

  it('refuses a change without a reason and one that starts in the past, in the language of the caller', async () => {
    const halves = await staffAs('admin')
    const body = {
      changes: [{ name: 'QuickPay', version: 0, value: 'Y' }],
      reason: ' ',
      startsAt: '2026-11-20T14:59:00Z',
      endsAt: null,
    }
    const headers = { 'accept-language': 'es' }
    const answer = await portal.call(staffSettings.change, { ...halves, body, headers })
    expect(answer.json<{ errors: unknown }>().errors).toEqual([
      { code: 'reason-missing', field: 'reason', message: 'Escriba por qué hace este cambio.' },
      expect.objectContaining({ code: 'start-past', field: 'startsAt' }),
    ])
  })

  it('keeps who, when, old, new and why, in the history and in the audit', async () => {
    const halves = await staffAs('admin')
    await setSetting(portal, 'coopName', 'Old', 'Pat')
    expect((await change(halves, [{ key: 'coopName', value: 'New' }])).json()).toEqual({ changed: ['coopName'] })
    const { history, settings } = await detailsOf(halves, 'coopName')
    expect(settings).toMatchObject([{ value: 'New', version: history[0]?.id }])
    expect(history).toMatchObject([
      { at: '2026-11-20T15:00:00.000Z', by: 'dana.admin', reason: 'Board decision', before: 'Old', after: 'New' },
      { by: 'Pat', reason: '', before: null, after: 'Old' },
    ])
    expect((await audit()).at(-1)).toEqual({
      kind: 'setting-changed',
      detail: { key: 'coopName', before: 'Old', after: 'New', by: 'dana.admin' },
    })
  })

  it('refuses the second of two staff because the value changed since they looked, and loses neither change', async () => {
    const dana = await staffAs('admin')
    const { version } = await detailOf(dana, 'coopName')
    expect((await change(dana, [{ key: 'coopName', value: 'First' }])).statusCode).toBe(200)
    const late = [{ key: 'coopName', value: 'Second', version }]
    const named = late.map(({ key, ...one }) => ({ name: key, ...one }))
    const answer = await change(dana, late)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ errors: [{ code: 'setting-changed' }] })
    const preview = await portal.call(staffSettings.preview, { ...dana, body: { changes: named } })
    expect(preview.statusCode).toBe(409)
    expect((await inForce()).coopName).toBe('First')
  })

  it('lets one of two changes at the same moment win and refuses the other', async () => {
    const halves = await staffAs('admin')
    const wanted = (value: string) => [{ key: 'coopName', value, version: 0 }]
    const answers = await Promise.all([change(halves, wanted('One')), change(halves, wanted('Two'))])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect((await detailsOf(halves, 'coopName')).history).toHaveLength(1)
  })

  it('puts a long text back whole, and the default', async () => {
    const halves = await staffAs('content')
    const long = `<p>${'Terms of use. '.repeat(1_000)}</p>`
    await change(halves, [{ key: 'legalContent', value: long }])
    await change(halves, [{ key: 'legalContent', value: '<p>Short</p>' }])
    const [newest, oldest] = (await detailsOf(halves, 'legalContent')).history
    expect(newest?.before?.length).toBeLessThan(400)
    await change(halves, [{ key: 'legalContent', putBack: newest?.id ?? 0 }], { reason: 'A mistake' })
    expect((await inForce()).legalContent).toBe(long)
    await change(halves, [{ key: 'legalContent', putBack: oldest?.id ?? 0 }])
    expect(await listStoredSettings(portal.db)).toEqual([])
    expect((await change(halves, [{ key: 'aboutUs', putBack: oldest?.id ?? 0 }])).statusCode).toBe(404)
  })

  it('distinguishes an empty amount from the default when it is restored', async () => {
    const halves = await staffAs('admin')
    for (const value of ['20', '', null]) await change(halves, [{ key: 'maxChargeAmount', value }])
    const { history } = await detailsOf(halves, 'maxChargeAmount')
    expect(history.map(({ before, after }) => [before, after])).toEqual([
      ['', null],
      ['20.00', ''],
      [null, '20.00'],
    ])
    await change(halves, [{ key: 'maxChargeAmount', putBack: history[0]?.id ?? 0 }])
    expect(await listStoredSettings(portal.db)).toEqual([{ key: 'maxChargeAmount', value: null }])
  })
})

describe('scheduled changes', () => {
  const announcement = [
    { key: 'displayEmergencyAnnouncement', value: 'Y' },
    { key: 'emergencyAnnouncementMessage', value: '<p>Crews are out.</p>' },
  ]
  const startsAt = '2026-11-21T06:00:00Z'
  const endsAt = '2026-11-22T06:00:00Z'

  it('are made at their start and undone at their end, once however many processes run', async () => {
    const halves = await staffAs('content')
    await setSetting(portal, 'emergencyAnnouncementMessage', '<p>Before</p>', 'Pat')
    await change(halves, announcement, { startsAt, endsAt })
    await runJob()
    expect((await inForce()).displayEmergencyAnnouncement).toBe(false)
    at(startsAt)
    await Promise.all([applyPlannedChanges(portal.deps), applyPlannedChanges(portal.deps), runJob()])
    expect(await inForce()).toMatchObject({
      displayEmergencyAnnouncement: true,
      emergencyAnnouncementMessage: '<p>Crews are out.</p>',
    })
    const keys = 'displayEmergencyAnnouncement,emergencyAnnouncementMessage'
    const shown = await detailsOf(await againAs('content'), keys)
    expect(shown.history.filter(({ by }) => by === 'dana.content')).toHaveLength(2)
    expect(shown.planned).toMatchObject([{ isEnd: true, startsAt: '2026-11-22T06:00:00.000Z', by: 'dana.content' }])
    at(endsAt)
    await Promise.all([applyPlannedChanges(portal.deps), runJob()])
    expect(await inForce()).toMatchObject({
      displayEmergencyAnnouncement: false,
      emergencyAnnouncementMessage: '<p>Before</p>',
    })
    expect((await detailsOf(await againAs('content'), keys)).planned).toEqual([])
  })

  it('are not made again over a newer value by a process that waited while another one made them', async () => {
    const halves = await staffAs('admin')
    await change(halves, [{ key: 'coopName', value: 'Planned' }], { startsAt })
    at(startsAt)
    const now = portal.clock.now()
    let other: Promise<void> = Promise.resolve()
    await portal.db.transaction().execute(async (tx) => {
      await lockSettings(tx)
      other = applyPlannedChanges(portal.deps)
      await expect.poll(async () => countWaiting(tx)).toBe(1)
      const due = await findDueChange(tx, now)
      if (due === undefined) throw new Error('Nothing is due')
      await makeChange(tx, due, now)
      await endPlannedChange(tx, due.id, now, null)
      await applySettings(tx, [{ key: 'coopName', value: 'Newer' }], { at: now, by: 'Kim', reason: '' })
    })
    await other
    expect((await inForce()).coopName).toBe('Newer')
  })

  it('are not said to be canceled by staff who cancel while a process makes them', async () => {
    const halves = await staffAs('admin')
    await change(halves, [{ key: 'coopName', value: 'Planned' }], { startsAt })
    const now = portal.clock.now()
    let canceling: Promise<unknown> = Promise.resolve()
    let isOver = false
    await portal.db.transaction().execute(async (tx) => {
      await lockSettings(tx)
      const due = await findDueChange(tx, new Date(startsAt))
      if (due === undefined) throw new Error('Nothing is due')
      const call = { ...halves, params: { id: String(due.id) }, body: {} }
      canceling = portal.call(staffSettings.cancel, call).finally(() => void (isOver = true))
      await untilWaiting(tx, 1, () => isOver)
      await makeChange(tx, due, now)
      await endPlannedChange(tx, due.id, now, null)
    })
    expect(await canceling).toMatchObject({ statusCode: 404 })
    expect((await inForce()).coopName).toBe('Planned')
  })

  it('leave what somebody changed before their end', async () => {
    const halves = await staffAs('content')
    await change(halves, announcement, { endsAt })
    await change(halves, [{ key: 'emergencyAnnouncementMessage', value: '<p>Repaired.</p>' }])
    at(endsAt)
    await runJob()
    expect(await inForce()).toMatchObject({
      displayEmergencyAnnouncement: false,
      emergencyAnnouncementMessage: '<p>Repaired.</p>',
    })
  })

  it.each([
    ['within', '2026-11-21T12:00:00Z', '2026-11-21T18:00:00Z', 'Outer', 'Before'],
    ['beyond', '2026-11-21T12:00:00Z', '2026-11-23T06:00:00Z', 'Inner', 'Inner'],
  ])('restore the value from before both when one ends %s the other', async (_, from, until, then, atEnd) => {
    await setSetting(portal, 'coopName', 'Before', 'Pat')
    const halves = await staffAs('admin')
    await change(halves, [{ key: 'coopName', value: 'Outer' }], { startsAt, endsAt })
    await change(halves, [{ key: 'coopName', value: 'Inner' }], { startsAt: from, endsAt: until })
    const names: string[] = []
    for (const instant of [startsAt, from, '2026-11-21T20:00:00Z', endsAt, '2026-11-23T06:00:00Z']) {
      at(instant)
      await runJob()
      names.push((await inForce()).coopName)
    }
    expect(names).toEqual(['Outer', 'Inner', then, atEnd, 'Before'])
  })

  it.each([
    ['ends earlier', '2026-11-21T18:00:00Z', 'Same', 'Before'],
    ['ends later', '2026-11-23T06:00:00Z', 'Same', 'Same'],
    ['has no end', null, 'Same', 'Same'],
  ])('with the same value end at the later end when the second one %s', async (_, until, then, atEnd) => {
    await setSetting(portal, 'coopName', 'Before', 'Pat')
    const halves = await staffAs('admin')
    const same = [{ key: 'coopName', value: 'Same' }]
    await change(halves, same, { startsAt, endsAt })
    await change(halves, same, { startsAt: '2026-11-21T12:00:00Z', ...(until !== null && { endsAt: until }) })
    const names: string[] = []
    for (const instant of [startsAt, '2026-11-21T12:00:00Z', '2026-11-21T20:00:00Z', endsAt, '2026-11-23T06:00:00Z']) {
      at(instant)
      await runJob()
      names.push((await inForce()).coopName)
    }
    expect(names).toEqual(['Same', 'Same', then, atEnd, until === null ? 'Same' : 'Before'])
  })

  it('three scheduled changes that overlap restore the value from before all of them', async () => {
    await setSetting(portal, 'coopName', 'Before', 'Pat')
    const halves = await staffAs('admin')
    const spans = [
      ['A', '2026-11-21T01:00:00Z', '2026-11-21T10:00:00Z'],
      ['B', '2026-11-21T02:00:00Z', '2026-11-21T05:00:00Z'],
      ['C', '2026-11-21T03:00:00Z', '2026-11-21T07:00:00Z'],
    ] as const
    for (const [value, starts, ends] of spans)
      await change(halves, [{ key: 'coopName', value }], { startsAt: starts, endsAt: ends })
    const names: string[] = []
    for (const hour of [1, 2, 3, 5, 7, 10]) {
      at(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`)
      await runJob()
      names.push((await inForce()).coopName)
    }
    expect(names).toEqual(['A', 'B', 'C', 'C', 'A', 'Before'])
  })

  it('wait for staff when their author may no longer make them, but end what had begun', async () => {
    await setSetting(portal, 'coopName', 'Before', 'Pat')
    const halves = await staffAs('admin')
    await change(halves, [{ key: 'coopName', value: 'Temporary' }], { endsAt })
    await change(halves, [{ key: 'maxChargeAmount', value: '5000' }], { startsAt })
    await change(halves, [{ key: 'maxChargeAmount', value: '7000' }], { startsAt: endsAt })
    await change(halves, [{ key: 'aboutUs', value: '<p>Ours</p>' }], { startsAt: endsAt })
    const staff = async (...command: string[]) =>
      expect((await runStaffCommand(portal.deps, [...command, '--by', 'Pat'])).exitCode).toBe(0)
    await staff('role', 'dana.admin', 'content')
    at(startsAt)
    await runJob()
    await staff('remove', 'dana.admin')
    at(endsAt)
    await runJob()
    expect(await inForce()).toMatchObject({ coopName: 'Before', maxChargeAmount: null, aboutUs: '' })
    const refused = { refusal: 'dana.admin may no longer change these settings' }
    const { planned } = (await portal.call(staffSettings.list, await staffAs('admin'))).json<
      AnswerOf<typeof staffSettings.list>
    >()
    expect(planned).toMatchObject([refused, refused, refused])
  })

  it('wait for staff when their author was removed and someone else got the username', async () => {
    await change(await staffAs('admin'), [{ key: 'maxChargeAmount', value: '5000' }], { startsAt })
    await runStaffCommand(portal.deps, ['remove', 'dana.admin', '--by', 'Pat'])
    at('2026-11-20T18:00:00Z')
    await staffAs('admin')
    at(startsAt)
    await runJob()
    expect((await inForce()).maxChargeAmount).toBeNull()
    const { planned } = (await portal.call(staffSettings.list, await againAs('admin'))).json<
      AnswerOf<typeof staffSettings.list>
    >()
    expect(planned).toMatchObject([{ refusal: 'dana.admin may no longer change these settings' }])
  })

  it('are made for an author whose role still allows them', async () => {
    await change(await staffAs('admin'), [{ key: 'aboutUs', value: '<p>Ours</p>' }], { startsAt })
    await runStaffCommand(portal.deps, ['role', 'dana.admin', 'content', '--by', 'Pat'])
    at(startsAt)
    await runJob()
    expect((await inForce()).aboutUs).toBe('<p>Ours</p>')
  })

  it('are made in the order of their starts', async () => {
    const halves = await staffAs('admin')
    await change(halves, [{ key: 'coopName', value: 'Later' }], { startsAt: endsAt })
    await change(halves, [{ key: 'coopName', value: 'Earlier' }], { startsAt })
    at('2026-11-23T06:00:00Z')
    await Promise.all([applyPlannedChanges(portal.deps), applyPlannedChanges(portal.deps)])
    expect((await inForce()).coopName).toBe('Later')
    expect((await detailsOf(await againAs('admin'), 'coopName')).history).toHaveLength(2)
  })

  it('are never made after they were canceled, and are canceled once', async () => {
    const halves = await staffAs('content')
    await change(halves, announcement, { startsAt })
    const [planned] = (await detailsOf(halves, 'displayEmergencyAnnouncement')).planned
    const id = { id: String(planned?.id) }
    expect((await portal.call(staffSettings.cancel, { ...halves, params: id, body: {} })).statusCode).toBe(200)
    expect((await portal.call(staffSettings.cancel, { ...halves, params: id, body: {} })).statusCode).toBe(404)
    at(startsAt)
    await runJob()
    expect((await inForce()).displayEmergencyAnnouncement).toBe(false)
    expect((await audit()).map(({ kind }) => kind)).toEqual(['setting-planned', 'setting-plan-canceled'])
  })

  it('scheduled changes that do not fit any longer wait for staff with the reason, and hold no other up', async () => {
    const halves = await staffAs('admin')
    await change(halves, [{ key: 'QuickPay', value: 'Y' }], { startsAt })
    await portal.database.runScript(
      `update portal.planned_setting_change set wanted = '[{"key":"QuickPay","value":"maybe","version":null}]'`,
    )
    await change(halves, [{ key: 'coopName', value: 'New' }], { startsAt })
    at(endsAt)
    await runJob()
    expect((await inForce()).coopName).toBe('New')
    const later = await againAs('admin')
    const shown = await detailsOf(later, 'QuickPay')
    expect(shown.planned).toMatchObject([{ refusal: 'QuickPay: Write Y or N' }])
    const id = { id: String(shown.planned[0]?.id) }
    expect((await portal.call(staffSettings.cancel, { ...later, params: id, body: {} })).statusCode).toBe(200)
  })

  it('are refused beyond 100 that wait', async () => {
    const halves = await staffAs('admin')
    const body = {
      changes: [{ name: 'QuickPay', version: 0, value: 'Y' }],
      reason: 'Test',
      startsAt,
      endsAt: null,
    }
    const codes = []
    for (let n = 0; n < 101; n += 1)
      codes.push((await portal.call(staffSettings.change, { ...halves, body })).statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(100)
    expect(codes.at(-1)).toBe(409)
  })
})

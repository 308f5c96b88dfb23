import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { contentNode } from '../../site/site/site.contract.ts'
import { requestInstant, wireInstant } from '../../wire.ts'

const source = 'addition: staff console'

/** A setting's key. The wire says `name`: what it calls `key` is a secret. */
const settingName = z.string().regex(/^[A-Za-z0-9_]{1,60}(?![\s\S])/u)

/** Names of settings that are looked at together, by commas: a text, its Spanish and the switch that shows it. */
const settingKeys = z.string().regex(/^[A-Za-z0-9_]{1,60}(?:,[A-Za-z0-9_]{1,60}){0,3}(?![\s\S])/u)

/** A value as people write it: `Y`, `12.50`, HTML, or JSON for lists and objects. The longest text takes 100,000 characters. */
const writtenValue = z.string().max(120_000)

/** Two HTML texts of the greatest length, with what JSON adds. */
const maxBodyBytes = 600_000

const listedSetting = z.strictObject({
  name: settingName,
  /** The kind of its value, as `docs/SETTINGS.md` names it. */
  kind: z.string(),
  group: z.string(),
  /** One sentence about the effect of the setting, in the language of the request. */
  does: z.string(),
  /** The value in force; long values are cut. */
  shown: z.string(),
  isDefault: z.boolean(),
  /** A text or announcement that members read: content staff may change it. */
  isContent: z.boolean(),
})

const settingDetail = listedSetting.extend({
  /** The whole value in force. */
  value: z.string(),
  default: z.string(),
  /** The values that can be chosen; empty where any value of the kind can be written. */
  choices: z.array(z.string()),
  /** Rises with each change of this setting. A change names the version that it was decided on. */
  version: z.int(),
})

/** Values of a setting; `null` is the default. Long values are cut. */
const pastChange = z.strictObject({
  id: z.int(),
  name: settingName,
  at: wireInstant,
  by: z.string(),
  reason: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const plannedChange = z.strictObject({
  id: z.int(),
  startsAt: wireInstant,
  /** When the former values return; `null` for never. */
  endsAt: wireInstant.nullable(),
  by: z.string(),
  reason: z.string(),
  /** The planned values; `null` is the default. Long values are truncated. */
  values: z.array(z.strictObject({ name: settingName, value: z.string().nullable() })),
  /** It returns the values from before a change that had an end. */
  isEnd: z.boolean(),
  /** The reason that it could not be made when it was due; `null` while it waits. */
  refusal: z.string().nullable(),
})

/** The new value of a setting: a value, the default (`null`), or the value before an earlier change. */
const wantedValue = z.strictObject({
  name: settingName,
  /** The version that the writer looked at. */
  version: z.int().min(0),
  value: writtenValue.nullable().exactOptional(),
  putBack: z.int().min(1).exactOptional(),
})

const wantedValues = z.array(wantedValue).min(1).max(4)

const previewedChange = z.strictObject({
  name: settingName,
  before: z.string(),
  after: z.string(),
  isChanged: z.boolean(),
  /** Markup that is not allowed was taken out or rewritten. */
  isCleaned: z.boolean(),
  /** HTML as members will see it; `null` for other kinds. */
  content: z.array(contentNode).nullable(),
})

export const staffSettings = {
  list: endpoint('staffSettings.list', 'GET /v3/staff/settings', {
    auth: 'staff',
    roles: staffRights.texts,
    summary: 'List the settings that the role may change, and the changes that are scheduled',
    source,
    answer: z.strictObject({ settings: z.array(listedSetting), planned: z.array(plannedChange) }),
    errors: [401, 403],
  }),
  view: endpoint('staffSettings.view', 'GET /v3/staff/settings/details', {
    auth: 'staff',
    roles: staffRights.texts,
    summary: 'Get settings with their whole values, their history and the changes that are scheduled for them',
    source,
    query: z.strictObject({ keys: settingKeys }),
    answer: z.strictObject({
      settings: z.array(settingDetail),
      /** The newest changes first. */
      history: z.array(pastChange),
      planned: z.array(plannedChange),
    }),
    errors: [401, 403, 404],
  }),
  preview: endpoint('staffSettings.preview', 'POST /v3/staff/settings/preview', {
    auth: 'staff',
    roles: staffRights.texts,
    summary: 'Check new values of settings and show what would change',
    source,
    body: z.strictObject({ changes: wantedValues }),
    answer: z.strictObject({ changes: z.array(previewedChange) }),
    errors: [401, 403, 404, 409],
    maxBodyBytes,
  }),
  change: endpoint('staffSettings.change', 'POST /v3/staff/settings/change', {
    auth: 'staff',
    roles: staffRights.texts,
    summary: 'Change settings now or at a set time, all or none, and restore the former values at an end time',
    source,
    body: z.strictObject({
      changes: wantedValues,
      reason: z.string().max(1_000),
      startsAt: requestInstant.nullable(),
      endsAt: requestInstant.nullable(),
    }),
    answer: z.strictObject({
      /** Settings that have another value now. */
      changed: z.array(settingName),
    }),
    errors: [401, 403, 404, 409],
    maxBodyBytes,
  }),
  cancel: endpoint('staffSettings.cancel', 'POST /v3/staff/settings/planned/{id}/cancel', {
    auth: 'staff',
    roles: staffRights.texts,
    summary: 'Cancel a scheduled change of settings',
    source,
    params: z.strictObject({ id: z.string().regex(/^[1-9][0-9]{0,8}(?![\s\S])/u) }),
    body: z.strictObject({}),
    answer: z.strictObject({}),
    errors: [401, 403, 404],
  }),
}

export type ListedSetting = z.output<typeof listedSetting>
export type SettingDetail = z.output<typeof settingDetail>
export type PastChange = z.output<typeof pastChange>
export type PlannedChange = z.output<typeof plannedChange>
export type PreviewedChange = z.output<typeof previewedChange>
export type WantedValue = z.output<typeof wantedValue>
